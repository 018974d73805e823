import type * as v from "valibot";
import { keep, markSharedDevice } from "#kit/storage.web.ts";
import { stored } from "../session/session.contract.ts";
import type { signedIn } from "./sign-in.contract.ts";

/** Keeps what a sign-in brought; on a shared device for this tab alone. Specification 4. */
export function keepSignIn({ token, user }: v.InferOutput<typeof signedIn>, shared: boolean): void {
  if (shared) markSharedDevice();
  keep(stored.token, token);
  keep(stored.user, JSON.stringify(user));
}
