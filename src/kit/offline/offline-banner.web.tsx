import { useEffect, useSyncExternalStore } from "react";
import { onConnection, useOffline } from "../call/connection.web.ts";
import { isSharedDevice } from "../draft/storage.web.ts";
import { asMinute } from "../value/dates.rules.ts";
import { onShownAsOf, shownAsOf } from "./as-of.web.ts";

/** Says at the top of every page that the portal is out of reach, for as long as it is, and from when what it shows is. */
export function OfflineBanner() {
  const offline = useOffline();
  const asOf = useSyncExternalStore(onShownAsOf, shownAsOf);
  useEffect(() => onConnection(holdStill), []);
  return (
    <div role="status" className="no-print sticky top-0 z-20">
      {offline && (
        <p className="border-warn border-b bg-warn-tint px-4 py-2 text-center text-small">
          <strong>You are offline.</strong>{" "}
          {asOf !== null && (
            <span className="inline-block">This is as of {asMinute(new Date(asOf).toISOString())}.&nbsp;</span>
          )}
          {!isSharedDevice() && <span className="inline-block">What you type stays on this device</span>}
        </p>
      )}
    </div>
  );
}

// So high a banner gets on a narrow phone; what stands there is better pushed down than covered.
const HIGHEST_PX = 80;

/** What comes and goes at the top must not move the text that is being typed, which may stand right above the keys. */
function holdStill(): void {
  const typing = document.activeElement;
  if (!typing?.matches("input, select, textarea")) return;
  const { top } = typing.getBoundingClientRect();
  if (top < HIGHEST_PX) return;
  const moveBack = () => scrollBy(0, typing.getBoundingClientRect().top - top);
  // Some browsers do it by themselves, within a frame.
  requestAnimationFrame(() => requestAnimationFrame(moveBack));
}
