import { sql } from "kysely";
import type { Officer } from "#console/scope/scope.server.ts";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import { refuse, stale } from "#kit/wire/refusal.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { refuseOwnRecords } from "../../student/student.server.ts";
import { allowable, type FindingCode } from "../course-registration.rules.ts";
import type { SeenRegistrations } from "./inbox.contract.ts";
import { dropLines } from "./inbox.drop.server.ts";
import { type JudgedRegistration, lockJudged, MOST_AT_ONCE, type SeenNow, seenNow } from "./inbox.judged.server.ts";
import { approvedLetter, returnedLetter, tellOfRegistrations } from "./inbox.mail.server.ts";
import { stopWords } from "./inbox.rules.ts";

/**
 * Approves those that were seen in which nothing is found. What its student has changed since, and whatever else is not clear,
 * is left as it is and counted. Refuses one's own.
 */
export async function approveClear(work: Work, publicUrl: string, who: Officer, seen: SeenRegistrations) {
  const { trx } = work;
  const { same, changed, beyond } = await lockAsSeen(
    trx,
    who,
    await seenNow(trx, who, seen),
    ({ state, verdict }) => state === "Waiting" && verdict === "Clear",
  );
  const clear = same.filter(({ state, verdict }) => state === "Waiting" && verdict === "Clear");
  const left = same.length - clear.length;
  if (clear.length === 0 && changed.length > 0) throw changedSince(changed, "approved");
  if (clear.length === 0)
    throw stale(
      "nothing-clear",
      `Nothing of this is clear any more, so nothing was approved. Look at it again${beyondWords(beyond)}`,
    );
  await keepApproved(work, publicUrl, who, clear);
  const rest = left === 0 ? "" : `. ${asCount(left, "other stays as it is", "others stay as they are")}: look at them`;
  const message = `${asCount(clear.length, "registration")} approved${rest}${stayWords(changed)}${beyondWords(beyond)}`;
  return { type: "success" as const, message, approved: clear.length, left, changed: changed.length, beyond };
}

/** Approves one in which something is found that a head may allow. */
export async function allowOne(work: Work, publicUrl: string, who: Officer, id: string, version: number) {
  const registration = await lockSeen(work.trx, who, id, version);
  const { state, stops } = registration;
  if (state === "Registered" && stops?.includes("opened-by-failed")) return keepOpened(work, registration, version);
  if (state !== "Waiting") throw refuse("not-waiting", "This registration does not wait, so there is nothing to allow");
  const barred = (stops ?? []).filter((code) => !allowable.includes(code as FindingCode));
  if (barred.length > 0)
    throw refuse(
      "not-to-be-allowed",
      `${barred.map((code) => stopWords[code]).join(", ")}: nobody may allow that. Mend it first, or return the registration`,
    );
  await keepApproved(work, publicUrl, who, [registration]);
  return { type: "success" as const, message: "Allowed and approved", version: version + 1 };
}

/** A course that was opened by one that was failed since stays: a head has looked, and is asked about it no more. */
async function keepOpened({ trx, note }: Work, { _id, student }: JudgedRegistration, version: number) {
  await sql`update portal.course_registration set leftopen = leftopen || failed, failed = '{}', version = version + 1, "updatedAt" = now() where _id = ${_id}`.execute(
    trx,
  );
  note({
    deed: "course_registration.keep-opened",
    subject: `student:${student}`,
    after: { registration: _id },
    reason: "It stays although what opened it was failed since",
  });
  return { type: "success" as const, message: "Left as it is registered", version: version + 1 };
}

/** Returns those that were seen and wait, for their students to mend; what was changed since is left as it is and counted. */
export async function returnChosen(
  work: Work,
  publicUrl: string,
  who: Officer,
  { reason, ...seen }: SeenRegistrations & { readonly reason: string },
) {
  const { trx, note } = work;
  const isWaiting = ({ state }: JudgedRegistration) => state === "Waiting";
  const { same, changed, beyond } = await lockAsSeen(trx, who, await seenNow(trx, who, seen), isWaiting);
  const waiting = same.filter(isWaiting);
  if (waiting.length === 0 && changed.length > 0) throw changedSince(changed, "returned");
  if (waiting.length === 0)
    throw stale(
      "not-waiting",
      `None of these waits any more, so nothing was returned. Look at the list again${beyondWords(beyond)}`,
    );
  await sql`update portal.course_registration set state = 'Returned', reason = ${reason}, decidedby = ${who.staff},
      "decidedAt" = now(), version = version + 1, "updatedAt" = now()
    where _id = any(${idsOf(waiting)}::uuid[])`.execute(trx);
  for (const { student, semester } of waiting)
    note({
      deed: "course_registration.return",
      subject: `student:${student}`,
      after: { state: "Returned", semester },
      reason,
    });
  const returned = waiting.map((one) => ({ ...one, state: "Returned" as const }));
  await tellOfRegistrations(trx, publicUrl, returned, returnedLetter(reason));
  const left = same.length - waiting.length;
  const rest = left === 0 ? "" : `. ${asCount(left, "other stays as it is", "others stay as they are")}`;
  const message = `${asCount(waiting.length, "registration")} returned${rest}${stayWords(changed)}${beyondWords(beyond)}`;
  return { type: "success" as const, message, returned: waiting.length, left, changed: changed.length, beyond };
}

