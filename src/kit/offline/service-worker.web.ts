interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

/**
 * After the page is there: keeps the hashed files on the device, so that the next visit loads none of them and the
 * area whose addresses begin with `area` opens without a connection.
 */
export function keepAssets(area = "/app/"): void {
  if (!("serviceWorker" in navigator)) return;
  addEventListener("load", () => {
    // The page's policy takes a script's address from this one place only.
    const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
    const address = trustedTypes?.createPolicy("sw", { createScriptURL: (url) => url }).createScriptURL("/sw.js");
    const { serviceWorker } = navigator;
    serviceWorker.register(address ?? "/sw.js").catch(() => undefined); // Blocked: nothing is kept.
    if (!serviceWorker.controller && location.pathname.startsWith(area)) keepLoaded();
  });
}

/** Has what this page has loaded until now kept too, as far as it is not. */
export function keepLoaded(): void {
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  void navigator.serviceWorker.ready?.then(({ active }) =>
    active?.postMessage(loaded.filter((name) => name.startsWith(`${location.origin}/assets/`))),
  );
}
