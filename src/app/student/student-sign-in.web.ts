import { storedNames } from "#identity/session/session.contract.ts";
import { type CallFailure, call, callAs } from "#kit/call/call.web.ts";
import { forgetDrafts, readyDrafts } from "#kit/draft/draft.web.ts";
import { draftOwner, draftsOf, THIS_TAB } from "#kit/draft/draft-place.web.ts";
import { forgetAll, forgetKeptReads, isSharedDevice, keep, kept } from "#kit/draft/storage.web.ts";
import { enterStudentArea, studentSignOut } from "#registry/student-sign-in/student-sign-in.contract.ts";
import {
  ENDED,
  HOME,
  isOutside,
  KNOWN_STUDENT,
  SIGN_IN,
  SIGNED_OUT,
} from "#registry/student-sign-in/student-sign-in.way.part.page.tsx";

const PATIENCE_MS = 8_000;

/** The student whose page this is. */
let own: string | null = null;
let left = false;

/**
 * The browser sends the sign-in by itself, as a cookie that no script reads. One that is worth nothing any more leads to the
 * sign-in, and from there back to where it ended; what was typed waits on the device.
 */
export function signStudentCalls(): void {
  callAs({
    token: () => "",
    onExpired: (failure) => {
      if (left || isOutside(location.pathname)) return;
      left = true;
      const from = `from=${encodeURIComponent(location.pathname + location.search)}`;
      const to = `${SIGN_IN}?${from}${own === null ? "" : `#${ENDED}`}`;
      // A phone that was lost opens nothing of what it had kept. One that merely lay idle keeps it: its owner has paid for the bytes.
      if (wasEnded(failure)) forgetKeptReads();
      location.replace(to);
    },
  });
  draftsOf(() => own ?? THIS_TAB);
  readyDrafts();
  // A sign-in is the browser's: a page never goes on showing one person while its calls are another's.
  addEventListener("storage", ({ key, newValue }) => {
    if (key === KNOWN_STUDENT && own !== null && newValue !== own) location.replace(HOME);
  });
}

/** Whether somebody ended the sign-in; else it lapsed. */
const wasEnded = ({ reply }: CallFailure): boolean =>
  (reply as { readonly code?: string } | undefined)?.code === "sign-in-ended";

/**
 * Gives this browser the student's cookie of whoever is signed in to the applicant's area here. Answers whether it did; in a
 * sentence why not, where somebody is signed in there who may not come in.
 */
export async function enterAsApplicant(): Promise<boolean | string> {
  const token = kept(storedNames.token);
  if (token === null) return false;
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`/api${enterStudentArea.path}`, { method: enterStudentArea.method, headers });
  const reply: { readonly type?: string; readonly message?: string } = await response.json();
  return response.ok && (reply.type === "success" || (reply.message ?? false));
}

/** From here on drafts, and what was read last, are kept for this student. */
export function signedInAs(student: string): void {
  own = student;
  if (kept(KNOWN_STUDENT) !== student) keep(KNOWN_STUDENT, student);
}

/** Who was here last on this device: worth asking for, and shown what was read last where there is no connection. */
export const knownStudent = (): string | null => kept(KNOWN_STUDENT);

/**
 * Whether a sign-in on a device of others was left by whoever had the tab before: its cookie lives on with the browser, and what
 * marks its tab is gone.
 */
export const isLeftBehind = (shared: boolean): boolean => shared && !isSharedDevice();

/** Ends the sign-in, in the applicant's area too; without an answer in time it ends here all the same. */
export async function leaveForGood(to = `${SIGN_IN}#${SIGNED_OUT}`): Promise<void> {
  left = true;
  const owner = draftOwner();
  await forgetDrafts(owner);
  await call(studentSignOut, { body: {}, signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => undefined);
  forgetAll();
  await forgetDrafts(owner);
  leave(to);
}

/** A new page, so that nothing read before stays in memory. */
export function leave(to: string): void {
  left = true;
  own = null;
  forgetAll();
  location.replace(to);
}
