"""Where a link lands: one page with one button, so that nothing is taken by only looking."""

from __future__ import annotations

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import service
from scorekeeper.web.device import device
from scorekeeper.web.forms import LinkForm
from scorekeeper.web.sheet_view import view_match

join = Blueprint("join", __name__, url_prefix="/j")


@join.route("/<key>", methods=["GET", "POST"])
def link(key: str) -> ResponseReturnValue:
    secret = current_app.config["SECRET_KEY"]
    if request.method == "POST":
        code = service.take_place(key, secret, device())
        return redirect(url_for("match.show", code=code, _anchor="main"), 303)
    view = view_match(service.key_opens(key, secret))
    line = f"{', '.join(view.players)} · {view.rules_name}, {view.goal}"
    return render_template("join/link.html", title=view.title, line=line, form=LinkForm())