const WITHDRAWN = "The college does not offer it any more.";

/** Drops the withdrawn courses of one, whatever its state. */
export async function dropWithdrawnOf(work: Work, publicUrl: string, who: Officer, id: string, version: number) {
  const registration = await lockSeen(work.trx, who, id, version);
  const dropping = { staff: who.staff, reason: WITHDRAWN };
  const [dropped] = await dropLines(work, publicUrl, dropping, [registration], sql`not c.status`);
  if (!dropped) throw refuse("nothing-withdrawn", "None of its courses is withdrawn, so nothing was dropped");
  const { codes, units } = dropped;
  const message = `${codes.join(", ")} dropped. The student is told, and has ${asCount(units, "unit")} now`;
  return { type: "success" as const, message, version: version + 1, units };
}

const refuseOwnOf = (trx: Trx, who: Officer, registrations: readonly JudgedRegistration[]) =>
  refuseOwnRecords(
    trx,
    who,
    registrations.map(({ student }) => student),
  );

const idsOf = (registrations: readonly JudgedRegistration[]) => registrations.map(({ _id }) => _id);

/**
 * Locks those to which something is to be done, in one order; what somebody changes or decides at the same instant counts as
 * changed. Refuses one's own.
 */
async function lockAsSeen(
  trx: Trx,
  who: Officer,
  { same, changed, beyond }: SeenNow,
  isWanted: (registration: JudgedRegistration) => boolean,
): Promise<SeenNow> {
  await refuseOwnOf(trx, who, [...same, ...changed]);
  const { rows } = await sql<{ _id: string; version: number }>`select _id, version from portal.course_registration
    where _id = any(${idsOf(same.filter(isWanted))}::uuid[]) order by _id for update`.execute(trx);
  const versions = new Map(rows.map(({ _id, version }) => [_id, version]));
  const isSame = ({ _id, version }: JudgedRegistration) => (versions.get(_id) ?? version) === version;
  return { same: same.filter(isSame), changed: [...changed, ...same.filter((one) => !isSame(one))], beyond };
}

const NAMED = 3;

/** "NCE/26/1 Amina Bello, NCE/26/2 Sani Musa and 4 others". */
function namesIn(registrations: readonly JudgedRegistration[]): string {
  const named = registrations.slice(0, NAMED).map(({ called }) => called);
  const more = registrations.length - named.length;
  return more > 0 ? `${named.join(", ")} and ${asCount(more, "other")}` : named.join(", ");
}

const stayWords = (changed: readonly JudgedRegistration[]): string =>
  changed.length === 0
    ? ""
    : `. ${namesIn(changed)}: changed or sent since you looked, so ${changed.length === 1 ? "it stays" : "they stay"}. Look at ${changed.length === 1 ? "it" : "them"} as ${changed.length === 1 ? "it stands" : "they stand"} now`;

const beyondWords = (beyond: number): string =>
  beyond === 0
    ? ""
    : `. At most ${asFigure(MOST_AT_ONCE)} are done at once, and ${asCount(beyond, "more stands", "more stand")} in the list: narrow it, or do it once more`;

const changedSince = (changed: readonly JudgedRegistration[], deed: string) =>
  stale(
    "changed-meanwhile",
    `${namesIn(changed)}: changed or decided since you looked, so nothing was ${deed}. Look again at what stands there now`,
  );

/** One within reach, held, as it was seen. Refuses one's own, and what was changed meanwhile. */
async function lockSeen(trx: Trx, who: Officer, id: string, version: number): Promise<JudgedRegistration> {
  const registration = await lockJudged(trx, who, id);
  await refuseOwnOf(trx, who, [registration]);
  if (registration.version !== version)
    throw stale(
      "changed-meanwhile",
      "The registration was changed or decided meanwhile, so nothing was done. Look at it as it stands now",
    );
  return registration;
}

/** Their courses count from now on. */
async function keepApproved(
  { trx, note }: Work,
  publicUrl: string,
  who: Officer,
  registrations: readonly JudgedRegistration[],
): Promise<void> {
  const ids = idsOf(registrations);
  await sql`update portal.course_registration_line set "approvedAt" = now()
    where registration = any(${ids}::uuid[]) and "droppedAt" is null and "approvedAt" is null`.execute(trx);
  await sql`update portal.course_registration set state = 'Registered', reason = null, decidedby = ${who.staff},
      "decidedAt" = now(), version = version + 1, "updatedAt" = now()
    where _id = any(${ids}::uuid[])`.execute(trx);
  for (const { student, semester, units, stops } of registrations)
    note({
      deed: "course_registration.approve",
      subject: `student:${student}`,
      after: { state: "Registered", semester, units, ...(stops && { allowed: stops }) },
    });
  const approved = registrations.map((one) => ({ ...one, state: "Registered" as const }));
  await tellOfRegistrations(trx, publicUrl, approved, approvedLetter);
}
