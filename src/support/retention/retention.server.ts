import type { FastifyInstance } from "fastify";
import { type Selectable, sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import {
  decidedAlready,
  handlePlainStep,
  handleProposal,
  handleStep,
  type ProposalKind,
} from "#access/proposal/proposal.server.ts";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { requireWholeCollege } from "#console/scope/scope.server.ts";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuseFields, stale } from "#kit/wire/refusal.server.ts";
import { lastDone } from "#platform/audit/audit.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { RetentionProposal as Kept } from "#platform/database/tables.generated.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import {
  approveRetention,
  checkRetention,
  declineRetention,
  listRetention,
  proposeRetention,
  withdrawRetention,
} from "./retention.contract.ts";
import { daysInForce, foundBy, keepRetention } from "./retention.job.server.ts";
import { type RetentionKind, retained, retentionKinds } from "./retention.rules.ts";

export { daysInForce } from "./retention.job.server.ts";

/** 404 for what is no kind. */
function kindOf({ kind: given }: { readonly kind: string }): RetentionKind {
  const kind = retentionKinds.find((known) => known === given);
  if (!kind) throw notFound();
  return kind;
}

type LockedProposal = Selectable<Kept>;

const ruleProposal: ProposalKind<LockedProposal> = {
  noun: "retention",
  approval: "retention-rules.approve",
  subject: ({ kind }) => `retention:${kind}`,
  lock: (trx, id) =>
    trx.selectFrom("retention_proposal").selectAll().where("_id", "=", id).forUpdate().executeTakeFirst(),
  keep: ({ trx }: Work, { _id }, state, { staff: decidedby, reason: answer }) =>
    trx
      .updateTable("retention_proposal")
      .set({ state, decidedby, answer, decidedAt: sql`now()` })
      .where("_id", "=", _id)
      .execute(),
  whyLate: (trx, kept) => decidedAlready(trx, "This rule", kept),
};

/** What was seen stands by one in a hundred: people come and go while a dry run is read. 409. */
function requireSeen(now: number, seen: number): void {
  if (Math.abs(now - seen) > Math.floor(seen / 100))
    throw stale("count-changed", `${asCount(now, "row")} would go now, not ${asFigure(seen)}. Make the dry run again`);
}

const nowGone = async (trx: Trx, kind: RetentionKind, days: number | null): Promise<number> =>
  days === null ? 0 : (await foundBy(trx, kind, days)).count;

function retentionCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, listRetention, staff("retention-rules"), async ({ who }) => {
    requireWholeCollege(who);
    const waiting = await db.selectFrom("retention_proposal").selectAll().where("state", "=", "Proposed").execute();
    const names = await namesOfStaff(
      db,
      waiting.map(({ proposedby }) => proposedby),
    );
    return Promise.all(
      retentionKinds.map(async (kind) => {
        const one = waiting.find((row) => row.kind === kind);
        return {
          kind,
          days: await daysInForce(db, kind),
          lastAt: await lastDone(db, `retention:${kind}`, ["retention.carry-out"]),
          proposal: one
            ? {
                _id: one._id,
                days: one.days,
                reason: one.reason,
                proposedby: { _id: one.proposedby, name: names.get(one.proposedby) ?? "" },
                createdAt: one.createdAt,
                count: one.days === null ? 0 : (await foundBy(db, kind, one.days)).count,
              }
            : null,
        };
      }),
    );
  });

  handle(app, checkRetention, staff("retention-rules"), ({ who, params, body }) => {
    requireWholeCollege(who);
    return foundBy(db, promised(kindOf(params), body.days), body.days);
  });

  handleProposal(app, ruleProposal, proposeRetention, {
    right: "retention-rules.change",
    async propose({ trx, note }, { who, params, body: { days, count, reason } }) {
      const kind = promised(kindOf(params), days);
      requireSeen(await nowGone(trx, kind, days), count);
      const row = { _id: newId(), kind, days, count, reason, proposedby: who.staff };
      await onConstraint(
        {
          retention_proposal_one: () =>
            stale("proposal-waits-already", "A proposal waits already. It must be decided or withdrawn first"),
        },
        trx.insertInto("retention_proposal").values(row).execute(),
      );
      note({ deed: "retention.propose", subject: `retention:${kind}`, after: { days, count }, reason });
      return { message: "Proposed", reply: { _id: row._id } };
    },
  });

  handleStep(app, ruleProposal, approveRetention, {
    right: "retention-rules.approve",
    to: "Approved",
    by: "another",
    deed: "approve",
    async change({ trx }, { kind: given, days }, { body }) {
      const kind = kindOf({ kind: given });
      requireSeen(await nowGone(trx, kind, days), body.count);
      const { name } = retained[kind];
      return {
        message: days === null ? `${name}: the rule has stopped` : `${name}: in force, after ${asCount(days, "day")}`,
        after: { days },
      };
    },
  });

  handlePlainStep(app, ruleProposal, declineRetention, {
    right: "retention-rules.approve",
    to: "Declined",
    by: "another",
    deed: "decline",
    says: () => "Declined. Everything stays as it is",
  });

  handlePlainStep(app, ruleProposal, withdrawRetention, {
    right: "retention-rules.change",
    to: "Withdrawn",
    by: "proposer",
    deed: "withdraw",
    says: () => "Withdrawn. Everything stays as it is",
  });
}

/** Refuses more days than the privacy notice promises. */
function promised(kind: RetentionKind, days: number | null): RetentionKind {
  const { most } = retained[kind];
  if (days !== null && days > most)
    throw refuseFields("too-many-days", {
      days: `At most ${asFigure(most)} days: the privacy notice promises people that it is kept no longer`,
    });
  return kind;
}

export const retentionNoun: Noun = {
  name: "retention",
  calls: retentionCalls,
  rounds: [keepRetention],
  waiting: [
    {
      right: "retention-rules.approve",
      rows: ({ staff: member }) =>
        sql`select from portal.retention_proposal where state = 'Proposed' and proposedby <> ${member}`,
      one: "One rule on how long data are kept waits for a second person.",
      many: "rules on how long data are kept wait for a second person.",
      deed: "Decide",
      link: "/staff/retention-rules",
    },
  ],
};
