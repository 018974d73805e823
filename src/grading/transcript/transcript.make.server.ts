import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import {
  decidedAlready,
  handleProposal,
  handleStep,
  handleWrittenStep,
  type ProposalKind,
} from "#access/proposal/proposal.server.ts";
import { foundChosen } from "#console/list/list.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { requireWholeCollege } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, type Refusal, refuse, refuseForm, stale } from "#kit/wire/refusal.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import { type Trx, tryAgain, type Work, withinSavepoint } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import {
  addMaking,
  isPaidFor,
  lockOrder,
  type MadeOrder,
  moveChosen,
} from "#registry/service-order/service-order.server.ts";
import { refuseOwnStudents, studentById } from "#registry/student/student.server.ts";
import { standByProfilesOf } from "../academic-record/academic-record.server.ts";
import type { TranscriptContent } from "./content/content.contract.ts";
import { composeTranscript } from "./content/content.server.ts";
import { tellReplaced } from "./replacement/replacement.server.ts";
import { signedFile } from "./signed-file/signed-file.server.ts";
import {
  declineTranscript,
  handTranscript,
  makeTranscript,
  makeTranscripts,
  signTranscript,
} from "./transcript.contract.ts";
import { transcriptRules } from "./transcript.read.server.ts";
import { isSignedOff, mayTranscriptGo, type TranscriptState } from "./transcript.rules.ts";
import { lockTranscript, type StoredTranscript, whyStopped } from "./transcript.stored.server.ts";

/** A transcript for the machine of two people: whoever made it proposed it. */
interface Decided extends StoredTranscript {
  readonly proposedby: string;
  readonly order: MadeOrder;
}

/** The order is locked before its transcript, as by whoever makes one. */
async function lockDecided(trx: Trx, id: string): Promise<Decided | undefined> {
  const order = await lockOrder(trx, id, "Transcript");
  const transcript = order && (await lockTranscript(trx, id));
  return transcript && { ...transcript, proposedby: transcript.madeby, order };
}

const transcriptProposal: ProposalKind<Decided> = {
  noun: "transcript",
  approval: "transcripts.approve",
  lock: lockDecided,
  mayGo: (from, to) => mayTranscriptGo(from as TranscriptState, to as TranscriptState),
  keep: async ({ trx }, { _id }, to, { staff: decidedby, reason }) =>
    trx
      .updateTable("transcript")
      .set({ state: to, decidedby, decidedAt: sql`now()`, reason, version: sql`version + 1` })
      .where("_id", "=", _id)
      .execute(),
  whyLate: (trx, transcript) => decidedAlready(trx, `The transcript ${transcript.serial}`, transcript),
  async refuseOwn({ trx }, who, { student }) {
    const own = await studentById(trx, student);
    if (own) await refuseOwnStudents(trx, who, [own]);
    return "";
  },
  seenAs: ({ serial, version }) => ({ title: `The transcript ${serial}`, version }),
};

/** Makes the transcript of one order, and moves that on. Answers its serial number. */
async function makeOne(
  app: FastifyInstance,
  work: Work,
  who: Officer,
  id: string,
): Promise<{ serial: string; name: string }> {
  const { trx, note } = work;
  const order = isId(id) ? await lockOrder(trx, id, "Transcript") : undefined;
  const student = order && (await studentById(trx, order.student));
  if (!order || !student) throw notFound();
  await refuseOwnStudents(trx, who, [student]);
  if (!isPaidFor(order))
    throw refuse(
      "order-not-paid",
      `The order of ${order.name} is not paid, so nothing is made. It can be made once it is paid`,
    );
  if (order.state === "Returned")
    throw refuse(
      "order-with-student",
      `The order of ${order.name} waits for an answer of the student. It can be made after that`,
    );
  await requireFree(trx, order);
  await standByProfilesOf(trx, [order.student]);
  const { content, attempts } = await composeTranscript(trx, order);
  const made = trx
    .insertInto("transcript")
    .values({
      ...{ _id: newId(), serviceorder: order._id, student: order.student, madeby: who.staff },
      content: JSON.stringify(content),
      attempts: [...attempts],
    })
    .returning(["_id", "serial"])
    .executeTakeFirstOrThrow();
  // A mark that was corrected at this moment is read anew.
  const { _id, serial } = await onConstraint(
    { transcript_one_standing: madeAlready(order), transcript_of_record: tryAgain },
    made,
  );
  note({
    deed: "transcript.make",
    subject: `transcript:${_id}`,
    after: { serial, order: order._id, cgpa: content.cgpa },
  });
  if (order.state === "Paid") await moveChosen(app, work, who, { ids: [order._id], to: "Being made", said: null });
  return { serial, name: order.name };
}

const madeAlready =
  ({ name }: MadeOrder) =>
  (): Refusal =>
    stale(
      "transcript-made-already",
      `The transcript of ${name} is made already, and waits to be signed off or is. Look at the list again`,
    );

/** Refuses while a hold, a debt or a closed semester keeps the transcript. */
async function requireFree(trx: Trx, order: MadeOrder, on?: TranscriptContent["semesters"]): Promise<void> {
  const stop = await whyStopped(trx, order.student, on);
  if (stop !== null) throw refuse("transcript-kept-back", `The transcript of ${order.name} waits. ${stop.office}`);
}

