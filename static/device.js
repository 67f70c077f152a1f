// Sends the time zone of this browser, and registers the service worker, which caches pages.

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
const secure = location.protocol === "https:" ? ";secure" : "";
document.cookie = `zone=${encodeURIComponent(zone)};path=/;max-age=31536000;samesite=lax${secure}`;

navigator.serviceWorker?.register("/sw.js").catch(() => {
  // Without a worker, pages need a network; what is typed is stored all the same.
});
