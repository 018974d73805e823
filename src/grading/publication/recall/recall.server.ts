import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { handlePlainStep, handleProposal, handleStep, type ProposalKind } from "#access/proposal/proposal.server.ts";
import { notFound, refuse, stale } from "#kit/wire/refusal.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import { enqueue } from "#platform/jobs/jobs.server.ts";
import { publishJob } from "../make/make.server.ts";
import { approveRecall, declineRecall, proposeRecall, withdrawRecall } from "../publication.contract.ts";
import { beginTakingBack, type LockedPublication, lockPublication } from "../publication.lock.server.ts";
import { refuseOwnBatches } from "../publication.read.server.ts";
import type { RecallState } from "../publication.rules.ts";

interface LockedRecall {
  readonly _id: string;
  readonly state: RecallState;
  readonly reason: string;
  readonly proposedby: string;
  readonly of: LockedPublication;
}

const recallProposal: ProposalKind<LockedRecall> = {
  noun: "publication_recall",
  subject: ({ of }) => `publication:${of._id}`,
  approval: "publications.approve",
  async lock(trx, id) {
    const { rows: found } = await sql<{ publication: string }>`
      select publication from portal.publication_recall where _id = ${id}`.execute(trx);
    const of = found[0] && (await lockPublication(trx, found[0].publication));
    const { rows } = await sql<
      Omit<LockedRecall, "of">
    >`select _id, state, reason, proposedby from portal.publication_recall
      where _id = ${id} for update`.execute(trx);
    return rows[0] && of && { ...rows[0], of };
  },
  keep: ({ trx }, { _id }, to, { staff: by, reason }) =>
    sql`update portal.publication_recall set state = ${to}, decidedby = ${by}, "decidedAt" = now(), decision = ${reason}
      where _id = ${_id}`.execute(trx),
  whyLate: async (_, { state }) => stale("already-decided", `This recall is ${state} already. Look at it again`),
  async refuseOwn({ trx }, who, { of }) {
    await refuseOwnBatches(trx, who, of, of.batches);
    return "";
  },
  notYours: "Only who proposed this recall gives it up. Decline it, if you may",
};

export function publicationRecallCalls(app: FastifyInstance): void {
  handleProposal(app, recallProposal, proposeRecall, {
    right: "publications.change",
    async propose({ trx, note }, { who, params, body }) {
      const publication = isId(params.id) ? await lockPublication(trx, params.id) : undefined;
      if (!publication) throw notFound();
      requireOut(publication);
      await refuseOwnBatches(trx, who, publication, publication.batches);
      const _id = newId();
      await onConstraint(
        {
          publication_recall_once: () =>
            refuse(
              "proposal-waits-already",
              "Somebody has proposed to recall this already. It waits for a second person",
            ),
        },
        sql`insert into portal.publication_recall (_id, publication, reason, proposedby)
          values (${_id}, ${publication._id}, ${body.reason}, ${who.staff})`.execute(trx),
      );
      note({ deed: "publication_recall.propose", subject: `publication:${publication._id}`, reason: body.reason });
      return { message: "The recall is proposed. Until it is approved the results stay out", reply: { _id } };
    },
  });

  handleStep(app, recallProposal, approveRecall, {
    right: "publications.approve",
    to: "Approved",
    by: "another",
    deed: "approve",
    async change({ trx }, { of, reason }) {
      requireOut(of);
      await beginTakingBack(trx, of);
      await enqueue(trx, publishJob, { publication: of._id });
      return { message: `“${of.title}” is being taken back, and its students are told`, reason };
    },
  });

  handlePlainStep(app, recallProposal, declineRecall, {
    right: "publications.approve",
    to: "Declined",
    by: "another",
    deed: "decline",
    says: () => "Declined. The results stay out",
  });

  handlePlainStep(app, recallProposal, withdrawRecall, {
    right: "publications.change",
    to: "Withdrawn",
    by: "proposer",
    deed: "withdraw",
    says: () => "The recall is given up. The results stay out",
  });
}

function requireOut({ state, title }: LockedPublication): void {
  if (state === "Published") return;
  if (state === "Planned")
    throw refuse("minute-not-come", `“${title}” is not out yet. Whoever may approve it calls it off at once`);
  throw refuse("list-not-released", `“${title}” is ${state}, so there is nothing to recall`);
}
