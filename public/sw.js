// Keeps files whose name holds their hash, and nothing else: no page, no answer of a call.
const STORE = "assets";
const MOST = 120;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== self.location.origin || !pathname.startsWith("/assets/")) return;
  event.respondWith(kept(event.request));
});

async function kept(request) {
  const store = await caches.open(STORE);
  const found = await store.match(request);
  if (found) return found;
  const fresh = await fetch(request);
  if (fresh.ok) {
    await store.put(request, fresh.clone()).catch(() => undefined); // A full device keeps nothing new.
    const names = await store.keys();
    for (const old of names.slice(0, Math.max(0, names.length - MOST))) await store.delete(old);
  }
  return fresh;
}
