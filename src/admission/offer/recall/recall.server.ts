import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import { staff } from "#access/permission/permission.server.ts";
import { approversBeside } from "#access/staff/staff.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { type Officer, requireWholeCollege, wholeCollege } from "#console/scope/scope.server.ts";
import { approverSentence } from "#console/second-person/second-person.rules.ts";
import { requireAnother } from "#console/second-person/second-person.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { Refusal, refuse, refuseForm } from "#kit/wire/refusal.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import { enqueue } from "#platform/jobs/jobs.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { isOwnApplication } from "#selection/review/review.server.ts";
import { lockedRelease, refuseOwnLines } from "../release/release.lock.server.ts";
import { approveRecall, dismissRecall, proposeRecall, recalls, takeRecallBack } from "./recall.contract.ts";
import { recallListJob } from "./recall.job.server.ts";
import { type LockedRecall, lockedProposal, requireRecallInTime, stepRecall } from "./recall.lock.server.ts";
import { linesRecalled, lockRecallable, takeBack } from "./recall.take-back.server.ts";

export const recallRules: RecordRules<typeof recalls> = {
  of: recalls,
  table: "recall",
  within: wholeCollege,
  // Of a whole list it is no secret that it is recalled.
  hidden: (column, member) =>
    sql`(${column("application")} is not null and ${isOwnApplication(column("application"), member)})`,
};

/** Taking back, by two people, what went out by mistake. */
export function recallCalls(app: FastifyInstance): void {
  handle(app, proposeRecall, staff("releases.change"), (ask) =>
    write(app, ask, async ({ trx, note }) => {
      requireWholeCollege(ask.who);
      const { release = null, application = null, reason, words } = ask.body;
      if ((release === null) === (application === null))
        throw refuseForm("form-invalid", "Choose a list or one application", {
          release: "Choose a list or one application",
        });
      const about =
        release === null
          ? await requireOffer(trx, ask.who, application ?? "")
          : await requireReleased({ trx, note }, ask.who, release);
      const _id = newId();
      await onConstraint(
        { recall_once_offer: alreadyProposed, recall_once_release: alreadyProposed },
        sql`insert into portal.recall (_id, release, application, reason, words, about, proposedby)
          values (${_id}, ${release}, ${application}, ${reason}, ${words}, ${about}, ${ask.who.staff})`.execute(trx),
      );
      const approvers = await approversBeside(trx, "releases.approve", ask.who.staff);
      note({ deed: "recall.propose", subject: `recall:${_id}`, after: { release, application, words }, reason });
      return {
        type: "success" as const,
        message: `The recall of ${about} is proposed. ${approverSentence(approvers)}`,
        _id,
      };
    }),
  );

  handle(app, approveRecall, staff("releases.approve"), (ask) =>
    write(app, ask, async (work) => {
      const { trx } = work;
      const recall = await lockedProposal(trx, ask.who, ask.params.id);
      requireAnother(ask.who, recall.proposedby);
      await stepRecall(work, recall, "Approved", ask.who.staff);
      if (recall.release !== null) {
        await requireReleased(work, ask.who, recall.release);
        await enqueue(trx, recallListJob, { recall: recall._id });
        return { type: "success" as const, message: `${recall.about} is being taken back` };
      }
      const application = recall.application ?? "";
      await requireOffer(trx, ask.who, application);
      const taken = await takeBack(work, app.portal.config, [application], { ...recall, recall: recall._id });
      await linesRecalled(trx, taken);
      await sql`update portal.recall set taken = ${taken.length}, stayed = ${1 - taken.length} where _id = ${recall._id}`.execute(
        trx,
      );
      await stepRecall(work, { ...recall, state: "Approved" }, "Recalled", null);
      return { type: "success" as const, message: `The offer of ${recall.about} is recalled` };
    }),
  );

  handle(app, dismissRecall, staff("releases.approve"), (ask) =>
    write(app, ask, async (work) => {
      const recall = await lockedProposal(work.trx, ask.who, ask.params.id);
      await refuseOwn(work, ask.who, recall);
      await stepRecall(work, recall, "Dismissed", ask.who.staff);
      return { type: "success" as const, message: "What was offered stays offered" };
    }),
  );

  handle(app, takeRecallBack, staff("releases.change"), (ask) =>
    write(app, ask, async (work) => {
      const recall = await lockedProposal(work.trx, ask.who, ask.params.id);
      if (recall.proposedby !== ask.who.staff)
        throw new Refusal(
          "only-proposer-withdraws",
          403,
          "Only who proposed this recall gives it up. Others approve it or dismiss it",
        );
      await stepRecall(work, recall, "Dismissed", ask.who.staff);
      return { type: "success" as const, message: "The recall is given up" };
    }),
  );
}

/** Refuses one's own offer, and a list with one's own file; an offer that has gone meanwhile is nobody's. 403. */
async function refuseOwn(work: Work, who: Officer, { release, application }: LockedRecall): Promise<void> {
  if (release !== null) return void (await refuseOwnLines(work, who, release));
  const offer = await lockRecallable(work.trx, application ?? "");
  if (offer) await refuseOwnFiles(work.trx, who, [offer.applicant]);
}

const alreadyProposed = () =>
  refuse("proposal-waits-already", "Somebody has proposed to recall this already. It waits for a second person");

/** What an offer is called that may be taken back; it is locked. Refuses an accepted one, and one that is out too long. */
async function requireOffer(trx: Trx, who: Officer, application: string): Promise<string> {
  const offer = isId(application) ? await lockRecallable(trx, application) : undefined;
  if (!offer) throw refuse("no-offer", "There is no offer of this application any more");
  await refuseOwnFiles(trx, who, [offer.applicant]);
  if (offer.accepted)
    throw refuse("offer-accepted-already", `The place of ${offer.about} is accepted, so it can not be recalled`);
  await requireRecallInTime(trx, offer.releasedAt);
  return offer.about;
}

/** The same of a whole list. */
async function requireReleased(work: Work, who: Officer, id: string): Promise<string> {
  const { trx } = work;
  const release = await lockedRelease(trx, who, id);
  if (release.state !== "Released" || !release.releasedAt)
    throw refuse("list-not-released", `“${release.title}” is ${release.state}, so there is nothing to recall`);
  await refuseOwnLines(work, who, id);
  await requireRecallInTime(trx, release.releasedAt);
  return `“${release.title}”`;
}

/** The recalls that somebody else than this member of staff proposed, and that nobody has answered. */
export const proposedRecalls = (staff: string): RawBuilder<unknown> =>
  sql`select from portal.recall where state = 'Proposed' and proposedby <> ${staff}`;
