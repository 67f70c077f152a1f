// The service worker: opens the matches of this phone offline, as they were last seen here.
//
// For what may change, the network comes first. The cache holds Home, the match pages and their
// newest fragments; scripts and styles have a hash in their address, so that they never change.

const CACHE = "seen-1";
const OFFLINE = "/offline";
const MAX_ENTRIES = 80;
const PAGE = /^\/(m\/[^/]+)?$/;
const HAND = /^(\/m\/[^/]+)\/hands$/;
const FRAGMENT = /^(\/m\/[^/]+)\/fragment$/;

/** Returns whether a response comes from our server; those of portals and proxies are not kept. */
const isOurs = (response) => response.headers.has("X-Scorekeeper");

async function store(address, response) {
  const cache = await caches.open(CACHE);
  await cache.delete(address); // so that the most recently cached is the last entry
  await cache.put(address, response);
  for (const old of (await cache.keys()).slice(0, -MAX_ENTRIES)) {
    if (new URL(old.url).pathname !== OFFLINE) await cache.delete(old);
  }
}

async function remove(...addresses) {
  const cache = await caches.open(CACHE);
  await Promise.all(addresses.map((address) => cache.delete(address)));
}

/** Returns a copy that may answer a later navigation: a redirected response may not. */
function plain(response) {
  const { status, headers } = response;
  return response.blob().then((body) => new Response(body, { status, headers }));
}

/** Caches the match page or Home at the address of a response, and drops its older fragment. */
async function storePage(response, { pathname } = new URL(response.url)) {
  if (!PAGE.test(pathname) || !isOurs(response)) return;
  if (response.status === 404) await remove(pathname, `${pathname}/fragment`);
  if (!response.ok) return;
  await store(pathname, await plain(response.clone()));
  await remove(`${pathname}/fragment`);
}

async function openPage(request, wait) {
  const { pathname } = new URL(request.url);
  try {
    const response = await fetch(request);
    // A proxy whose server is down. Other responses that are not ours may be a portal's sign-in.
    if (response.status >= 500 && !isOurs(response))
      return (await caches.match(pathname)) ?? response;
    if (response.url) wait(storePage(response.clone()));
    return response;
  } catch {
    return (await caches.match(pathname)) ?? (await caches.match(OFFLINE)) ?? Response.error();
  }
}

async function openFragment(request, wait) {
  const { pathname } = new URL(request.url);
  try {
    const response = await fetch(request);
    if (response.ok && isOurs(response)) wait(store(pathname, response.clone()));
    if (response.status === 404 && isOurs(response))
      wait(remove(pathname, FRAGMENT.exec(pathname)[1]));
    return response;
  } catch (error) {
    const cached = await caches.match(pathname);
    if (!cached) throw error;
    const headers = new Headers(cached.headers);
    headers.set("X-Seen", "1"); // not from the network, which the page shows
    return new Response(await cached.blob(), { headers });
  }
}

async function openStatic(request, wait) {
  const cached = await caches.match(request);
  if (cached) return cached;
  const response = await fetch(request);
  if (response.ok && isOurs(response)) wait(store(request, response.clone()));
  return response;
}

/** Sends a form; the response to a hand that is written is the newest match page, and is cached. */
async function send(request, wait) {
  const response = await fetch(request);
  const pathname = HAND.exec(new URL(request.url).pathname)?.[1];
  if (pathname && response.headers.get("X-Scorekeeper") === "written")
    wait(storePage(response.clone(), { pathname }));
  return response;
}

self.addEventListener("install", (event) => {
  const ready = caches.open(CACHE).then((cache) => cache.add(OFFLINE));
  event.waitUntil(ready.then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const others = caches
    .keys()
    .then((names) =>
      Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))),
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
