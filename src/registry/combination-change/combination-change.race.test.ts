import { afterEach, expect, inject, test } from "vitest";
import { billMaker } from "../../../testing/billed.ts";
import { coded } from "../../../testing/bursar.ts";
import { asking, combinationDesk, dearer, decides, lastPlace } from "../../../testing/combination.ts";
import { tableHeldFor, whileTableHeld } from "../../../testing/held-table.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { untilWaiting } from "../../../testing/waiting.ts";
import { granted } from "../../../testing/walk.ts";
import { withoutConstraint, withoutRowLock } from "../../../testing/without-guard.ts";
import { perform, portalItself } from "../../platform/write/perform.server.ts";
import { addBillLine, lockBills } from "../bill/bill.server.ts";
import { impossibleCombinations } from "./combination-change.impossible.server.ts";

// Two students change to a combination with one free place, and the last office agrees to both at once.

let portal: TestPortal;
afterEach(() => portal.stop());

async function both(): Promise<(string | undefined)[]> {
  const { waiting, registrars } = await lastPlace(portal);
  const replies = await whileTableHeld(portal, "combination_step", 2, () =>
    Promise.all([decides(registrars[0], waiting[0].change), decides(registrars[1], waiting[1].change)]),
  );
  return replies.map(({ body }) => body.code ?? body.type).sort();
}

test("of two who take the last place one does, and the other office reads that none is free", async () => {
  portal = await startPortal(inject("place"));
  expect(await both()).toEqual(["combination-not-open", "success"]);
});

test("without the lock on the seats both would have it", async () => {
  portal = await startPortal(inject("place"));
  // The counter's own constraint would stop the second too, where it sees what the first has counted.
  await withoutConstraint(portal, "intake", "intake_within_seats");
  await withoutRowLock(portal, "intake");
  expect(await both()).toEqual(["success", "success"]);
});

const nothing = async (): Promise<void> => {};

/** A student about whose change only the registrar is still to decide; it makes the bill smaller. */
async function nearlyThere() {
  const desk = await combinationDesk(portal);
  await dearer(portal, desk.from._id, 7_000);
  const me = await asking(portal, desk);
  for (const who of [desk.head, desk.newhead, desk.dean]) await granted(decides(who, me.change));
  return { desk, me };
}

/** All of the bill is waived while the last office agrees. */
async function waivedMeanwhile(prepare = nothing): Promise<string> {
  const { desk, me } = await nearlyThere();
  await prepare();
  const { asked } = await perform(portal.db, portalItself, async (work) => {
    await lockBills(work.trx, [me.bill]);
    const asked = decides(desk.registrar, me.change);
    await untilWaiting(portal, 1, 4_000);
    const { billed_kobo } = await work.trx
      .selectFrom("bill")
      .select("billed_kobo")
      .where("_id", "=", me.bill)
      .executeTakeFirstOrThrow();
    const line = { kind: "waiver", label: "Staff child", amount_kobo: -billed_kobo } as const;
    await addBillLine(work, { bill: me.bill, ...line, reason: "Lost", staff: null });
    return { asked };
  });
  return (await asked).body.code ?? (await asked).body.type;
}

test("what comes to the bill in the same moment is judged too", async () => {
  portal = await startPortal(inject("place"));
  expect(await waivedMeanwhile()).toBe("combination-not-open");
});

test("without the lock on the bills more would be waived than is charged", async () => {
  portal = await startPortal(inject("place"));
  expect(await waivedMeanwhile(() => withoutRowLock(portal, "bill"))).toBe("success");
});

const billOfNext = (student: string) =>
  portal.db
    .selectFrom("bill")
    .select("programme")
    .where("student", "=", student)
    .where("semester", "=", 2)
    .executeTakeFirstOrThrow();

/** For which of the two combinations the next semester is billed by a run that begins while the last office agrees. */
async function billedMeanwhile(prepare = nothing): Promise<"from" | "to"> {
  const { desk, me } = await nearlyThere();
  const bursar = await billMaker(portal);
  const session = await coded(portal, "session", "2026");
  await prepare();
  const { both } = await tableHeldFor(portal, "combination_step", async () => {
    const agreed = decides(desk.registrar, me.change);
    await untilWaiting(portal, 1);
    const run = bursar.post("/staff/ms_bill_run", { session, semester: 2 });
    // It waits for the student, or nobody holds it up and it is done: in either case before the other goes on.
    await Promise.race([untilWaiting(portal, 2), run]);
    return { both: Promise.all([agreed, run].map(granted)) };
  });
  await both;
  return (await billOfNext(me.student)).programme === desk.to._id ? "to" : "from";
}

test("a run of bills in the same moment bills for the combination that comes out", async () => {
  portal = await startPortal(inject("place"));
  expect(await billedMeanwhile()).toBe("to");
});

test("without the lock on the student it would bill for the one that was left", async () => {
  portal = await startPortal(inject("place"));
  expect(await billedMeanwhile(() => withoutRowLock(portal, "student"))).toBe("from");
  const harm = impossibleCombinations.find(({ name }) => name === "billed-for-another");
  expect((await harm?.rows.execute(portal.db))?.rows).toHaveLength(1);
});

/** What the last office hears that agrees while a run has made the bill of the next semester, and has not said so yet. */
async function agreedMeanwhile(prepare = nothing): Promise<string> {
  const { desk, me } = await nearlyThere();
  const bursar = await billMaker(portal);
  const session = await coded(portal, "session", "2026");
  await prepare();
  const { run, agreed } = await whileTableHeld(portal, "bill_line", 2, async () => {
    const run = bursar.post("/staff/ms_bill_run", { session, semester: 2 });
    await untilWaiting(portal, 1);
    return { run, agreed: decides(desk.registrar, me.change) };
  });
  await granted(run);
  const { body } = await agreed;
  expect((await billOfNext(me.student)).programme).toBe(desk.from._id);
  return body.code ?? body.type;
}

test("who agrees while a run makes the next bill is shown what that costs first", async () => {
  portal = await startPortal(inject("place"));
  expect(await agreedMeanwhile()).toBe("version-stale");
});

test("without the lock on the student the next bill would stay with the combination that was left", async () => {
  portal = await startPortal(inject("place"));
  expect(await agreedMeanwhile(() => withoutRowLock(portal, "student"))).toBe("success");
});
