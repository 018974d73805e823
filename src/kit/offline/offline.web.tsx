import { type ComponentType, useEffect, useState } from "react";

/** The place of the banner. Stands once, at the root; it loads itself after the first paint. */
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
