import * as v from "valibot";
import { atLeastTwo } from "#console/record/record.fields.contract.ts";
import { type CorrectedAccount, correctAccount, personOf } from "#identity/account/account.server.ts";
import { choice } from "#kit/field/fields.contract.ts";
import { fields } from "#kit/wire/endpoint.contract.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Work } from "#platform/write/perform.server.ts";
import { type Correctable, correctable } from "#profile/record-correction/record-correction.rules.ts";
import {
  type CorrectionSubject,
  personThings,
  type RecordChange,
  type SubjectRecord,
} from "#profile/record-correction/record-correction.server.ts";
import { jambNumber } from "#reference/jamb-number/jamb-number.contract.ts";
import { genders, modesOfEntry } from "#reference/qualifications/qualifications.rules.ts";
import { correctStudent, lockStudent, studentById, studentsOf } from "../student/student.server.ts";

type Student = NonNullable<Awaited<ReturnType<typeof studentById>>>;

const levels = ["100", "200", "300", "400", "500", "600", "700", "800", "900"] as const;

/**
 * A student's record as corrections see it: what stands in it is right until two people agree on something else. The account
 * follows. The programme is not corrected: that is a change of combination, with what it does to the bill. Who has no account
 * yet lacks something, and is filled in first.
 */
export const studentCorrections: CorrectionSubject = {
  noun: "student",
  called: "student's record",
  lists: { genders, modesOfEntry, levels },
  async ofApplicant(db, owner) {
    return (await studentsOf(db, owner)).map((student) => subjectOf(student, owner));
  },
  find,
  make,
  stays: async (_db, { kind }) => staying[kind] ?? [],
};

async function find(db: Database, id: string): Promise<SubjectRecord | undefined> {
  const student = isId(id) ? await studentById(db, id) : undefined;
  return student?.applicant && student.status !== "Merged" ? subjectOf(student, student.applicant) : undefined;
}

const subjectOf = (student: Student, applicant: string): SubjectRecord => ({
  record: student._id,
  applicant,
  version: student.version,
  code: student.matric ?? "",
  jamb: student.jamb ?? "",
  title: `Student ${student.matric ?? student.name}`,
  name: student.name,
  things: thingsOf(student),
});

function thingsOf(student: Student): Correctable[] {
  const values = { ...student, level: text(student.level), entrylevel: text(student.entrylevel) };
  return [
    ...Object.values(personThings(values)),
    correctable({
      kind: "jamb",
      name: "JAMB number",
      evidence: "The JAMB result slip or registration slip",
      entries: { jamb: jambNumber },
      values,
    }),
    correctable({
      kind: "type",
      name: "Mode of entry",
      evidence: "The JAMB registration slip",
      entries: { type: choice("Mode of entry", modesOfEntry) },
      asked: { type: { look: "choice", list: "modesOfEntry" } },
      values,
    }),
    correctable({
      kind: "levels",
      name: "Level, and level of entry",
      evidence: "The course form or the broadsheet of the last session",
      entries: { entrylevel: choice("Level of entry", levels), level: choice("Level", levels) },
      asked: { entrylevel: { look: "choice", list: "levels" }, level: { look: "choice", list: "levels" } },
      form: v.pipe(
        fields({ entrylevel: choice("Level of entry", levels), level: choice("Level", levels) }),
        v.forward(
          v.check(({ entrylevel, level }) => level >= entrylevel, "Level must not be below the level of entry"),
          ["level"],
        ),
      ),
      values,
    }),
    correctable({
      kind: "matric",
      name: "Matric number",
      evidence: "The letter or the register in which the number was given",
      entries: { matric: atLeastTwo("Matric number", 40) },
      values,
      hindrances: (): Record<string, string> =>
        student.application === null
          ? {}
          : { matric: "The portal gave this number, in its order, so it stays. Correct a number that came by a file" },
    }),
  ];
}

const text = (level: number | null) => (level === null ? "" : String(level));

/** The account says the same; who signs in by the matric number does so by the new one at once. */
async function make(work: Work, { record, applicant, kind, before, after }: RecordChange): Promise<void> {
  if (kind === "names" || kind === "jamb")
    await onConstraint(oneNumberOnePerson, correctAccount(work, applicant, before, after as CorrectedAccount));
  await correctStudent(work, record, before, after);
}

/** Of who has no account yet, the number is the record's alone. */
const oneNumberOnePerson = {
  student_living_jamb: () =>
    refuse(
      "student-already",
      "Another student has this JAMB number. Look for that record by the number first: one of the two is wrong, or both are one person",
    ),
};

/** The same subject, whose corrections reach the student that its applicant has become. */
export const followedByStudent = (subject: CorrectionSubject): CorrectionSubject => ({
  ...subject,
  async make(work, change) {
    await onConstraint(oneNumberOnePerson, subject.make(work, change));
    await followApplication(work, change);
  },
});

const shared = ["firstname", "middlename", "lastname", "gender", "dateofbirth", "stateoforigin", "lgaoforigin", "type"];

/** What stands in the student's record as in the application says the same; the copy of the hand-over stays. */
async function followApplication(work: Work, { applicant, kind, after }: RecordChange): Promise<void> {
  const [known] = (await studentsOf(work.trx, applicant)).filter(({ application }) => application !== null);
  const student = known && (await lockStudent(work.trx, known._id));
  if (!student) return;
  const stood = student as unknown as Readonly<Record<string, string | null>>;
  const right = Object.entries(after).filter(([name, value]) => shared.includes(name) && stood[name] !== value);
  if (right.length === 0) return;
  const before = Object.fromEntries(right.map(([name]) => [name, stood[name] ?? null]));
  if (kind === "names") await nameAccount(work, applicant, after);
  await correctStudent(work, student._id, before, Object.fromEntries(right));
}

/** While a later session admits, an application's correction leaves the account; a student's names are the account's. */
async function nameAccount(work: Work, applicant: string, after: RecordChange["after"]): Promise<void> {
  const person: Readonly<Record<string, string | null>> = { ...(await personOf(work.trx, applicant)) };
  const names = Object.keys(after).filter((name) => person[name] !== after[name]);
  const some = (of: Readonly<Record<string, string | null>>) =>
    Object.fromEntries(names.map((name) => [name, of[name] ?? null]));
  if (names.length > 0) await correctAccount(work, applicant, some(person), some(after) as CorrectedAccount);
}

const papers = "References and receipts keep what they were made with";
const bills = "Bills that were made before stay as they are";

/** What was made of it before is changed by nobody's correction. */
const staying: Readonly<Record<string, readonly string[]>> = {
  names: [papers],
  jamb: [papers],
  matric: [papers],
  origin: [bills],
  levels: [bills],
  type: [bills],
};
