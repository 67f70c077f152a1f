// The service worker: opens the matches of this phone offline, as they were last seen here.
//
// For what may change, the network comes first. The cache holds Home, the match pages and their
// newest fragments; scripts and styles have a hash in their address, so that they never change.

const SEEN = "seen-1";
const OFFLINE = "/offline";
const MOST = 80;
const PAGE = /^\/(m\/[^/]+)?$/;
const HAND = /^(\/m\/[^/]+)\/hands$/;
const FRAGMENT = /^(\/m\/[^/]+)\/fragment$/;

/** Returns whether a response comes from our server; those of portals and proxies are not kept. */
const ours = (answer) => answer.headers.has("X-Scorekeeper");

async function keep(address, answer) {
  const cache = await caches.open(SEEN);
  await cache.delete(address); // so that the most recently seen is the last entry
  await cache.put(address, answer);
  for (const old of (await cache.keys()).slice(0, -MOST)) {
    if (new URL(old.url).pathname !== OFFLINE) await cache.delete(old);
  }
}

async function forget(...addresses) {
  const cache = await caches.open(SEEN);
  await Promise.all(addresses.map((address) => cache.delete(address)));
}

/** Returns a copy that may answer a later navigation: a redirected response may not. */
function plain(answer) {
  const { status, headers } = answer;
  return answer.blob().then((body) => new Response(body, { status, headers }));
}

/** Caches the match page or Home at the address of a response, and drops its older fragment. */
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
    // A proxy whose server is down. Other responses that are not ours may be a portal's sign-in.
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
    headers.set("X-Seen", "1"); // not from the network, which the page shows
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

/** Sends a form; the response to a hand that is written is the newest match page, and is cached. */
async function send(request, wait) {
  const answer = await fetch(request);
  const pathname = HAND.exec(new URL(request.url).pathname)?.[1];
  if (pathname && answer.headers.get("X-Scorekeeper") === "written")
    wait(keepPage(answer.clone(), { pathname }));
  return answer;
}

self.addEventListener("install", (event) => {
  const ready = caches.open(SEEN).then((cache) => cache.add(OFFLINE));
  event.waitUntil(ready.then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const others = caches
    .keys()
    .then((names) =>
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
