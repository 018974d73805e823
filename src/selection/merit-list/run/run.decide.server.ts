import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { refuseOwnFilesOf } from "#access/own-file/own-file.server.ts";
import { staff } from "#access/permission/permission.server.ts";
import { approversBeside, namesOfStaff } from "#access/staff/staff.server.ts";
import { seatsHeld } from "#calendar/intake/intake.server.ts";
import { type Officer, requireWholeCollege } from "#console/scope/scope.server.ts";
import { approverSentence } from "#console/second-person/second-person.rules.ts";
import { requireAnother } from "#console/second-person/second-person.server.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { Refusal, refuse, stale } from "#kit/wire/refusal.server.ts";
import { auditOf } from "#platform/audit/audit.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { isRecommended } from "../../recommendation/recommendation.server.ts";
import { mayReviewGo, reviewStates } from "../../review/review.rules.ts";
import { reviewsOf } from "../../review/review.server.ts";
import { approveRun, discardRun, proposeRun, returnRun, withdrawRun } from "../merit-list.calls.contract.ts";
import { mayRunGo, type RunState } from "../merit-list.rules.ts";
import { lockRun, type MeritRun, whyTooLate } from "./run.server.ts";

const offerable = reviewStates.filter((state) => mayReviewGo(state, "Offered"));

/**
 * Refuses a list that the college can not keep as things stand now: it gives no seat, more than a programme has since its
 * seats were lowered or given otherwise, or one to an application that can not be offered any more. Says which.
 */
async function requireKeepable(trx: Trx, { _id, session, title, scheme, createdAt }: MeritRun): Promise<void> {
  const { rows: over } = await sql<{ label: string; offers: number; free: number }>`
    select g.label, m.offers, greatest(coalesce(s.seats, 0) - coalesce(s.taken, 0), 0) as free
    from portal.merit_programme m
      join portal.merit_programme_line g on g.run = m.run and g.programme = m.programme
      left join ${seatsHeld(session)} s on s.programme = m.programme
    where m.run = ${_id} and m.offers > greatest(coalesce(s.seats, 0) - coalesce(s.taken, 0), 0) order by m.place`.execute(
    trx,
  );
  const [first, ...others] = over;
  if (first)
    throw refuse(
      "no-seat-left",
      `${first.label} has ${first.free} free seats now, and ${title} gives ${first.offers}${more(others.length, "programme")}. Make a new list`,
    );
  const { rows: stuck } = await sql<{ code: string; state: string }>`
    select review.code, review.state from portal.merit_place p join (${reviewsOf(session)}) review on review._id = p.application
    where p.run = ${_id} and p.outcome = 'Offer' and (
      review.state <> all(${offerable}::text[])
      or not p.byhand and (review.state <> all(${scheme.stages}::text[])
        or review.state = 'Recommended' and not ${isRecommended(sql`review._id`)}))
    order by p.place limit 1000`.execute(trx);
  const [one, ...rest] = stuck;
  if (one)
    throw refuse(
      "application-not-offerable",
      `${one.code} stands at ${one.state} now, so it can not be offered a seat${more(rest.length, "application")}. Take it off by hand, or make a new list`,
    );
  const { rows: corrected } = await sql<{ code: string }>`
    select review.code from portal.merit_place p join (${reviewsOf(session)}) review on review._id = p.application
    where p.run = ${_id} and review."correctedAt" > ${createdAt} order by p.place limit 1000`.execute(trx);
  const [wrong, ...alike] = corrected;
  if (wrong)
    throw refuse(
      "corrected-since-draw",
      `${wrong.code} was corrected since ${title} was drawn, so it may rank otherwise${more(alike.length, "application")}. Make a new list`,
    );
  const { rows: none } = await sql`select from portal.merit_run where _id = ${_id} and offers = 0`.execute(trx);
  if (none.length > 0) throw refuse("list-empty", `${title} gives nobody a seat, so there is nothing to agree to`);
}

const more = (count: number, what: string): string =>
  count === 0 ? "" : `; so it is with ${count} more ${what}${count === 1 ? "" : "s"}`;

const BOTH =
  "Who made or proposed a list, entered somebody in it by hand or took that back, does not approve it. Ask a colleague who may";

