import { isOutside } from "#access/staff/staff.way.part.page.tsx";
import { staffSignOut } from "#access/staff-session/staff-session.contract.ts";
import { letGo } from "#console/leaving/leaving.way.part.page.tsx";
import { forgetRecent } from "#console/palette/palette.recent.part.page.tsx";
import { keepPreference, keptPreference } from "#console/preference/preference.part.page.tsx";
import { call, callAs } from "#kit/call/call.web.ts";
import { forgetDrafts, readyDrafts } from "#kit/draft/draft.web.ts";
import { draftOwner, draftsOf } from "#kit/draft/draft-place.web.ts";

export const SIGN_IN = "/staff";

const PATIENCE_MS = 8_000;

let who: string | null = null;

/**
 * The browser sends the sign-in by itself, as a cookie that no script reads. One that is worth nothing any more leads to
 * the sign-in, and from there back to where it ended; what was typed waits on the device.
 */
export function signStaffCalls(): void {
  callAs({
    token: () => "",
    onExpired: () => {
      if (isOutside(location.pathname)) return;
      letGo(); // What was typed waits on the device.
      location.replace(`${SIGN_IN}?from=${encodeURIComponent(location.pathname + location.search)}`);
    },
  });
  draftsOf(() => who);
  readyDrafts();
}

// A sign-in is the browser's: a page never goes on showing one person while its calls are another's.
const tabs = "BroadcastChannel" in globalThis ? new BroadcastChannel("staff") : null;
tabs?.addEventListener("message", ({ data }) => {
  if (who === null || data === who) return;
  who = null;
  letGo();
  location.reload();
});

/** From here on drafts are kept for this member of staff. */
export function signedInAs(_id: string): void {
  if (who === _id) return;
  who = _id;
  tabs?.postMessage(_id);
  keepPreference("known", "yes");
}

/** Whether it is worth asking who is signed in: elsewise the first visit of every browser would begin with a refusal. */
export const isKnown = (): boolean => keptPreference("known") === "yes";

export const forgetKnown = (): void => keepPreference("known", "no");

/** Ends the sign-in and leaves nothing of it; without an answer in time it ends here all the same. */
export async function leaveForGood(): Promise<void> {
  const owner = draftOwner();
  await forgetDrafts(owner);
  await call(staffSignOut, { body: {}, signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => undefined);
  forgetRecent();
  forgetKnown();
  tabs?.postMessage(null);
  letGo();
  await forgetDrafts(owner);
  // A new page, so that nothing read before stays in memory.
  location.replace(SIGN_IN);
}
