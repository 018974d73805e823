import { setTimeout as wait } from "node:timers/promises";
import { expect } from "vitest";
import { slicesOf } from "../src/kit/value/slices.rules.ts";
import { stepOf } from "./accepted-people.ts";
import { callerWith } from "./applicant.ts";
import { billMaker } from "./billed.ts";
import { importCsv } from "./bursar.ts";
import { inDays } from "./days.ts";
import type { SeatedPerson } from "./generated-people.ts";
import type { TestPortal } from "./portal.ts";
import { sandboxControl } from "./sandbox-control.ts";
import { ownOrigin, type StaffMember, staffMember } from "./staff.ts";
import { fileOfStudents, studentFile, studentRow } from "./student-file.ts";
import { patient } from "./visitor.ts";
import { granted } from "./walk.ts";

/** As many as one deed of the desk takes. */
const AT_ONCE = 200;

/** Sixty in a hundred opens registration, the rest the examination. */
export async function setInstalments(portal: TestPortal, session: string): Promise<void> {
  const bursar = await billMaker(portal);
  for (const [share, name, days, opens] of [
    [60, "First instalment", 60, ["registration"]],
    [100, "Second instalment", 150, ["examination", "results"]],
  ] as const)
    await granted(bursar.post("/staff/ms_instalment", { session, semester: 1, name, share, due: inDays(days), opens }));
}

/** Every office waves everybody through, item by item; what needs a scan is waived. Answers how many ticks that were. */
export async function clearEverybody({ db }: TestPortal, registrar: StaffMember): Promise<number> {
  const items = await db.selectFrom("clearance_item").select(["_id", "note", "proof"]).execute();
  let ticks = 0;
  for (const { _id, note, proof } of items) {
    const open = await db
      .selectFrom("clearance")
      .select("_id")
      .where("item", "=", _id)
      .where("state", "=", "Open")
      .execute();
    const ids = open.map((line) => line._id);
    for (const some of slicesOf(ids, AT_ONCE)) {
      const said = proof ? { reason: "Seen at the clinic's own desk" } : note ? { note: "WAEC, today" } : {};
      const step = stepOf(some, proof ? "Waived" : "Cleared", said);
      ticks += (await granted(registrar.post("/staff/ms_clearance/tick", step))).body.count;
    }
  }
  return ticks;
}

/**
 * Hands over everybody who is cleared, in as few orders as say of each who is like another that it is another person: thousands
 * who were made up share names and birthdays. Answers what the orders came to.
 */
export async function handOverEverybody(registrar: StaffMember) {
  const query = "standing=Cleared";
  const cleared = async (): Promise<number> =>
    (await granted(registrar.get(`/staff/ms_hand_over_candidate?${query}&limit=1`))).body.total;
  const people = await cleared();
  for (let left = people; left > 0; ) {
    const chosen = { query, count: left };
    const { ready, plans } = (await granted(registrar.post("/staff/ms_hand_over/check", chosen))).body;
    expect(ready).toBe(left);
    const another = plans
      .filter(({ doubt }: { doubt: object | null }) => doubt !== null)
      .map(({ application }: { application: string }) => application);
    const { _id } = (await granted(registrar.post("/staff/ms_hand_over", { ...chosen, another }))).body;
    await ended(registrar, _id);
    const now = await cleared();
    if (now === left) break;
    left = now;
  }
  const refused = await cleared();
  return { people, done: people - refused, refused };
}

async function ended(registrar: StaffMember, order: string): Promise<void> {
  for (let waited = 0; ; waited += 250) {
    const { body } = await granted(registrar.get(`/staff/ms_hand_over/${order}`));
    if (body.finishedAt) return;
    if (waited > 900_000) throw new Error("the hand-over did not end");
    await wait(250);
  }
}

/**
 * Brings in so many who study here already: a file with every tenth row wrong is looked at first and brings nobody, the mended one
 * brings all, and one run bills them. Answers how many bills that were.
 */
export async function bringReturning(portal: TestPortal, session: string, count: number): Promise<number> {
  const officer = await staffMember(portal, { pages: ["students", "students.change"] });
  const looked = (await importCsv(portal, officer, "student", studentFile(count), "?check=1")).body;
  expect(looked.wrong.length + looked.more).toBe(Math.floor(count / 10));
  const rows = Array.from({ length: count }, (_, at) => studentRow(at + 1));
  const brought = (await importCsv(portal, officer, "student", fileOfStudents(rows))).body;
  expect(brought.added).toBe(count);
  const bursar = await billMaker(portal);
  return (await granted(bursar.post("/staff/ms_bill_run", { session, semester: 1 }))).body.made;
}

/** Enters the student's area with the applicant's sign-in, and pays the first instalment; every other one the rest too. Answers who is in. */
export async function payTuition(portal: TestPortal, one: SeatedPerson, place: number): Promise<Me> {
  const entered = await one.post("/student/enter", {}, { origin: ownOrigin(portal) });
  const [cookie = ""] = entered.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
  const me = patient(callerWith(portal, { cookie, origin: ownOrigin(portal) }));
  const bill = await payFirstPart(portal, me);
  if (place % 2 === 0) await pay(portal, me, bill, undefined);
  return me;
}

type Me = ReturnType<typeof patient>;

/** Pays what opens registration. Answers the bill's `_id`. */
export async function payFirstPart(portal: TestPortal, me: Pick<Me, "get" | "post">): Promise<string> {
  const [bill] = (await granted(me.get("/student/bill"))).body.bills;
  await pay(portal, me, bill._id, bill.parts[0].left);
  return bill._id;
}

async function pay(
  portal: TestPortal,
  me: Pick<Me, "get" | "post">,
  bill: string,
  amount: number | undefined,
): Promise<void> {
  const bank = sandboxControl(portal.sandbox);
  const { rrr } = (await granted(me.post(`/student/bill/${bill}/reference`, { amount }))).body;
  await bank.faultFor(rrr, "notify-none");
  await bank.pay(rrr, { channel: "BRANCH" });
  // A provider that did not answer in time is asked again, as the page does.
  for (let asked = 0; asked < 4; asked += 1) {
    const { isverified } = (await granted(me.get(`/student/bill_payment/${rrr}`))).body;
    if (isverified) return;
    await wait(10_100);
  }
  throw new Error(`${rrr} is not verified`);
}
