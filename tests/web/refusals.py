"""What every refusal owes the person who typed."""


def refused(table, form, *, status=422, at_fault=None, kept=True):
    """Presses a form that must be refused: nothing is written, nothing typed is lost.

    Gives back the sentence. `at_fault` is the name of the one field that must be marked.
    """
    before = table.file()

    page = form.press()

    assert page.status == status, f"{page.status} {page.problem}"
    assert page.why.endswith("."), page.text
    assert table.file() == before, "a refused form writes nothing"
    if kept:
        assert page.form(form.button.text).typed == form.typed, "what was typed stays"
    if at_fault is not None:
        assert page.at_fault == {at_fault}, page.why
    return page.why
