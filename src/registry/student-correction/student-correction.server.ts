import { type CorrectedAccount, correctAccount, personOf } from "#identity/account/account.server.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Work } from "#platform/write/perform.server.ts";
import type {
  CorrectionSubject,
  RecordChange,
  SubjectRecord,
  WantedChange,
} from "#profile/record-correction/record-correction.server.ts";
import { billMoves, lockBillsOf, type MovedBill, moveBills, overwaivedWords } from "../bill/bill.server.ts";
import { correctStudent, lockStudent, refuseTakenAddress, studentById, studentsOf } from "../student/student.server.ts";
import { choicesOf, listsOfStudents, subjectsOf } from "./student-correction.things.server.ts";

/**
 * A student's record as corrections see it: what stands in it is right until two people agree on something else. The account
 * follows, where there is one; without one, address and phone number are the record's own. Programme and session of entry
 * are corrected of who came by a file; whom the portal admitted has them from there.
 */
export const studentCorrections: CorrectionSubject = {
  noun: "student",
  called: "student's record",
  lists: listsOfStudents,
  async ofApplicant(db, owner) {
    const own = await studentsOf(db, owner);
    return own.length === 0 ? [] : subjectsOf(db, own);
  },
  // Whoever changes its bills meanwhile waits, and is waited for.
  async lock(trx, record) {
    await lockStudent(trx, record);
    await lockBillsOf(trx, record);
  },
  find,
  make: (work, change) => onConstraint(oneNumberOnePerson, make(work, change)),
  stays: async (_db, { kind }) => staying[kind] ?? [],
  follows: async (db, change) => (change.kind === "programme" ? billsFollow(db, change) : []),
};

async function find(db: Database, id: string): Promise<SubjectRecord | undefined> {
  const student = isId(id) ? await studentById(db, id) : undefined;
  if (!student || student.status === "Merged") return undefined;
  return (await subjectsOf(db, [student]))[0];
}

/** The account says the same; who signs in by the matric number does so by the new one at once. */
async function make(work: Work, change: RecordChange): Promise<void> {
  const { record, applicant, kind, before, after } = change;
  if (kind === "session" || kind === "programme") return choose(work, change, kind);
  if (applicant !== null && (kind === "names" || kind === "jamb"))
    await correctAccount(work, applicant, before, after as CorrectedAccount);
  if (after.emailaddress) await refuseTakenAddress(work.trx, record, after.emailaddress);
  await correctStudent(work, record, before, after);
}

/** Another session or programme by what it was called when it was asked for; bills are brought to what the programme costs. */
async function choose(
  work: Work,
  { record, before, after, decidedby }: RecordChange,
  kind: "session" | "programme",
): Promise<void> {
  const choices = await choicesOf(work.trx);
  const among = kind === "session" ? choices.sessions : choices.programmes;
  const label = after[kind] ?? "";
  const _id = among.get(label);
  if (_id === undefined)
    throw refuse("choice-not-found", `${label} is not called so any more. Decline it, or have it asked anew`);
  const stood = among.get(before[kind] ?? "");
  if (kind === "programme" && decidedby !== null) {
    const moves = (await billMoves(work.trx, record))(_id);
    const reason = `Corrected: it was ${before[kind] ?? "nothing"}`;
    await moveBills(work, { moves, programme: _id, title: label, reason, staff: decidedby });
  }
  const was = stood === undefined ? null : { _id: stood, label: before[kind] ?? "" };
  await correctStudent(work, record, { [kind]: was }, { [kind]: { _id, label } });
}

/** What another programme makes of the bills of the semester that runs and of later ones. */
async function billsFollow(db: Database, { record, after }: WantedChange): Promise<string[]> {
  const programme = (await choicesOf(db)).programmes.get(after.programme ?? "");
  if (programme === undefined) return [];
  const moves = (await billMoves(db, record))(programme);
  return moves.length === 0 ? ["No bill of the session that runs is changed"] : moves.map(moveWords);
}

function moveWords({ term, before_kobo, after_kobo, overwaived }: MovedBill): string {
  if (after_kobo === null)
    return `Nobody has said what it costs in the ${term.toLowerCase()}: the bursary fills it in first`;
  if (overwaived) return overwaivedWords(term);
  const [was, is] = [asNaira(naira(before_kobo)), asNaira(naira(after_kobo))];
  return was === is
    ? `${term}: the bill stays at ${is}`
    : `${term}: ${is} in place of ${was}, a line of its own on the bill`;
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
  if (applicant === null) return;
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
  session: [bills],
  semester: [bills],
  programme: [
    "The matric number stays, and so do bills of earlier semesters",
    "No place is counted for who came by a file, so none moves",
  ],
};
