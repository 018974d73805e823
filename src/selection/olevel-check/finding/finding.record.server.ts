import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asDay, asMinute } from "#kit/value/dates.rules.ts";
import { Refusal, refuse, refuseFields, stale } from "#kit/wire/refusal.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { ownFile } from "#platform/files/stored-file.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import type { CheckState, Outcome } from "../olevel-check.rules.ts";

interface LockedCheck {
  readonly _id: string;
  readonly applicant: string;
  readonly code: string;
  readonly sitting: string;
  readonly state: CheckState;
  readonly round: number;
  readonly version: number;
}

interface Standing {
  readonly _id: string;
  readonly outcome: Outcome;
  readonly checkedon: string;
  readonly foundby: string;
  readonly at: string;
}

/** A check that nobody else changes until the transaction ends; whose it is was asked before. */
async function lockedCheck(trx: Trx, id: string): Promise<LockedCheck> {
  await trx.selectFrom("olevel_check").select("_id").where("_id", "=", id).forUpdate().execute();
  const { rows } = await sql<LockedCheck>`select c._id, l.applicant, l.code,
      c.examinationtype || ' ' || c.examinationnumber as sitting, c.state, c.round, c.version
    from portal.olevel_check c join portal.olevel_check_line l on l._id = c._id where c._id = ${id}`.execute(trx);
  const [check] = rows;
  if (!check) throw new Error("A check that was reached is gone");
  return check;
}

/** What was found of the sitting as it stands, the oldest first. */
async function findingsOf(trx: Trx, { _id, round }: LockedCheck): Promise<Standing[]> {
  const { rows } = await sql<Standing>`select _id, outcome, checkedon, foundby, "createdAt" as at
    from portal.olevel_finding where olevelcheck = ${_id} and round = ${round} order by "createdAt", _id`.execute(trx);
  return rows;
}

/** What each finder found last, the oldest first: whoever corrected an entry does not contradict by the one before. */
const newestOfEach = (found: readonly Standing[]): Standing[] => [
  ...found
    .reduce((newest, one) => {
      newest.delete(one.foundby);
      return newest.set(one.foundby, one);
    }, new Map<string, Standing>())
    .values(),
];

interface Finding {
  readonly outcome: Outcome;
  readonly checkedon: string;
  readonly reference?: string | undefined;
  readonly words?: string | undefined;
  readonly proof?: string | undefined;
  readonly against?: string | undefined;
}

interface Recording {
  readonly id: string;
  readonly who: Officer;
  readonly form: Finding;
  readonly request: FastifyRequest;
}

/**
 * Keeps what a member of staff found. Refuses one's own file (403), a check that moved since it was read (409, with who found
 * what), a day to come, a dispute that a third person decides, and another outcome than a colleague's that does not say which
 * finding it contradicts. Both are kept then, and the check is disputed.
 */
export async function keepFinding({ trx, note }: Work, { id, who, form, request }: Recording) {
  const check = await lockedCheck(trx, id);
  await refuseOwnFiles(trx, who, [check.applicant]);
  const found = await findingsOf(trx, check);
  const last = found.at(-1);
  await requireAsRead(trx, request, check, last);
  if (check.state === "Disputed")
    throw refuse(
      "findings-disputed",
      "Two findings contradict each other here. Somebody who made neither decides first",
    );
  const { rows } = await sql<{
    ahead: boolean;
  }>`select ${form.checkedon}::date > (now() at time zone 'Africa/Lagos')::date as ahead`.execute(trx);
  if (rows[0]?.ahead) throw refuseFields("day-ahead", { checkedon: "Found on must not be a day to come" });
  // Whoever finds what counts already contradicts nobody, whatever was found before it.
  const other =
    form.outcome === check.state
      ? undefined
      : newestOfEach(found).findLast(({ foundby, outcome }) => foundby !== who.staff && outcome !== form.outcome);
  const against = other ? await requireDifference(trx, other, form) : null;
  if (other === undefined && last && last.outcome !== form.outcome && !form.words)
    throw refuseFields("reason-missing", {
      words: "You found otherwise before. Say what has changed; both entries stay",
    });
  const proof = form.proof ? await ownFile(trx, who.staff, form.proof) : null;
  if (form.proof && proof?.kind !== "document") throw refuseFields("proof-missing", { proof: "Send the proof first" });
  const _id = newId();
  await trx
    .insertInto("olevel_finding")
    .values({
      _id,
      olevelcheck: check._id,
      round: check.round,
      outcome: form.outcome,
      checkedon: form.checkedon,
      reference: form.reference ?? null,
      words: form.words ?? null,
      proof: proof?._id ?? null,
      foundby: who.staff,
      against,
    })
    .execute();
  const state: CheckState = against ? "Disputed" : form.outcome;
  await sql`update portal.olevel_check set state = ${state}, finding = ${against ? null : _id}::uuid, decidedby = null,
      "decidedAt" = null, decision = null, version = version + 1, "updatedAt" = now()
    where _id = ${check._id}`.execute(trx);
  const { outcome, checkedon, reference, words } = form;
  note({
    deed: against ? "olevel_check.dispute" : "olevel_check.find",
    subject: `olevel_check:${check._id}`,
    before: { state: check.state },
    after: { state, outcome, checkedon, reference, words, code: check.code, ...(against && { against }) },
  });
  const message = against
    ? `${check.sitting} is disputed: both findings are kept, and a third person decides`
    : `${check.sitting}: ${outcome.toLowerCase()}`;
  return { type: "success" as const, message, state };
}

