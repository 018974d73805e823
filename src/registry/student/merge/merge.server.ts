import { type Selectable, sql } from "kysely";
import type { MergePair, MergePart, MergeSide } from "#console/noun/noun.server.ts";
import { everyContact } from "#identity/account/account.server.ts";
import { type Refusal, refuse } from "#kit/wire/refusal.server.ts";
import { brokenConstraint, onConstraint } from "#platform/database/constraint.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { DB } from "#platform/database/tables.generated.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { livingStatuses, type StudentStatus } from "../student.rules.ts";

export type MergedRecord = Omit<Selectable<DB["student"]>, "status"> & { readonly status: StudentStatus };

interface TwoAsked {
  readonly kept: string;
  readonly gone: string;
}

interface TwoRecords {
  readonly kept: MergedRecord;
  readonly gone: MergedRecord;
}

/** Two students, locked in the one order in which everybody locks two; undefined where one is not there. */
export const lockTwo = (trx: Trx, asked: TwoAsked): Promise<TwoRecords | undefined> => findTwo(trx, asked, true);

/** The same without holding up anybody: for who only looks. */
export const readTwo = (trx: Trx, asked: TwoAsked): Promise<TwoRecords | undefined> => findTwo(trx, asked, false);

async function findTwo(trx: Trx, { kept, gone }: TwoAsked, held: boolean): Promise<TwoRecords | undefined> {
  if (!isId(kept) || !isId(gone)) return undefined;
  const both = trx.selectFrom("student").selectAll().where("_id", "in", [kept, gone]).orderBy("_id");
  const rows = (await (held ? both.forUpdate() : both).execute()) as MergedRecord[];
  const found = new Map(rows.map((row) => [row._id, row]));
  const [one, other] = [found.get(kept), found.get(gone)];
  return one && other ? { kept: one, gone: other } : undefined;
}

/** What of a person's record is filled in from the one that goes, where the one that stays says nothing. */
const filled = [
  ["gender", "Sex"],
  ["dateofbirth", "Date of birth"],
  ["stateoforigin", "State of origin"],
  ["lgaoforigin", "Local government area"],
  ["programme", "Programme"],
  ["session", "Session of entry"],
  ["type", "Mode of entry"],
  ["entrylevel", "Level of entry"],
  ["level", "Level"],
  ["semester", "Semester"],
] as const;

const filledFrom = (kept: MergedRecord, gone: MergedRecord) =>
  filled.filter(([name]) => kept[name] === null && gone[name] !== null);

/** What becomes of the two records themselves, in sentences. */
export function planRecords(kept: MergedRecord, gone: MergedRecord): { moves: string[]; stays: string[] } {
  const labels = filledFrom(kept, gone).map(([, label]) => label);
  return {
    moves: [
      ...(kept.matric === null && gone.matric !== null ? [`The matric number ${gone.matric} goes along`] : []),
      ...(kept.application === null && gone.application !== null
        ? [
            `The application and its clearance go along; its letters and papers open with the account that applied, ${gone.emailaddress}`,
          ]
        : []),
      ...(labels.length > 0 ? [`Filled in from the record that goes: ${labels.join(", ")}`] : []),
    ],
    stays: [
      ...(kept.matric !== null && gone.matric !== null
        ? [`The matric number ${gone.matric} is given to nobody else, and leads to ${kept.matric}`]
        : []),
      ...(kept.application !== null && gone.application !== null
        ? ["The application of the record that goes stays there, with its clearance, letters and papers"]
        : []),
      ...(kept.status === gone.status ? [] : [`The status stays ${kept.status}; the other record was ${gone.status}`]),
    ],
  };
}

/**
 * Makes one record of two, both locked: the one that goes is Merged and leads to the one that stays, as does whatever was merged
 * into it before; the other takes what it lacks, and the account that signs in afterwards.
 */
