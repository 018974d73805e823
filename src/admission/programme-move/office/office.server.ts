import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import {
  decidedAlready,
  handlePlainStep,
  handleProposal,
  handleStep,
  handleWrittenStep,
  type Proposal,
  type ProposalKind,
} from "#access/proposal/proposal.server.ts";
import {
  applicationIds,
  type LockedApplication,
  lockApplications,
} from "#applications/application/application.server.ts";
import { lockApplicant } from "#identity/session/session.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { approveMove, MOST_AT_ONCE, proposeMoves, refuseMove, takeMoveBack } from "../programme-move.contract.ts";
import { fitnessFor, whyUnfit } from "../programme-move.fit.server.ts";
import {
  moveWithFile,
  requireMovable,
  requireNoOther,
  whyNotProposed,
  wishedProgramme,
} from "../programme-move.ground.server.ts";
import { movedNews, offeredNews, refusedNews } from "../programme-move.mail.server.ts";
import { moveOpenAlready, rowOf } from "../programme-move.own.server.ts";
import { tellMoved, titlesOf } from "../programme-move.read.server.ts";
import { approvedAs, daysIn, type MoveState, mayMoveGo } from "../programme-move.rules.ts";

interface LockedMove extends Proposal {
  readonly state: MoveState;
  readonly application: string;
  readonly applicant: string;
  readonly code: string;
  readonly fromprogramme: string;
  readonly programme: string;
  readonly reason: string;
  readonly days: number | null;
  readonly version: number;
  readonly decidedby: string | null;
  readonly decidedAt: string | null;
}

/** Another programme for an application: the applicant asks and one decides, or one proposes and another approves. */
const moveProposal: ProposalKind<LockedMove> = {
  noun: "programme_move",
  subject: ({ application }) => `application:${application}`,
  approval: "programme-moves.approve",
  lock: lockMove,
  mayGo: mayMoveGo,
  keep: keepMove,
  whyLate: (trx, move) => decidedAlready(trx, "This change of programme", move),
  async refuseOwn({ trx }, who, { applicant }) {
    await refuseOwnFiles(trx, who, [applicant]);
    return "";
  },
  seenAs: ({ code, version }) => ({ title: `The change of programme of ${code}`, version }),
};

/** The applicant first, as whoever answers does, then the application, then the request. */
async function lockMove(trx: Trx, id: string): Promise<LockedMove | undefined> {
  const named = await trx
    .selectFrom("programme_move")
    .select(["applicant", "application"])
    .where("_id", "=", id)
    .executeTakeFirst();
  if (!named) return undefined;
  await lockApplicant(trx, named.applicant);
  await lockApplications(trx, [named.application]);
  const { rows } =
    await sql<LockedMove>`select _id, state, askedby as proposedby, application, applicant, code, fromprogramme,
      programme, reason, days, version, decidedby, "decidedAt"
    from portal.programme_move where _id = ${id} for update`.execute(trx);
  return rows[0];
}

async function keepMove(
  { trx }: Work,
  { _id }: LockedMove,
  to: MoveState,
  { staff, reason }: { readonly staff: string; readonly reason: string | null },
): Promise<void> {
  // Who takes back what he or she proposed decides nothing.
  const by = to === "Withdrawn" ? null : staff;
  await sql`update portal.programme_move set state = ${to}, decidedby = ${by}::uuid, "decidedAt" = now(), decision = ${reason},
      answerby = case when ${to}::text = 'Offered' then (now() at time zone 'Africa/Lagos')::date + days end, version = version + 1
    where _id = ${_id}`.execute(trx);
}