/** From a draft to a frozen list by two people, and the ways back. */
export function meritDecideCalls(app: FastifyInstance): void {
  handle(app, proposeRun, staff("merit-lists.change"), (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const run = await runThatGoes({ trx, note }, ask.who, ask.params.id, "Proposed");
      await requireSeen(trx, run, ask.body.revision);
      await requireKeepable(trx, run);
      await sql`update portal.merit_run set state = 'Proposed', proposedby = ${ask.who.staff}, "proposedAt" = now()
        where _id = ${run._id}`.execute(trx);
      note({ deed: "merit_run.propose", subject: subject(run), ...states(run, "Proposed") });
      const approvers = await approversBeside(trx, "merit-lists.approve", ask.who.staff);
      return { type: "success" as const, message: `${run.title} is proposed. ${approverSentence(approvers)}` };
    }),
  );

  handle(app, approveRun, staff("merit-lists.approve"), (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const { who, params, body } = ask;
      const run = await runThatGoes({ trx, note }, who, params.id, "Frozen");
      if (run.proposedby) requireAnother(who, run.proposedby);
      await requireSeen(trx, run, body.revision);
      await requireKeepable(trx, run);
      const hash = await freeze(trx, run._id, who.staff);
      note({ deed: "merit_run.approve", subject: subject(run), ...states(run, "Frozen", { hash }) });
      return { type: "success" as const, message: `${run.title} is approved and frozen${run.alike}`, hash };
    }),
  );

  for (const [endpoint, right, deed, word] of [
    [withdrawRun, "merit-lists.change", "merit_run.withdraw", "a draft again"],
    [returnRun, "merit-lists.approve", "merit_run.return", "sent back: a draft again"],
  ] as const)
    handle(app, endpoint, staff(right), (ask) =>
      write(app, ask, async ({ trx, note }) => {
        const run = await runThatGoes({ trx, note }, ask.who, ask.params.id, "Draft");
        await sql`update portal.merit_run set state = 'Draft', proposedby = null, "proposedAt" = null
          where _id = ${run._id}`.execute(trx);
        note({ deed, subject: subject(run), ...states(run, "Draft"), reason: ask.body.reason });
        return { type: "success" as const, message: `${run.title} is ${word}` };
      }),
    );

  handle(app, discardRun, staff("merit-lists.change"), (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const { reason } = ask.body;
      const run = await runThatGoes({ trx, note }, ask.who, ask.params.id, "Discarded");
      await sql`update portal.merit_run set state = 'Discarded', discarded = ${reason} where _id = ${run._id}`.execute(
        trx,
      );
      note({ deed: "merit_run.discard", subject: subject(run), ...states(run, "Discarded"), reason });
      return { type: "success" as const, message: `${run.title} is given up. It stays to be read` };
    }),
  );
}

/**
 * A run, locked, that may take this step; the right must reach the whole college. 404, 409 with who was first, or 403 for whoever
 * stands in it; `alike` is what is said of somebody who is only alike.
 */
async function runThatGoes(
  { trx, note }: Work,
  who: Officer,
  id: string,
  to: RunState,
): Promise<MeritRun & { readonly alike: string }> {
  const run = await lockRun(trx, id);
  requireWholeCollege(who);
  if (!mayRunGo(run.state, to)) throw stale("state-has-moved", await whyTooLate(trx, run, "changes"));
  const alike = await refuseOwnFilesOf(
    { trx, note },
    who,
    sql`select review.applicant from portal.merit_place place
      join (${reviewsOf(run.session)}) review on review._id = place.application where place.run = ${run._id}`,
    subject(run),
  );
  return { ...run, alike };
}

/** Refuses a decision on a run that is another by now than was seen. 409, with who changed it and when. */
async function requireSeen(trx: Trx, run: MeritRun, seen: number): Promise<void> {
  if (run.revision === seen) return;
  const [last] = await auditOf(trx, subject(run), 1);
  const names = await namesOfStaff(trx, last?.actor ? [last.actor] : []);
  const by = last ? `: ${names.get(last.actor ?? "") ?? "the portal"} did so on ${asMinute(last.at)}` : "";
  throw stale("version-stale", `${run.title} was changed after you looked at it${by}. Look at it again, then decide`);
}

/** Freezes a run under the hash of its rows; the table refuses another hash, and the same person twice. */
async function freeze(trx: Trx, run: string, approvedby: string): Promise<string> {
  // A hundred thousand rows are read twice: by this statement, and by the table's own guard.
  await sql`select set_config('statement_timeout', '20s', true)`.execute(trx);
  const { rows } = await onConstraint(
    { merit_run_two_people: () => new Refusal("another-must-decide", 403, BOTH) },
    sql<{ hash: string }>`update portal.merit_run set state = 'Frozen', approvedby = ${approvedby}, "frozenAt" = now(),
      hash = portal.merit_hash(_id) where _id = ${run} returning hash`.execute(trx),
  );
  return rows[0]?.hash ?? "";
}

const subject = ({ _id }: MeritRun): string => `merit_run:${_id}`;

const states = ({ state }: MeritRun, to: RunState, also: object = {}) => ({
  before: { state },
  after: { state: to, ...also },
});
