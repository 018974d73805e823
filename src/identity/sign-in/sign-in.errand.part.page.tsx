import { newAttempt } from "#kit/call/call.web.ts";
import { takeFromTab } from "#kit/draft/storage.web.ts";

/** What this tab remembers while its user is with the provider. */
interface Errand {
  readonly state: string;
  readonly shared: boolean;
}

const ERRAND = "providerErrand";

/** Leaves for a provider by a door of the portal's own. Answers false when the browser forbids what the way back needs. */
export function leaveForProvider(door: string, shared: boolean): boolean {
  const errand: Errand = { state: newAttempt(), shared };
  try {
    sessionStorage.setItem(ERRAND, JSON.stringify(errand));
  } catch {
    return false;
  }
  location.assign(`${door}?state=${errand.state}`);
  return true;
}

/** What the provider sent back: a token that this tab had sent for, one that it had not, or why there is none. */
export type ProviderReturn =
  | { readonly is: "token"; readonly token: string; readonly shared: boolean }
  | { readonly is: "unasked" }
  | { readonly is: "error"; readonly error: string };

/** Takes what was sent back out of the address, at once; null when there is nothing. */
export function takeReturn(): ProviderReturn | null {
  const said = new URLSearchParams(location.hash.slice(1) || location.search);
  history.replaceState(null, "", location.pathname);
  const errand = takeErrand();
  const [token, error] = [said.get("id_token"), said.get("error")];
  if (error) return { is: "error", error };
  if (!token) return null;
  if (errand?.state !== said.get("state")) return { is: "unasked" };
  return { is: "token", token, shared: errand.shared };
}

function takeErrand(): Errand | null {
  try {
    return JSON.parse(takeFromTab(ERRAND) ?? "null");
  } catch {
    return null;
  }
}
