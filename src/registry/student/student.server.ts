import { sql } from "kysely";
import { ofProgrammesWithin } from "#college/programme/programme.server.ts";
import { linesIn } from "#college/setting/setting.contract.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules, RowChange } from "#console/record/record.server.ts";
import { openAccountFor } from "#identity/account/account.server.ts";
import { refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import type { Work } from "#platform/write/perform.server.ts";
import { students } from "./student.contract.ts";
import { impossibleStudents, ownStudents } from "./student.impossible.server.ts";

const CORRECTED = "is corrected by two people. Open the student's record and propose the correction there";

export const studentRules: RecordRules<typeof students> = {
  of: students,
  table: "student",
  within: ofProgrammesWithin,
  choosable: (column) => sql`${column("status")} <> 'Merged'`,
  instead: "Propose a change of status instead",
  usual: async () => ({ entrylevel: null }),
  constraints: {
    student_matric: ["value-taken", "matric", "Another student has this matric number already"],
    student_levels: ["levels-out-of-order", "level", "Level must not be below the level of entry"],
  },
  check: async (_work, { before, form }) => {
    if (!form) throw refuse("record-kept", "A student's record stays. Propose a change of status instead");
    if (before) requireOnlyFilled(before, form);
  },
  brings: async (work, { id, form }) => {
    if (form) await completeStudent(work, id);
  },
};

/** What stands already is not changed by who fills in what is missing. */
function requireOnlyFilled(before: NonNullable<RowChange["before"]>, form: NonNullable<RowChange["form"]>): void {
  const changed = students.facts.filter(({ name, noun }) => {
    const stood = noun && before[name] ? (before[name] as { _id: string })._id : before[name];
    return stood !== null && stood !== undefined && stood !== form[name];
  });
  if (changed.length === 0) return;
  throw refuseFields(
    "corrected-by-two",
    Object.fromEntries(changed.map(({ name, label }) => [name, `${label} ${CORRECTED}`])),
  );
}

/** Says whether a new or filled-in student is an indigene, and opens the account once all is there that one needs. */
async function completeStudent(work: Work, id: string): Promise<void> {
  const { trx } = work;
  const homes = linesIn(await readSetting(trx, "homeStates"));
  const student = await trx
    .updateTable("student")
    .set({
      indigene: sql<boolean>`coalesce(stateoforigin = any(${homes}::text[]), false)`,
      entrylevel: sql<number | null>`coalesce(entrylevel, level)`,
    })
    .where("_id", "=", id)
    .returning(["applicant", "firstname", "middlename", "lastname", "emailaddress", "phonenumber", "jamb"])
    .executeTakeFirstOrThrow();
  const { applicant, phonenumber, jamb, ...person } = student;
  if (applicant !== null || phonenumber === null || jamb === null) return;
  const account = await openAccountFor(work, { ...person, phonenumber, jamb });
  await onConstraint(
    { student_living: studentAlready },
    trx.updateTable("student").set({ applicant: account }).where("_id", "=", id).execute(),
  );
}

/** An account is one living student's. */
const studentAlready = () =>
  refuseFields("student-already", {
    jamb: "Whoever has this JAMB number is a student already. Look for the student by the number",
  });

export const studentNoun: Noun = {
  name: "student",
  records: [studentRules],
  ownRows: [ownStudents],
  impossible: impossibleStudents,
};
