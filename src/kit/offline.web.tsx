import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { isOffline, onConnection } from "./connection.web.ts";

/** Whether the portal is out of reach just now. */
export const useOffline = (): boolean => useSyncExternalStore(onConnection, isOffline, () => false);

/** The place of the banner that says so. Stands once, at the root; it loads itself after the first paint. */
export function OfflineNews() {
  const [Banner, setBanner] = useState<ComponentType | null>(null);
  useEffect(() => {
    import("./offline-banner.web.tsx").then(
      (part) => setBanner(() => part.OfflineBanner),
      () => undefined, // Without a connection there is none, and the page does without.
    );
  }, []);
  return Banner && <Banner />;
}
