import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { submittedById } from "#applications/application/application.server.ts";
import { lockApplicant } from "#identity/session/session.server.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import { Refusal, refuse } from "#kit/wire/refusal.server.ts";
import { isPassing } from "#platform/database/outage.server.ts";
import type { Job } from "#platform/jobs/jobs.server.ts";
import { type Performer, perform, type Work } from "#platform/write/perform.server.ts";
import { writeMail } from "#reference/message-template/message-template.server.ts";
import { makeFirstBill } from "../bill/bill.server.ts";
import { closeClearances } from "../clearance/clearance.server.ts";
import { giveMatricNumber } from "../matriculation/matriculation.server.ts";
import {
  calledAlike,
  createStudent,
  joinEarlierRecord,
  studentOfApplication,
  tellApart,
} from "../student/student.server.ts";
import { handedOverMail } from "./hand-over.mail.server.ts";
import {
  type Candidate,
  candidatesOf,
  type Likeness,
  levelOf,
  likenessOf,
  numberTrouble,
  troubleOf,
} from "./hand-over.plan.server.ts";
import { type HandOverStep, type Said, unsaidOf } from "./hand-over.rules.ts";

interface WaitingLine extends Said {
  readonly _id: string;
  readonly handover: string;
  readonly application: string;
  readonly applicant: string;
  readonly orderedby: string;
}

/** Hands over everybody of an order, one after the other. What a crash cuts goes on where it was. */
export const handOverJob: Job<{ readonly handover: string }> = {
  name: "hand-over",
  attempts: 25,
  lane: ({ handover }) => `hand-over ${handover}`,
  async run(app, { handover }) {
    const { db } = app.portal;
    const order = await db.selectFrom("hand_over").select("orderedby").where("_id", "=", handover).executeTakeFirst();
    if (!order) return;
    const by: Performer = { actor: { kind: "staff", id: order.orderedby }, request: null };
    for (let lines = await nextLines(app, handover); lines.length > 0; lines = await nextLines(app, handover))
      for (const line of lines) await handOverLine(app, by, { ...line, ...order });
    await db
      .updateTable("hand_over")
      .set({ finishedAt: sql<string>`now()` })
      .where("_id", "=", handover)
      .where("finishedAt", "is", null)
      .execute();
  },
};

/** Lines read at once. */
const AT_ONCE = 50;

const nextLines = (app: FastifyInstance, handover: string) =>
  app.portal.db
    .selectFrom("hand_over_line")
    .select(["_id", "handover", "application", "applicant", "another", "formerly"])
    .where("handover", "=", handover)
    .where("state", "=", "Waiting")
    .orderBy("place")
    .limit(AT_ONCE)
    .execute();

/** The steps of one person: those that were taken, and the one that is being taken. */
class StepBook {
  at: HandOverStep = "Clearance";
  readonly taken: { readonly step: HandOverStep; readonly said: string }[] = [];

  async take<R>(step: HandOverStep, deed: () => Promise<R>, says: (done: R) => string): Promise<R> {
    this.at = step;
    const done = await deed();
    this.taken.push({ step, said: says(done) });
    return done;
  }
}

/** One person, in a transaction of his or her own: all steps or none. A fault of one holds up nobody else. */
async function handOverLine(app: FastifyInstance, by: Performer, line: WaitingLine): Promise<void> {
  const { db } = app.portal;
  let book = new StepBook();
  try {
    await perform(db, by, (work) => {
      book = new StepBook();
      return handOver(app, work, line, book);
    });
  } catch (fault) {
    if (isPassing(fault)) throw fault;
    const said = whyNot(app, line, fault);
    const steps = [...book.taken, { step: book.at, said }];
    await perform(db, by, async ({ trx, note }) => {
      await sql`update portal.hand_over_line set state = 'Refused', steps = ${JSON.stringify(steps)}::jsonb,
        "decidedAt" = now() where _id = ${line._id} and state = 'Waiting'`.execute(trx);
      note({
        deed: "hand-over.refuse",
        subject: `application:${line.application}`,
        reason: said,
        after: { step: book.at },
      });
    });
  }
}

