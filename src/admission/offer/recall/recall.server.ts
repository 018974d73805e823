import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import { handlePlainStep, handleProposal, handleStep, type ProposalKind } from "#access/proposal/proposal.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { type Officer, wholeCollege } from "#console/scope/scope.server.ts";
import { refuse, refuseForm, stale } from "#kit/wire/refusal.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import { enqueue } from "#platform/jobs/jobs.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { isOwnApplication } from "#selection/review/review.server.ts";
import { lockedRelease, refuseOwnLines } from "../release/release.lock.server.ts";
import { approveRecall, dismissRecall, proposeRecall, recalls, takeRecallBack } from "./recall.contract.ts";
import { recallListJob } from "./recall.job.server.ts";
import { endRecall, type LockedRecall, lockRecall, requireRecallInTime, setRecallState } from "./recall.lock.server.ts";
import { linesRecalled, lockRecallable, takeBack } from "./recall.take-back.server.ts";

export const recallRules: RecordRules<typeof recalls> = {
  of: recalls,
  table: "recall",
  within: wholeCollege,
  // Of a whole list it is no secret that it is recalled.
  hidden: (column, member) =>
    sql`(${column("application")} is not null and ${isOwnApplication(column("application"), member)})`,
};

const recallProposal: ProposalKind<LockedRecall> = {
  noun: "recall",
  approval: "releases.approve",
  lock: lockRecall,
  keep: setRecallState,
  whyLate: async (_, { state }) => stale("already-decided", `This recall is ${state} already. Look at it again`),
  refuseOwn: refuseConcerned,
  notYours: "Only who proposed this recall gives it up. Others approve it or dismiss it",
};

export function recallCalls(app: FastifyInstance): void {
  handleProposal(app, recallProposal, proposeRecall, {
    right: "releases.change",
    async propose(work, { who, body }) {
      const { release = null, application = null, reason, words } = body;
      if ((release === null) === (application === null))
        throw refuseForm("form-invalid", "Choose a list or one application", {
          release: "Choose a list or one application",
        });
      const about =
        release === null
          ? await requireOffer(work.trx, application ?? "")
          : await requireReleased(work.trx, who, release);
      await refuseConcerned(work, who, { release, application });
      const _id = newId();
      await onConstraint(
        { recall_once_offer: alreadyProposed, recall_once_release: alreadyProposed },
        sql`insert into portal.recall (_id, release, application, reason, words, about, proposedby)
          values (${_id}, ${release}, ${application}, ${reason}, ${words}, ${about}, ${who.staff})`.execute(work.trx),
      );
      work.note({ deed: "recall.propose", subject: `recall:${_id}`, after: { release, application, words }, reason });
      return { message: `The recall of ${about} is proposed`, reply: { _id } };
    },
  });

  handleStep(app, recallProposal, approveRecall, {
    right: "releases.approve",
    to: "Approved",
    by: "another",
    deed: "approved",
    async change(work, recall, { who }) {
      const { trx } = work;
      if (recall.release !== null) {
        await requireReleased(trx, who, recall.release);
        await enqueue(trx, recallListJob, { recall: recall._id });
        return { message: `${recall.about} is being taken back` };
      }
      const application = recall.application ?? "";
      await requireOffer(trx, application);
      const taken = await takeBack(work, app.portal.config, [application], { ...recall, recall: recall._id });
      await linesRecalled(trx, taken);
      await sql`update portal.recall set taken = ${taken.length}, stayed = ${1 - taken.length} where _id = ${recall._id}`.execute(
        trx,
      );
      await endRecall(work, recall);
      return { message: `The offer of ${recall.about} is recalled` };
    },
  });

  handlePlainStep(app, recallProposal, dismissRecall, {
    right: "releases.approve",
    to: "Dismissed",
    by: "anybody",
    deed: "dismissed",
    says: () => "What was offered stays offered",
  });

  handlePlainStep(app, recallProposal, takeRecallBack, {
    right: "releases.change",
    to: "Dismissed",
    by: "proposer",
    deed: "dismissed",
    says: () => "The recall is given up",
  });
}

/** Refuses one's own offer, and a list with one's own file; an offer that has gone meanwhile is nobody's. 403. */
async function refuseConcerned(
  work: Work,
  who: Officer,
  { release, application }: Pick<LockedRecall, "release" | "application">,
): Promise<string> {
  if (release !== null) return refuseOwnLines(work, who, release);
  const offer = await lockRecallable(work.trx, application ?? "");
  if (offer) await refuseOwnFiles(work.trx, who, [offer.applicant]);
  return "";
}

const alreadyProposed = () =>
  refuse("proposal-waits-already", "Somebody has proposed to recall this already. It waits for a second person");

/** What an offer is called that may be taken back; it is locked. Refuses an accepted one, and one that is out too long. */
async function requireOffer(trx: Trx, application: string): Promise<string> {
  const offer = isId(application) ? await lockRecallable(trx, application) : undefined;
  if (!offer) throw refuse("no-offer", "There is no offer of this application any more");
  if (offer.accepted)
    throw refuse("offer-accepted-already", `The place of ${offer.about} is accepted, so it can not be recalled`);
  await requireRecallInTime(trx, offer.releasedAt);
  return offer.about;
}

/** The same of a whole list. */
async function requireReleased(trx: Trx, who: Officer, id: string): Promise<string> {
  const release = await lockedRelease(trx, who, id);
  if (release.state !== "Released" || !release.releasedAt)
    throw refuse("list-not-released", `“${release.title}” is ${release.state}, so there is nothing to recall`);
  await requireRecallInTime(trx, release.releasedAt);
  return `“${release.title}”`;
}

/** The recalls that somebody else than this member of staff proposed, and that nobody has answered. */
export const proposedRecalls = (staff: string): RawBuilder<unknown> =>
  sql`select from portal.recall where state = 'Proposed' and proposedby <> ${staff}`;
