import { useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { isOffline, onConnection } from "./connection.web.ts";
import { isSharedDevice } from "./storage.web.ts";

/** Whether the portal is out of reach just now. */
export const useOffline = (): boolean => useSyncExternalStore(onConnection, isOffline, () => false);

/** Says at the top of every page that the portal is out of reach, for as long as it is. */
export function OfflineBanner() {
  const offline = useOffline();
  const banner = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (offline && banner.current) return heldStill(banner.current.offsetHeight);
  }, [offline]);
  return (
    <div ref={banner} role="status" className="no-print sticky top-0 z-20">
      {offline && (
        <p className="border-warn border-b bg-warn-tint px-4 py-2 text-center text-small">
          <strong>You are offline.</strong>{" "}
          {!isSharedDevice() && <span className="inline-block">What you type stays on this phone</span>}
        </p>
      )}
    </div>
  );
}

/** What appears above the text that is being typed must not push it under the keys, unless it would cover it. */
function heldStill(height: number): (() => void) | undefined {
  const typing = document.activeElement?.closest("input, select, textarea");
  if (!typing || typing.getBoundingClientRect().top < 2 * height) return;
  scrollBy(0, height);
  return () => scrollBy(0, -height);
}
