"""Where a link lands: one page with one button, so that nothing is taken by only looking."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import joining
from scorekeeper.web.device import device
from scorekeeper.web.forms import LinkForm
from scorekeeper.web.sheet_view import view_match

join = Blueprint("join", __name__, url_prefix="/j")


@join.route("/<key>", methods=["GET", "POST"])
def link(key: str) -> ResponseReturnValue:
    if request.method == "POST":
        code = joining.take_place(key, device()).code
        return redirect(url_for("match.show", code=code, _anchor="main"), 303)
    view = view_match(joining.key_opens(key))
    line = f"{', '.join(view.players)} · {view.rules_name}, {view.goal}"
    return render_template("join/link.html", title=view.title, line=line, form=LinkForm())
