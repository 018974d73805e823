import {
  ASKED,
  ELSEWHERE,
  ENDED,
  FIRST,
  readPermit,
  SIGNED_OUT,
  signOut,
  storedNames,
} from "#identity/session/session.contract.ts";
import { call, callAs } from "#kit/call/call.web.ts";
import { forgetDrafts } from "#kit/draft/draft.web.ts";
import { draftOwner } from "#kit/draft/draft-place.web.ts";
import { forgetAll, kept, leaveInTab, onKept } from "#kit/draft/storage.web.ts";
import { paperAddresses } from "../screens/addresses.contract.ts";

const PATIENCE_MS = 8_000;

/** The sign-in whose page this is: the one that it began with, or that began on it. */
let own = kept(storedNames.token);

/**
 * Calls carry the stored token; one that is worth nothing leads to the site root. Specification 4. A page never acts for
 * who signs in in another tab: what stands on it, and was typed into it, is somebody else's.
 */
export function signCalls(): void {
  onKept(() => {
    if (!isPersonal(location.pathname)) own = kept(storedNames.token);
  });
  callAs({
    token: () => (isOthers() ? null : kept(storedNames.token)),
    onExpired: () => (isOthers() ? giveWay() : askSignIn(own === null ? FIRST : ENDED)),
  });
  // Going back, a browser may show a page as it was left, with all that was on it.
  for (const event of ["storage", "focus", "pageshow"])
    addEventListener(event, (shown) => {
      left &&= !(shown as PageTransitionEvent).persisted;
      if (isOthers()) giveWay();
    });
}

/** Whether somebody else is signed in now, or nobody, while this page still shows who was. */
export const isOthers = (): boolean => isPersonal(location.pathname) && kept(storedNames.token) !== own;

const giveWay = () => (isSignedIn() ? location.replace("/app/dashboard") : askSignIn(ELSEWHERE));

/** The page that stands here opens after the next sign-in in this tab: whoever's it is, where somebody was signed in. */
export function keepAsked(): void {
  const { pathname, search } = location;
  if (!left && isPersonal(pathname)) leaveInTab(ASKED, `${storedOfUser("_id") ?? ""} ${pathname}${search}`);
}

/** Whether the way out is taken: whatever is answered until the page is gone changes nothing of it. */
let left = false;

/** To the first page, which says why. */
function askSignIn(reason: string): void {
  keepAsked();
  if (!left) leave(`/${reason}`);
}

/** A paper that is printed; it stays English. */
export const isPaper = (path: string): boolean =>
  paperAddresses.some((address) => path.startsWith(address.replace(":id", "")));

const isPersonal = (path: string): boolean => path.startsWith("/app/") || isPaper(path);

/** Ends the sign-in on the server too; without an answer in time it ends here all the same. */
export async function leaveForGood(to = `/${SIGNED_OUT}`): Promise<void> {
  const owner = draftOwner();
  await forgetDrafts(owner);
  left = true; // The answer clears the storage, which is no other tab's doing.
  await call(signOut, { body: {}, signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => undefined);
  forgetAll();
  await forgetDrafts(owner);
  leave(to);
}

/** A new page, so that nothing read before stays in memory. */
function leave(to: string): void {
  left = true;
  forgetAll();
  location.replace(to);
}

/** What the sign-in told about who signed in here; null when nothing can be read of it. */
export function storedOfUser(name: "_id" | "firstname"): string | null {
  try {
    const value = (JSON.parse(kept(storedNames.user) ?? "null") as Record<string, unknown> | null)?.[name];
    return typeof value === "string" && value !== "" ? value : null;
  } catch {
    return null;
  }
}

export const storedFirstName = () => storedOfUser("firstname");

export const isSignedIn = (): boolean => kept(storedNames.token) !== null;

let asked: ReturnType<typeof askPermit> | undefined;

/** Asked while the screen is still on its way; one answer serves until the next page load. */
export function permitted() {
  asked ??= askPermit();
  return asked;
}

const askPermit = () =>
  call(readPermit).catch((failure: unknown) => {
    asked = undefined;
    throw failure;
  });
