import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { refuseOwnFilesOf } from "#access/own-file/own-file.server.ts";
import {
  handlePlainStep,
  handleWrittenStep,
  type ProposalKind,
  whoApproves,
} from "#access/proposal/proposal.server.ts";
import { seatsHeld } from "#calendar/intake/intake.server.ts";
import { Refusal, refuse, stale } from "#kit/wire/refusal.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
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

/** A merit list on its way from a draft to a frozen one, by two people, and the ways back. */
const runProposal: ProposalKind<MeritRun> = {
  noun: "merit_run",
  approval: "merit-lists.approve",
  lock: lockRun,
  mayGo: mayRunGo,
  keep: keepState,
  whyLate: async (trx, run) => stale("state-has-moved", await whyTooLate(trx, run, "changes")),
  refuseOwn: (work, who, run) =>
    refuseOwnFilesOf(
      work,
      who,
      sql`select review.applicant from portal.merit_place place
        join (${reviewsOf(run.session)}) review on review._id = place.application where place.run = ${run._id}`,
      `merit_run:${run._id}`,
    ),
  seenAs: ({ title, revision }) => ({ title, version: revision }),
};

export function meritDecideCalls(app: FastifyInstance): void {
  handleWrittenStep(app, runProposal, proposeRun, {
    right: "merit-lists.change",
    to: "Proposed",
    by: "anybody",
    deed: "propose",
    seen: ({ revision }) => revision,
    async change(work, run, { who }) {
      await requireKeepable(work.trx, run);
      await sql`update portal.merit_run set state = 'Proposed', proposedby = ${who.staff}, "proposedAt" = now()
        where _id = ${run._id}`.execute(work.trx);
      return { message: `${run.title} is proposed. ${await whoApproves(work.trx, who, runProposal)}` };
    },
  });

  handleWrittenStep(app, runProposal, approveRun, {
    right: "merit-lists.approve",
    to: "Frozen",
    by: "another",
    deed: "approve",
    seen: ({ revision }) => revision,
    async change({ trx }, run, { who }) {
      await requireKeepable(trx, run);
      const hash = await freeze(trx, run._id, who.staff);
      return { message: `${run.title} is approved and frozen${run.alike}`, after: { hash }, reply: { hash } };
    },
  });

  handlePlainStep(app, runProposal, withdrawRun, {
    right: "merit-lists.change",
    to: "Draft",
    by: "anybody",
    deed: "withdraw",
    says: ({ title }) => `${title} is a draft again`,
  });

  handlePlainStep(app, runProposal, returnRun, {
    right: "merit-lists.approve",
    to: "Draft",
    by: "anybody",
    deed: "return",
    says: ({ title }) => `${title} is sent back: a draft again`,
  });

  handlePlainStep(app, runProposal, discardRun, {
    right: "merit-lists.change",
    to: "Discarded",
    by: "anybody",
    deed: "discard",
    says: ({ title }) => `${title} is given up. It stays to be read`,
  });
}

/** A draft again is nobody's proposal; what is given up says why. */
async function keepState(
  { trx }: Work,
  { _id }: MeritRun,
  state: RunState,
  { reason }: { readonly reason: string | null },
): Promise<void> {
  const also = state === "Discarded" ? sql`discarded = ${reason}` : sql`proposedby = null, "proposedAt" = null`;
  await sql`update portal.merit_run set state = ${state}, ${also} where _id = ${_id}`.execute(trx);
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