async function handOver(app: FastifyInstance, work: Work, line: WaitingLine, book: StepBook): Promise<void> {
  const { trx, note } = work;
  const { application, handover } = line;
  // Of two orders that name one person the second waits here, and finds the student.
  await lockApplicant(trx, line.applicant);
  const known = await studentOfApplication(trx, application);
  if (known) {
    await decide(work, line, "Student already", known, book);
    note({ deed: "hand-over.find", subject: `student:${known._id}`, after: { handover } });
    return;
  }
  // No office takes a tick back meanwhile.
  await closeClearances(trx, [application]);
  const [candidate] = await candidatesOf(trx, [application]);
  if (!candidate) throw refuse("not-accepted", "The place was taken back, so there is nobody to hand over");
  const trouble = troubleOf(candidate);
  const requireClear = async () => {
    if (trouble?.step === book.at) throw refuse("hand-over-refused", trouble.said);
  };
  await book.take("Clearance", requireClear, () => "Cleared by every office");
  await book.take("Place", requireClear, () => "Accepted");
  const student = await book.take(
    "Student's record",
    async () => {
      await requireClear();
      return makeStudent(work, candidate, line);
    },
    ({ level, indigene, before }) => `${level} level, ${indigene ? "indigene" : "non-indigene"}${before}`,
  );
  const matric = await book.take(
    "Matric number",
    () => giveMatricNumber(work, student),
    (given) => given,
  );
  await book.take(
    "Sign-in",
    async () => undefined,
    () => "The applicant's own; the student's area opens with it",
  );
  await book.take(
    "First bill",
    () => makeFirstBill(work, student._id),
    (kobo) => (kobo === null ? "Made before" : asNaira(naira(kobo))),
  );
  await decide(work, line, "Done", { _id: student._id, matric }, book);
  await writeMail(trx, handedOverMail(app.portal.config, { ...student, matric }));
  note({ deed: "hand-over.make", subject: `application:${application}`, after: { student: student._id, matric } });
}

async function makeStudent(work: Work, candidate: Candidate, line: WaitingLine) {
  const { trx } = work;
  const { programme, session, applicant, application } = candidate;
  const likeness = await likenessOf(trx, candidate);
  refuseUnsaid(likeness, line);
  const { snapshot, type } = await submittedById(trx, application);
  const level = await levelOf(trx, candidate);
  const student = await createStudent(work, {
    ...{ applicant, application, programme, session, type, level },
    semester: 1,
    snapshot,
  });
  const others = likeness.students.filter((one) => !one.own && one.student !== line.formerly);
  await tellApart(trx, student._id, others, line.orderedby);
  const earlier = likeness.students.find((one) => one.student === line.formerly);
  if (!earlier) return { ...student, before: "" };
  await joinEarlierRecord(work, earlier.student, applicant);
  const apart = earlier.elsewhere
    ? ". That record has an account of its own: its debts and holds count here once two people have merged the two"
    : "";
  return { ...student, before: `; enters anew, before ${calledAlike(earlier)}${apart}` };
}

/** Nobody becomes a second record unless the office has said who it is. */
function refuseUnsaid(likeness: Likeness, line: WaitingLine): void {
  if (likeness.isStudent) throw refuse("likely-duplicate", numberTrouble(likeness).said);
  const unsaid = unsaidOf(likeness, line);
  const left = likeness.left.map(({ called }) => called).join("; ");
  if (unsaid === "formerly" && line.formerly === null)
    throw refuse(
      "student-before",
      `Was a student before: ${left}. Look there first. If this person enters anew, say so where people are handed over`,
    );
  if (unsaid === "formerly")
    throw refuse(
      "student-before",
      "The record that was named as this person's earlier one is not like this one, or not of somebody who has left. Look at it, then hand over again",
    );
  if (unsaid === "another")
    throw refuse(
      "likely-duplicate",
      `Perhaps a student already: ${likeness.said}. Look there first. If this is another person, or one who has left and enters anew, say so where people are handed over`,
    );
}

async function decide(
  { trx }: Work,
  { _id }: WaitingLine,
  state: "Done" | "Student already",
  student: { readonly _id: string; readonly matric: string | null },
  { taken }: StepBook,
): Promise<void> {
  await sql`update portal.hand_over_line set state = ${state}, steps = ${JSON.stringify(taken)}::jsonb, student = ${student._id},
    matric = ${student.matric}, "decidedAt" = now() where _id = ${_id} and state = 'Waiting'`.execute(trx);
}

function whyNot(app: FastifyInstance, line: WaitingLine, fault: unknown): string {
  if (fault instanceof Refusal) return fault.message;
  app.log.error({ err: fault, line: line._id }, "a person could not be handed over");
  return "The portal could not hand this person over. An administrator finds why in its log";
}
