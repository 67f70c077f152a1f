// What this browser tells of itself, and what it may keep: its time zone, and the pages it has seen.

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
const secure = location.protocol === "https:" ? ";secure" : "";
document.cookie = `zone=${encodeURIComponent(zone)};path=/;max-age=31536000;samesite=lax${secure}`;

navigator.serviceWorker?.register("/sw.js").catch(() => {
  // Without it the app is as it was: pages need a network, and what is typed is kept all the same.
});