export async function mergeRecords(
  { trx, note }: Work,
  { kept, gone }: { readonly kept: MergedRecord; readonly gone: MergedRecord },
  account: string | null,
): Promise<void> {
  const fills = Object.fromEntries(filledFrom(kept, gone).map(([name]) => [name, gone[name]]));
  const takesNumber = kept.matric === null && gone.matric !== null;
  const takesApplication = kept.application === null && gone.application !== null;
  const later = { version: sql<number>`version + 1`, updatedAt: sql<string>`now()` };
  await sql`update portal.student set mergedinto = ${kept._id} where mergedinto = ${gone._id}`.execute(trx);
  await trx
    .updateTable("student")
    .set({
      ...later,
      status: "Merged",
      statusAt: sql<string>`now()`,
      mergedinto: kept._id,
      // The other account of the person, if there are two; its owner reads there where to go.
      applicant: account === gone.applicant ? (kept.applicant ?? gone.applicant) : gone.applicant,
      ...(takesNumber && { matric: null }),
      ...(takesApplication && { application: null }),
    })
    .where("_id", "=", gone._id)
    .execute();
  await onConstraint(
    { student_living: livingElsewhere, student_living_jamb: livingElsewhere },
    trx
      .updateTable("student")
      .set({
        ...later,
        ...fills,
        applicant: account,
        ...(takesNumber && { matric: gone.matric }),
        ...(takesApplication && {
          application: gone.application,
          snapshot: gone.snapshot === null ? null : JSON.stringify(gone.snapshot),
        }),
      })
      .where("_id", "=", kept._id)
      .execute(),
  );
  // An earlier record of either account is the same person's too.
  await onConstraint(
    { student_living: livingElsewhere, student_living_jamb: livingElsewhere },
    sql`update portal.student set applicant = ${account}
      where applicant in (${kept.applicant}, ${gone.applicant}) and status <> 'Merged' and _id <> ${kept._id}`.execute(
      trx,
    ),
  );
  // Each is reached as its account is.
  await onConstraint(
    { student_living_jamb: livingElsewhere },
    sql`update portal.student s set emailaddress = a.emailaddress, phonenumber = a.phonenumber, jamb = a.jamb
      from ${everyContact()} a where a._id = s.applicant and a._id in (${kept.applicant}, ${gone.applicant})
        and (s.emailaddress, s.phonenumber, s.jamb) is distinct from (a.emailaddress, a.phonenumber, a.jamb)`.execute(
      trx,
    ),
  );
  note({
    deed: "student.merge",
    subject: `student:${gone._id}`,
    before: { status: gone.status },
    after: { status: "Merged", mergedinto: kept._id },
  });
  note({ deed: "student.take-in", subject: `student:${kept._id}`, after: { ...fills, merged: gone._id } });
}

const LIVING_ELSEWHERE =
  "The account belongs to a third record that studies now, and nobody studies two things at a time. Look at all three first";

const livingElsewhere = () => refuse("student-already", LIVING_ELSEWHERE);

/** Whether more than one record of the person would study now, once two of them are one: whichever account they have. */
async function isLivingTwice(trx: Trx, { kept, gone }: MergePair): Promise<boolean> {
  const { rows } =
    await sql`select from portal.student s where s.status = any(${[...livingStatuses]}) and (s._id = ${kept._id}
    or s.applicant in (${kept.applicant}, ${gone.applicant}) and s._id <> ${gone._id}) limit 2`.execute(trx);
  return rows.length > 1;
}

/** The student as whatever hangs on it knows it. */
export const sideOf = ({ _id, name, matric, applicant }: MergedRecord): MergeSide => ({ _id, name, matric, applicant });

/** The "no" to whatever new was to come to a record that was merged, in the database's own sentence; undefined for other faults. */
export const refusalOfMerged = (fault: Error): Refusal | undefined =>
  brokenConstraint(fault) === "student_unmerged" ? refuse("student-merged", fault.message) : undefined;

/** What was said of two records that are found to be one person's, and what else names a student here. */
export const recordMerge: MergePart = {
  tables: ["student", "told_apart", "former_matric"],
  async plan(trx, { kept, gone }: MergePair) {
    const said = await trx
      .selectFrom("told_apart")
      .select("createdAt")
      .where((either) =>
        either.or([
          either.and([either("student", "=", kept._id), either("other", "=", gone._id)]),
          either.and([either("student", "=", gone._id), either("other", "=", kept._id)]),
        ]),
      )
      .execute();
    return {
      stays:
        said.length === 0 ? [] : ["Somebody has said before that these are two people: ask who did, under History"],
      stops: (await isLivingTwice(trx, { kept, gone, account: null })) ? [LIVING_ELSEWHERE] : [],
    };
  },
};
