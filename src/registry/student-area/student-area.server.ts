import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import type { Noun, StudentStep } from "#console/noun/noun.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { type StudentFacts, standingFacts, standingStudent } from "../student/student.server.ts";
import { studentWith } from "../student-sign-in/student-sign-in.server.ts";
import { readStudentHome } from "./student-area.contract.ts";

interface Home {
  readonly facts: StudentFacts;
  /** What each step has found, in their order. */
  readonly steps: readonly unknown[];
}

/** Asked at every return of every student, so the sign-in, the facts and all steps share one round trip. */
const homeOf = (steps: readonly StudentStep<unknown>[]): RawBuilder<Home> =>
  sql<Home>`jsonb_build_object('facts', ${standingFacts()},
    'steps', jsonb_build_array(${sql.join(steps.map(({ found }) => found(standingStudent)))}))`;

export function studentAreaCalls(app: FastifyInstance): void {
  const steps = app.nouns
    .flatMap(({ studentSteps = [] }) => studentSteps)
    .toSorted((one, other) => one.rank - other.rank);

  handle(app, readStudentHome, studentWith(homeOf(steps)), async ({ who: { found } }) => {
    const at = found.steps.findIndex((step) => step !== null);
    return { ...found.facts, status: found.status, next: steps[at]?.say(found.steps[at]) ?? null };
  });
}

export const studentAreaNoun: Noun = {
  name: "student-area",
  calls: studentAreaCalls,
};
