// Opens the matches of this phone without a network, as they were last seen here.
//
// The network always comes first for what may change. It keeps Home, the match pages and their
// newest fragments; scripts and styles are named by what they hold, so that they never change.

const SEEN = "seen-1";
const OFFLINE = "/offline";
const MOST = 80;
const PAGE = /^\/(m\/[^/]+)?$/;
const HAND = /^(\/m\/[^/]+)\/hands$/;
const FRAGMENT = /^(\/m\/[^/]+)\/fragment$/;

/** Whether an answer comes from the program itself: that of a portal or a proxy is never kept. */
const ours = (answer) => answer.headers.has("X-Scorekeeper");

async function keep(address, answer) {
  const cache = await caches.open(SEEN);
  await cache.delete(address); // so that what was seen last stands last
  await cache.put(address, answer);
  for (const old of (await cache.keys()).slice(0, -MOST)) {
    if (new URL(old.url).pathname !== OFFLINE) await cache.delete(old);
  }
}

async function forget(...addresses) {
  const cache = await caches.open(SEEN);
  await Promise.all(addresses.map((address) => cache.delete(address)));
}

/** A page that may be answered with again: what came by a redirect may not be. */
function plain(answer) {
  const { status, headers } = answer;
  return answer.blob().then((body) => new Response(body, { status, headers }));
}

/** Keeps the match page or Home that a request came to; a fragment that was older goes. */
async function keepPage(answer, { pathname } = new URL(answer.url)) {
  if (!PAGE.test(pathname) || !ours(answer)) return;
  if (answer.status === 404) await forget(pathname, `${pathname}/fragment`);
  if (!answer.ok) return;
  await keep(pathname, await plain(answer.clone()));
  await forget(`${pathname}/fragment`);
}

async function openPage(request, wait) {
  const { pathname } = new URL(request.url);
  try {
    const answer = await fetch(request);
    // A proxy whose program is away; what else is not ours may be a portal, where one signs in.
    if (answer.status >= 500 && !ours(answer)) return (await caches.match(pathname)) ?? answer;
    if (answer.url) wait(keepPage(answer.clone()));
    return answer;
  } catch {
    return (await caches.match(pathname)) ?? (await caches.match(OFFLINE)) ?? Response.error();
  }
}

async function openFragment(request, wait) {
  const { pathname } = new URL(request.url);
  try {
    const answer = await fetch(request);
    if (answer.ok && ours(answer)) wait(keep(pathname, answer.clone()));
    if (answer.status === 404 && ours(answer)) wait(forget(pathname, FRAGMENT.exec(pathname)[1]));
    return answer;
  } catch (error) {
    const seen = await caches.match(pathname);
    if (!seen) throw error;
    const headers = new Headers(seen.headers);
    headers.set("X-Seen", "1"); // not from the network: the page says so
    return new Response(await seen.blob(), { headers });
  }
}

async function openStatic(request, wait) {
  const seen = await caches.match(request);
  if (seen) return seen;
  const answer = await fetch(request);
  if (answer.ok && ours(answer)) wait(keep(request, answer.clone()));
  return answer;
}

/** A hand that is written is answered with the match page, which is the newest there is. */
async function send(request, wait) {
  const answer = await fetch(request);
  const pathname = HAND.exec(new URL(request.url).pathname)?.[1];
  if (pathname && answer.headers.get("X-Scorekeeper") === "written") wait(keepPage(answer.clone(), { pathname }));
  return answer;
}

self.addEventListener("install", (event) => {
  const ready = caches.open(SEEN).then((cache) => cache.add(OFFLINE));
  event.waitUntil(ready.then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const others = caches.keys().then((names) =>
    Promise.all(names.filter((name) => name !== SEEN).map((name) => caches.delete(name))),
  );
  event.waitUntil(others.then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  const wait = (work) => event.waitUntil(work);
  if (origin !== location.origin) return;
  if (request.method === "POST") {
    if (request.mode !== "navigate") event.respondWith(send(request, wait));
  } else if (request.method !== "GET") {
    return;
  } else if (request.mode === "navigate") {
    event.respondWith(openPage(request, wait));
  } else if (FRAGMENT.test(pathname)) {
    event.respondWith(openFragment(request, wait));
  } else if (pathname.startsWith("/static/") && search) {
    event.respondWith(openStatic(request, wait));
  }
});