/** Those that can not be made stay as they were, each with its reason; the others are made. */
async function makeMany(app: FastifyInstance, work: Work, who: Officer, orders: readonly string[]) {
  const stopped: { order: string; name: string; why: string }[] = [];
  let made = 0;
  for (const order of orders) {
    const refused = await withinSavepoint(work, (part) => makeOne(app, part, who, order));
    if (refused) stopped.push({ order, name: await nameOf(work.trx, order), why: refused.message });
    else made += 1;
  }
  if (made === 0)
    work.note({ deed: "transcript.nothing", subject: "transcript:many", after: { count: orders.length } });
  const left = stopped.length === 0 ? "" : `. ${asCount(stopped.length, "order")} could not be made: see why`;
  return { type: "success" as const, message: `${asCount(made, "transcript")} made${left}`, made, stopped };
}

const nameOf = async (trx: Trx, order: string): Promise<string> =>
  (await lockOrder(trx, order, "Transcript"))?.name ?? "";

/** Follows the order: ready it is once it is signed off, and what was handed out at the desk of the orders is handed out. */
async function followOrder({ trx }: Work, to: string, orders: readonly string[]): Promise<void> {
  for (const order of orders) {
    const transcript = await lockTranscript(trx, order);
    if ((to === "Ready" || to === "Collected") && !(transcript && isSignedOff(transcript.state)))
      throw refuse(
        "transcript-not-signed-off",
        "The transcript of this order is not signed off yet. Make it under Transcripts, and let another person sign it off",
      );
    const paid = to === "Collected" && transcript ? await lockOrder(trx, order, "Transcript") : undefined;
    if (paid) await requireFree(trx, paid, transcript?.content.semesters);
    const next = to === "Collected" ? "Collected" : "Signed off";
    const moves =
      to === "Collected" ? transcript?.state === "Signed off" : to === "Ready" && transcript?.state !== "Signed off";
    if (transcript && moves)
      await sql`update portal.transcript set state = ${next}, version = version + 1,
        "handedAt" = case when ${next} = 'Collected' then now() end where _id = ${transcript._id}`.execute(trx);
  }
}

/** Each takes some hundredths of a second, in one transaction. */
const MOST_AT_ONCE = 100;
const TOO_MANY = `Choose at most ${MOST_AT_ONCE} orders at once`;

const READY = "It is ready. Share it with a school by a link, or collect the paper with your ID card";

export function makeCalls(app: FastifyInstance): void {
  const { config } = app.portal;
  addMaking(app, "Transcript", followOrder);

  handleProposal(app, transcriptProposal, makeTranscript, {
    right: "transcripts.change",
    async propose(work, { who, body }) {
      const { serial, name } = await makeOne(app, work, who, body.order);
      return { message: `The transcript ${serial} of ${name} is made`, reply: { serial } };
    },
  });

  handle(app, makeTranscripts, staff("transcripts.change"), (ask) =>
    write(app, ask, async (work) => {
      requireWholeCollege(ask.who);
      if (ask.body.count > MOST_AT_ONCE) throw refuseForm("too-many-chosen", TOO_MANY, { count: TOO_MANY });
      return makeMany(app, work, ask.who, await foundChosen(work.trx, transcriptRules, ask.who, ask.body));
    }),
  );

  handleWrittenStep(app, transcriptProposal, signTranscript, {
    right: "transcripts.approve",
    to: "Signed off",
    by: "another",
    deed: "sign",
    seen: ({ seen }) => seen,
    async change(work, transcript, { who }) {
      const { trx } = work;
      const { _id, order, serial } = transcript;
      if (!isPaidFor(order))
        throw refuse(
          "order-not-paid",
          `The payment of ${order.name} was taken back, so ${serial} is not signed off. It can be once it is paid anew`,
        );
      await requireFree(trx, order, transcript.content.semesters);
      const { rows } = await sql<{ now: string }>`select date_trunc('second', now()) as now`.execute(trx);
      const now = rows[0]?.now ?? "";
      const { jws, key } = await signedFile(work, config, { ...transcript, signedAt: now });
      await trx
        .updateTable("transcript")
        .set({ state: "Signed off", decidedby: who.staff, decidedAt: now, signed: jws, key, version: sql`version + 1` })
        .where("_id", "=", _id)
        .execute();
      if (order.state === "Paid" || order.state === "Being made")
        await moveChosen(app, work, who, { ids: [order._id], to: "Ready", said: READY });
      await tellReplaced(trx, config, transcript);
      return { message: `${serial} of ${order.name} is signed off`, after: { key } };
    },
  });

  handleStep(app, transcriptProposal, declineTranscript, {
    right: "transcripts.approve",
    to: "Declined",
    by: "another",
    deed: "decline",
    change: async (_work, { serial, order }) => ({ message: `${serial} is void. Make another one for ${order.name}` }),
  });

  handle(app, handTranscript, staff("transcripts.change"), (ask) =>
    write(app, ask, async (work) => {
      requireWholeCollege(ask.who);
      const { how, said } = ask.body;
      const { trx, note } = work;
      const transcript = isId(ask.params.id) ? await lockDecided(trx, ask.params.id) : undefined;
      if (!transcript) throw notFound();
      const { _id, order, serial, state } = transcript;
      if (!mayTranscriptGo(state, how) || !isSignedOff(state))
        throw stale(
          "state-has-moved",
          `${serial} is ${state.toLowerCase()} by now, so nothing was changed. Look at it again`,
        );
      await requireFree(trx, order, transcript.content.semesters);
      await trx
        .updateTable("transcript")
        .set({ state: how, handedAt: sql`now()`, version: sql`version + 1` })
        .where("_id", "=", _id)
        .execute();
      note({ deed: "transcript.hand", subject: `transcript:${_id}`, before: { state }, after: { state: how, said } });
      if (order.state === "Ready") await moveChosen(app, work, ask.who, { ids: [order._id], to: "Collected", said });
      return { type: "success" as const, message: `${serial} of ${order.name}: ${how.toLowerCase()}` };
    }),
  );
}
