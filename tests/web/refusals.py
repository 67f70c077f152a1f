"""What every refusal must do: write nothing, keep what was typed, name the rule."""


def refused(table, form, *, status=422, at_fault=None, kept=True):
    """Submit a form that must be refused; check that nothing is written and nothing typed is lost.

    Return the sentence. `at_fault` is the name of the one field that must be marked.
    """
    before = table.file()

    page = form.press()

    assert page.status == status, f"{page.status} {page.problem}"
    assert page.why.endswith("."), page.text
    assert table.file() == before, "a refused form writes nothing"
    if kept:
        assert page.form(form.label).typed == form.typed, "what was typed stays"
    if at_fault is not None:
        assert page.at_fault == {at_fault}, page.why
    return page.why
