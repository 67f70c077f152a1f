// Passes a picture to the phone's share dialog; if there is none, the link downloads it.

document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[data-share]");
  if (!link || !navigator.canShare) return;
  event.preventDefault();
  try {
    const answer = await fetch(link.href);
    if (!answer.ok || !answer.headers.has("X-Scorekeeper")) throw new Error(answer.statusText);
    const name = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "");
    const blob = await answer.blob();
    const file = new File([blob], name?.[1] ?? "scorekeeper.png", { type: blob.type });
    if (!navigator.canShare({ files: [file] })) throw new Error("no files");
    await navigator.share({ files: [file], title: link.dataset.share });
  } catch (error) {
    if (error.name !== "AbortError") location.assign(link.href);
  }
});
