import { newId } from "../src/platform/database/id.server.ts";
import { perform, portalItself } from "../src/platform/write/perform.server.ts";
import { makeBills } from "../src/registry/bill/bill.server.ts";
import type { Caller } from "./applicant.ts";
import { coded } from "./bursar.ts";
import { tenSecondsLater } from "./payer.ts";
import type { TestPortal } from "./portal.ts";
import { sandboxControl } from "./sandbox-control.ts";
import { type StaffMember, staffMember } from "./staff.ts";
import { granted } from "./walk.ts";

/** Somebody of the bursary who makes bills and looks at accounts. */
export const billMaker = (portal: TestPortal): Promise<StaffMember> =>
  staffMember(portal, {
    lastname: "Bursar",
    pages: [
      ...(["tuition-accounts", "tuition-accounts.change", "instalments", "instalments.change"] as const),
      ...(["late-charges", "late-charges.change", "settings", "settings.change"] as const),
    ],
  });

let made = 0;

/** A student in the first semester of the session that runs, put straight into the database. */
export async function enrolled(
  portal: TestPortal,
  more: Partial<{
    applicant: string;
    level: number;
    indigene: boolean;
    session: string;
    programme: string;
    status: string;
  }> = {},
): Promise<{ _id: string; lastname: string; session: string; programme: string }> {
  made += 1;
  const nth = made;
  const _id = newId();
  const lastname = `Yusuf ${nth}`;
  const session = more.session ?? (await coded(portal, "session", "2026"));
  const programme = more.programme ?? (await coded(portal, "programme", "NCE-CRS-ENG"));
  await portal.db
    .insertInto("student")
    .values({
      _id,
      matric: `NCE/26/${10_000 + nth}`,
      firstname: "Amina",
      lastname,
      emailaddress: `billed${nth}@example.com`,
      phonenumber: `23480312${String(nth).padStart(5, "0")}`,
      level: 100,
      entrylevel: 100,
      semester: 1,
      ...more,
      session,
      programme,
    })
    .execute();
  await portal.db
    .insertInto("audit")
    .values({ _id: newId(), actorkind: "system", deed: "student.create", subject: `student:${_id}` })
    .execute();
  return { _id, lastname, session, programme };
}

/** Moves a student into a class that pays, and makes the bill. */
export async function billed(portal: TestPortal, student: string): Promise<{ bill: string; session: string }> {
  const session = await coded(portal, "session", "2026");
  const programme = await coded(portal, "programme", "NCE-CRS-ENG");
  await portal.db.updateTable("student").set({ session, programme }).where("_id", "=", student).execute();
  const [made] = await perform(portal.db, portalItself, (work) => makeBills(work, { session, semester: 1 }, [student]));
  if (!made) throw new Error("the class of the student has no fee");
  return { bill: made._id, session };
}

/** Pays all that is left of a bill, and has it verified; answers the `_id` of the payment. */
export async function paidTuition(
  portal: TestPortal,
  me: Pick<Caller, "get" | "post">,
  bill: string,
  amount?: number,
): Promise<string> {
  const { _id, rrr } = (await granted(me.post(`/student/bill/${bill}/reference`, { amount }))).body;
  await sandboxControl(portal.sandbox).pay(rrr);
  await tenSecondsLater(portal);
  await granted(me.get(`/student/bill_payment/${rrr}`));
  return _id;
}
