import type * as v from "valibot";
import { keep, markSharedDevice, takeFromTab } from "#kit/draft/storage.web.ts";
import { ASKED, storedNames } from "../session/session.contract.ts";
import type { SignedInUser, signedIn } from "./sign-in.contract.ts";

/** Keeps what a sign-in brought; on a shared device for this tab alone. Specification 4. */
export function keepSignIn({ token, user }: v.InferOutput<typeof signedIn>, shared: boolean): void {
  if (shared) markSharedDevice();
  keep(storedNames.token, token);
  keep(storedNames.user, JSON.stringify(user));
}

/** Where a sign-in leads: to the page that it stood in the way of, if it is one of ours and nobody else's; else home. */
export function wayIn({ _id }: Pick<SignedInUser, "_id">): string {
  const [owner, asked = HOME] = (takeFromTab(ASKED) ?? "").split(" ");
  const { origin, pathname, search } = new URL(asked, location.origin);
  const isOurs = origin === location.origin && !pathname.startsWith("//");
  return isOurs && (!owner || owner === _id) ? pathname + search : HOME;
}

const HOME = "/app/dashboard";
