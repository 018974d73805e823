import { newId } from "#platform/database/id.server.ts";
import type { Trx } from "../src/platform/write/perform.server.ts";

/** Offices of student affairs that see papers beside the admissions office. */
const offices = [
  { code: "STA", name: "Student Affairs Office", college: "SAF" },
  { code: "MED", name: "College Clinic", college: "SAF" },
];

/** What a new student shows; without an office the department of the own programme sees it. */
const items = [
  {
    label: "Original certificates seen",
    office: "ADM",
    whereto: "Administrative Block, ground floor. Monday to Friday, 8 am to 2 pm",
    bring: "The originals of every paper that you uploaded, and one photocopy of each",
  },
  {
    label: "O-Level result verified",
    office: null,
    whereto: "The head of your department. Monday to Thursday, 9 am to 1 pm",
    bring: "Your O-Level certificate or statement of result, and an unused scratch card of your board",
    note: "Board, and the day on which its page was seen",
  },
  {
    label: "Birth certificate",
    office: "ADM",
    whereto: "Administrative Block, ground floor. Monday to Friday, 8 am to 2 pm",
    bring: "Birth certificate of the National Population Commission, or a sworn declaration of age",
  },
  {
    label: "Local government letter",
    office: "STA",
    whereto: "Students’ Centre, room 4. Monday to Friday, 9 am to 3 pm",
    bring: "Letter of identification from your local government, signed and stamped",
  },
  {
    label: "Medical fitness",
    office: "MED",
    whereto: "Behind the library. Monday to Friday, 8 am to 12 noon. Come before you have eaten",
    bring: "The signed form of a government hospital, or come to be examined. Two passport photographs",
    note: "Hospital, and the day of the examination",
    proof: true,
  },
  {
    label: "Oath and undertaking signed",
    office: "STA",
    whereto: "Students’ Centre, room 4. Monday to Friday, 9 am to 3 pm",
    bring: "The undertaking of good conduct, signed by you and by your parent or guardian",
  },
];

/** The six things that a college of education usually asks of a new student, at the offices that see them. */
export async function addClearance(trx: Trx): Promise<void> {
  const colleges = await trx.selectFrom("college").select(["_id", "code"]).execute();
  const collegeOf = new Map(colleges.map(({ _id, code }) => [code, _id]));
  await trx
    .insertInto("department")
    .values(
      offices.flatMap(({ college, ...office }) => {
        const _id = collegeOf.get(college);
        return _id ? { ...office, _id: newId(), college: _id, isacademic: false } : [];
      }),
    )
    .execute();
  const departments = await trx.selectFrom("department").select(["_id", "code"]).execute();
  const departmentOf = new Map(departments.map(({ _id, code }) => [code, _id]));
  await trx
    .insertInto("clearance_item")
    .values(
      items.map(({ office, ...item }, at) => ({
        ...item,
        _id: newId(),
        department: office === null ? null : (departmentOf.get(office) ?? null),
        place: at + 1,
      })),
    )
    .execute();
}