/** Whoever types a finding has read the one before: 409 with who found what, where it came meanwhile. */
async function requireAsRead(trx: Trx, request: FastifyRequest, check: LockedCheck, last: Standing | undefined) {
  const seen = request.headers["if-match"]?.replace(/^"?(\d{1,9})"?$/, "$1");
  if (seen === undefined || seen === String(check.version)) return;
  const who = last ? await calledBy(trx, last) : null;
  throw stale(
    "version-stale",
    who
      ? `${who} while you were typing. Nothing of yours was saved: read it, and if you found otherwise, save that as a difference`
      : "This sitting was changed meanwhile. Nothing of yours was saved: look at it again",
  );
}

/** The `_id` of the colleague's finding, where the form says that it was read and is contradicted. */
async function requireDifference(trx: Trx, other: Standing, form: Finding): Promise<string> {
  if (form.against !== other._id)
    throw refuseFields("findings-differ", {
      outcome: `${await calledBy(trx, other)}. If you found otherwise, save it as a difference: both are kept, and a third person decides`,
    });
  if (!form.words) throw refuseFields("reason-missing", { words: "Say what you saw that your colleague did not" });
  return other._id;
}

/** "Mrs Hauwa Sani found Confirmed on 20 November 2026 (saved 20 November 2026 at 2:05 pm)". */
async function calledBy(trx: Trx, { outcome, checkedon, foundby, at }: Standing): Promise<string> {
  const names = await namesOfStaff(trx, [foundby]);
  return `${names.get(foundby) ?? "A colleague"} found “${outcome}” on ${asDay(`${checkedon}T12:00:00Z`)} (saved ${asMinute(at)})`;
}

interface Deciding {
  readonly id: string;
  readonly who: Officer;
  readonly form: { readonly outcome: Outcome; readonly words: string };
}

/** Decides a dispute. Refuses what is in none (409), one's own file, and whoever made one of the findings (403): the table has the same rule. */
export async function keepDecision({ trx, note }: Work, { id, who, form: { outcome, words } }: Deciding) {
  const check = await lockedCheck(trx, id);
  await refuseOwnFiles(trx, who, [check.applicant]);
  if (check.state !== "Disputed")
    throw stale(
      "state-has-moved",
      `${check.sitting} is ${check.state.toLowerCase()} now, so there is no dispute to decide`,
    );
  const counts = (await findingsOf(trx, check)).findLast((one) => one.outcome === outcome);
  await onConstraint(
    {
      olevel_check_third: () =>
        new Refusal(
          "another-must-decide",
          403,
          "You made one of these findings, so somebody who made neither decides. Ask a colleague who may",
        ),
    },
    sql`update portal.olevel_check set state = ${outcome}, finding = ${counts?._id ?? null}::uuid, decidedby = ${who.staff},
        "decidedAt" = now(), decision = ${words}, version = version + 1, "updatedAt" = now()
      where _id = ${check._id}`.execute(trx),
  );
  note({
    deed: "olevel_check.decide",
    subject: `olevel_check:${check._id}`,
    before: { state: check.state },
    after: { state: outcome, code: check.code },
    reason: words,
  });
  return { type: "success" as const, message: `${check.sitting}: ${outcome.toLowerCase()}, by your decision` };
}
