import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { applicationsOf } from "#applications/application/application.server.ts";
import type { Noun, StudentStep } from "#console/noun/noun.server.ts";
import { naira } from "#kit/value/money.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { purposeOf } from "#payments/payment-reference/payment-reference.server.ts";
import { photoOf } from "#profile/upload/upload.server.ts";
import { paymentsOfStudent } from "../bill/bill.server.ts";
import { closedTermsOf } from "../course-result/course-result.server.ts";
import { holdAgainst } from "../hold/hold.server.ts";
import { marksOfStudent } from "../past-mark/past-mark.server.ts";
import type { StudentMark } from "../past-mark/past-mark.shown.contract.ts";
import {
  recordOfStudent,
  type StudentFacts,
  standingFacts,
  standingStudent,
  studentStanding,
} from "../student/student.server.ts";
import { student, studentWith } from "../student-sign-in/student-sign-in.server.ts";
import { readStudentHome, readStudentPapers, readStudentPhoto, readStudentRecord } from "./student-area.contract.ts";

interface Home {
  readonly facts: StudentFacts;
  /** What each step has found, in their order. */
  readonly steps: readonly unknown[];
}

/** Asked at every return of every student, so the sign-in, the facts and all steps share one round trip. */
const homeOf = (steps: readonly StudentStep<unknown>[]): RawBuilder<Home> =>
  sql<Home>`jsonb_build_object('facts', ${standingFacts()},
    'steps', jsonb_build_array(${sql.join(steps.map(({ found }) => found(standingStudent)))}))`;

const stepsOf = (app: FastifyInstance): StudentStep<unknown>[] =>
  app.nouns.flatMap(({ studentSteps = [] }) => studentSteps).toSorted((one, other) => one.rank - other.rank);

/** All that the first page tells of an account's student, without the sign-in. */
export const homeOfAccount = (app: FastifyInstance, applicant: RawBuilder<string>): RawBuilder<unknown> =>
  studentStanding(applicant, homeOf(stepsOf(app)));

export function studentAreaCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  const steps = stepsOf(app);

  handle(app, readStudentHome, studentWith(homeOf(steps)), async ({ who: { found } }) => {
    const at = found.steps.findIndex((step) => step !== null);
    return { ...found.facts, status: found.status, next: steps[at]?.say(found.steps[at]) ?? null };
  });

  handle(app, readStudentRecord, student, async ({ who }) => {
    const { application: _, ...record } = await recordOfStudent(db, who.student);
    const [marks, closed] = await Promise.all([marksOfStudent(db, who.student), closedTermsOf(db, who.student)]);
    const isClosed = ({ session, semester }: StudentMark) =>
      closed.some((term) => term.named === session && term.semester === semester);
    return { ...record, practice: marks.filter((mark) => mark.source === "Teaching practice" && !isClosed(mark)) };
  });

  handle(app, readStudentPhoto, student, async ({ who }) => (await photoOf(app, who.applicant)) ?? {});

  handle(app, readStudentPapers, student, async ({ who }) => {
    const [{ application }, held, payments, applied] = await Promise.all([
      recordOfStudent(db, who.student),
      holdAgainst(db, who.student, "papers"),
      paymentsOfStudent(db, who.student),
      applicationsOf(db, who.applicant),
    ]);
    return {
      held: held ? { reason: held.reason, office: held.office } : null,
      // With the account of a merged record the letters open where it applied.
      letters: applied
        .filter(({ _id }) => _id === application)
        .flatMap(({ _id }) => (held ? [slipOf(_id)] : lettersOf(_id))),
      receipts: payments
        .filter(({ state }) => state === "PAID")
        // What another account applied with opens in its own area.
        .filter(({ applicant, purpose }) => applicant === who.applicant || ["tuition", "service"].includes(purpose))
        .map((payment) => ({
          _id: payment._id,
          description: payment.description,
          amount: naira(payment.amount_kobo),
          RRR: payment.rrr,
          verifiedAt: payment.verifiedAt,
          link: purposeOf(app, payment).receipt(payment),
        })),
    };
  });
}

/** Of whoever was handed over: an accepted application has all three. */
const lettersOf = (application: string) => [
  { title: "Admission letter", link: `/letter/${application}` },
  { title: "Acceptance letter", link: `/acceptance_letter/${application}` },
  slipOf(application),
];

/** What the applicant has sent, and nothing that the college says: no hold keeps it. */
const slipOf = (application: string) => ({ title: "Application slip", link: `/print/${application}` });

export const studentAreaNoun: Noun = {
  name: "student-area",
  calls: studentAreaCalls,
};
