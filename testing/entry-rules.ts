import { sql } from "kysely";
import type { Person } from "./applicant.ts";
import type { Candidate } from "./offered-applicant.ts";
import type { TestPortal } from "./portal.ts";
import { openProgramme, readyApplicant, verifiedPayment } from "./ready-applicant.ts";
import { insist } from "./visitor.ts";
import { granted } from "./walk.ts";

/** Asks one credit at O-Level, and what the UTME and a Diploma must bring. */
export const entryRulesOfADegree = {
  olevel: { minCredits: 1, maxSittings: 2 },
  utme: {
    asked: true,
    minScore: 160,
    compulsory: ["Use of English"],
    subjects: [{ anyOf: ["Physics"] }],
    fillTo: 2,
    fillFrom: ["Biology", "Geography"],
  },
  direct: { diploma: { classification: "Second Class Lower" } },
};

/** Writes entry rules straight into the intake of the n-th programme, under a new version; the programme takes every mode. */
export async function askOf({ db }: TestPortal, programme: string, rules: object): Promise<void> {
  await db
    .updateTable("programme")
    .set({ modes: ["JAMB UTME", "Transfer", "Direct Entry"] })
    .where("_id", "=", programme)
    .execute();
  await sql`update portal.intake set entryrules = ${JSON.stringify(rules)}::jsonb, version = version + 1
    where programme = ${programme}`.execute(db);
}

interface Told {
  readonly type?: "JAMB UTME" | "Direct Entry" | "Transfer";
  /** As the form takes it. */
  readonly utme?: object;
  readonly alevel?: object;
}

/** Somebody who tells this beside five credits, and applies by this mode of entry to the n-th programme. */
export async function appliedWith(
  portal: TestPortal,
  { type = "JAMB UTME", utme, alevel }: Told,
  nth = 0,
): Promise<Candidate> {
  const wanted = await openProgramme(portal, nth);
  const person: Person = await readyApplicant(portal, wanted);
  if (utme) await granted(person.post("/ms_applicant_utme", utme));
  if (alevel) await granted(person.post("/ms_applicant_alevel", alevel));
  const { rrr: payment } = await verifiedPayment(portal, person._id, wanted);
  const form = { programme: wanted.programme, payment, type };
  const { body } = await granted(insist(() => person.post("/ms_applications", form)));
  return { ...person, application: body._id as string, code: body.code as string };
}

/** Three subjects that fit the rules, with a score. */
export const satWith = (score?: string) => ({
  ...{ subject1: "Physics", subject2: "Biology", subject3: "Hausa" },
  ...(score !== undefined && { score }),
});

export const diplomaOf = (classification: string) => ({
  type: "Diploma",
  results: {
    ...{ institutionName: "Federal Polytechnic Bida", yearOfGraduation: "2023", courseOfStudy: "Physics" },
    ...{ classification, diplomaType: "National Diploma", cgpa: "3.00" },
  },
});