export function officeMoveCalls(app: FastifyInstance): void {
  const { config } = app.portal;

  handleProposal(app, moveProposal, proposeMoves, {
    right: "programme-moves.change",
    propose: async (work, { who, body }) => {
      const { codes, programme, days, reason } = body;
      const all = await lockNamed(work.trx, codes);
      await refuseOwnFiles(
        work.trx,
        who,
        all.map(({ applicant }) => applicant),
      );
      await requireProposable(work.trx, all, programme);
      const proposed = { programme, state: "Proposed", reason, days: daysIn(days), askedby: who.staff };
      const rows = all.map((of) => ({ ...rowOf(of), ...proposed, _id: newId() }));
      await onConstraint(
        { programme_move_one_open: moveOpenAlready },
        work.trx.insertInto("programme_move").values(rows).execute(),
      );
      for (const { _id: move, application } of rows) {
        const after = { state: "Proposed", move, programme };
        work.note({ deed: "programme_move.propose", subject: `application:${application}`, after, reason });
      }
      const message = `Another programme is proposed for ${asCount(all.length, "application")}`;
      return { message, reply: { count: all.length } };
    },
  });

  handleWrittenStep(app, moveProposal, approveMove, {
    right: "programme-moves.approve",
    to: approvedAs,
    by: "another",
    deed: "approve",
    seen: ({ seen }) => seen,
    async change(work, move, { who }) {
      const { trx } = work;
      await keepMove(work, move, approvedAs(move), { staff: who.staff, reason: null });
      const of = await movable(trx, move);
      const { missing } = await requireFitting(trx, of, move.programme, move.state === "Proposed");
      const titles = await titlesOf(trx, move.fromprogramme, move.programme);
      if (move.state === "Asked") {
        await moveWithFile(work, { application: of, to: move.programme, why: "Change" });
        await tellMoved(trx, config, of, movedNews(missing), titles);
        return { message: `${of.code} is an application to ${titles.to} now` };
      }
      const { rows } = await sql<{
        answerby: string;
      }>`select answerby from portal.programme_move where _id = ${move._id}`.execute(trx);
      const answerby = rows[0]?.answerby ?? "";
      await tellMoved(trx, config, of, offeredNews({ answerby, reason: move.reason, missing }), titles);
      return { message: `${titles.to} is offered to ${of.code}. The applicant has a mail, and answers on the portal` };
    },
  });

  handleStep(app, moveProposal, refuseMove, {
    right: "programme-moves.approve",
    to: "Refused",
    by: "another",
    deed: "refuse",
    seen: ({ seen }) => seen,
    async change({ trx }, move, { body }) {
      if (move.proposedby !== null) return { message: "Refused. The applicant hears nothing of it" };
      const titles = await titlesOf(trx, move.fromprogramme, move.programme);
      await tellMoved(trx, config, move, refusedNews(body.reason), titles);
      return { message: "Refused. The applicant has a mail with your reason" };
    },
  });

  handlePlainStep(app, moveProposal, takeMoveBack, {
    right: "programme-moves.change",
    to: "Withdrawn",
    by: "proposer",
    deed: "take-back",
    says: () => "Taken back. The applicant hears nothing of it",
  });
}

async function movable(trx: Trx, { application, fromprogramme }: LockedMove): Promise<LockedApplication> {
  const of = (await lockApplications(trx, [application])).get(application);
  if (!of) throw new Error("A change of programme names an application that does not exist");
  if (of.programme !== fromprogramme)
    throw refuse(
      "changed-since-proposed",
      `${of.code} stands in another programme by now. Refuse this, or have it asked anew`,
    );
  return of;
}

/** The applications that a list of codes names, locked in one order. Refuses what is no code, under the field. */
async function lockNamed(trx: Trx, typed: string): Promise<LockedApplication[]> {
  const codes = [
    ...new Set(
      typed
        .toUpperCase()
        .split(/[\s,;]+/)
        .filter((code) => code !== ""),
    ),
  ];
  if (codes.length > MOST_AT_ONCE)
    throw refuseFields("list-too-long", {
      codes: `At most ${MOST_AT_ONCE} applications at once, and these are ${codes.length}`,
    });
  const found = await applicationIds(trx, codes);
  const unknown = codes.filter((code) => !found.has(code));
  if (unknown.length > 0)
    throw refuseFields("application-not-found", {
      codes: `No application has the code ${unknown.slice(0, NAMED).join(", ")}. Check it, sign by sign`,
    });
  return [...(await lockApplications(trx, [...found.values()])).values()];
}

const NAMED = 5;

/** Refuses all where one can not be offered the programme, naming those and why. */
async function requireProposable(trx: Trx, all: readonly LockedApplication[], programme: string): Promise<void> {
  const whys = await whyNotProposed(trx, all, programme);
  const [only] = whys.values();
  if (only && all.length === 1) throw only;
  const wrong = all.flatMap(({ _id, code }) => {
    const why = whys.get(_id);
    return why ? [`${code} (${Object.values(why.errors ?? {})[0] ?? why.message})`] : [];
  });
  if (wrong.length === 0) return;
  const more = wrong.length > NAMED ? `, and ${wrong.length - NAMED} more` : "";
  throw refuse(
    "not-proposable",
    `${wrong.length} of ${all.length} can not be offered this programme, so nothing was proposed: ${wrong.slice(0, NAMED).join("; ")}${more}`,
  );
}

/** What an application must be for another programme: free to move, and, where the office proposes it, qualified and with a seat. */
async function requireFitting(trx: Trx, of: LockedApplication, wished: string, byOffice: boolean) {
  await requireMovable(trx, of);
  const programme = await wishedProgramme(trx, of, wished);
  await requireNoOther(trx, of, programme);
  const fitness = await fitnessFor(trx, of, wished);
  const why = byOffice ? whyUnfit(of.code, programme, fitness) : null;
  if (why) throw why;
  return fitness;
}

/** What waits for a decision of a member of staff: what applicants ask for, and what another proposed. */
export const movesToDecide = (member: string): RawBuilder<unknown> =>
  sql`select from portal.programme_move where state in ('Asked', 'Proposed') and askedby is distinct from ${member}::uuid`;
