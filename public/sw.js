// Keeps files whose name holds their hash, the shells of the applicant's and the student's area and of the gate, which hold nothing of
// anybody, and the page that says that there is no connection. Never an answer of a call.
const ASSETS = "assets";
const PAGES = "pages";
const MOST = 180;
const GATE = "/gate";
const SHELLS = ["/app/", "/student/", GATE];
const OFFLINE = "/offline";

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(renew(OFFLINE));
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
// What a page loaded before this worker was there; the browser has it at hand.
self.addEventListener("message", (event) => event.waitUntil(keepLoaded(event.source?.url ?? "", event.data)));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event, pathname));
  else if (pathname.startsWith("/assets/")) event.respondWith(kept(request));
});

const shellOf = (pathname) => SHELLS.find((shell) => `${pathname}/`.startsWith(shell));

async function page(event, pathname) {
  const shell = shellOf(pathname);
  try {
    const fresh = await fetch(event.request);
    if (shell && fresh.ok) event.waitUntil(put(PAGES, shell, fresh.clone()));
    return fresh;
  } catch {
    const pages = await caches.open(PAGES);
    // The seal stands behind the `#`, which the browser takes along.
    if (pathname.startsWith("/genuine/") && (await pages.match(GATE))) return Response.redirect(GATE, 302);
    const found = (shell && (await pages.match(shell))) || (await pages.match(OFFLINE));
    return found ?? Response.error();
  }
}

async function kept(request) {
  const store = await caches.open(ASSETS);
  const found = await store.match(request);
  if (found) return found;
  const fresh = await fetch(request);
  if (fresh.ok) {
    await put(ASSETS, request, fresh.clone());
    const names = await store.keys();
    for (const old of names.slice(0, Math.max(0, names.length - MOST))) await store.delete(old);
  }
  return fresh;
}

async function keepLoaded(from, addresses) {
  const shell = shellOf(URL.canParse(from) ? new URL(from).pathname : "") ?? SHELLS[0];
  const hasShell = await (await caches.open(PAGES)).match(shell);
  const files = addresses.map((address) => kept(new Request(address)));
  await Promise.all([hasShell || renew(shell), ...files]).catch(() => undefined);
}

const renew = (address) =>
  fetch(address).then(
    (fresh) => fresh.ok && put(PAGES, address, fresh),
    () => undefined,
  );

// A full device keeps nothing new. Every file is named by its address alone, whatever was asked for it.
async function put(name, key, response) {
  const store = await caches.open(name);
  const headers = new Headers(response.headers);
  headers.delete("vary");
  const named = new Response(response.body, { status: response.status, headers });
  await store.put(key, named).catch(() => undefined);
}
