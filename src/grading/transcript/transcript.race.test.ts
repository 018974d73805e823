import { sql } from "kysely";
import { afterAll, expect, inject, test } from "vitest";
import { awarding, conferredList, leaver } from "../../../testing/graduands.ts";
import { tableHeldFor, whileTableHeld } from "../../../testing/held-table.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { signedInStudent } from "../../../testing/student.ts";
import { pastMarks, transcriptDesk, twoSemesters } from "../../../testing/transcripts.ts";
import { untilBeingWritten, untilWaiting } from "../../../testing/waiting.ts";
import { withoutRowLock } from "../../../testing/without-guard.ts";

const started: TestPortal[] = [];
afterAll(() => Promise.all(started.map((portal) => portal.stop())));

/** A paid order, and what makes of it two transcripts at once. */
async function paidOrder() {
  const portal = await startPortal(inject("place"));
  started.push(portal);
  const desk = await transcriptDesk(portal);
  const me = await signedInStudent(portal);
  await pastMarks(portal, me.student, twoSemesters);
  const { order } = await desk.paid(me);
  // The first paper that stands by a profile waits for others that do; none of these is the first.
  await sql`update portal.result_profile set "usedAt" = now(), version = version + 1`.execute(portal.db);
  return {
    ...{ portal, me, desk, order },
    async makeBoth() {
      const both = await whileTableHeld(portal, "audit", 2, () => Promise.all([desk.make(order), desk.make(order)]));
      return both.map(({ body }) => body.code ?? body.type).sort();
    },
    async standing() {
      const { rows } =
        await sql`select from portal.transcript where serviceorder = ${order} and state <> 'Declined'`.execute(
          portal.db,
        );
      return rows.length;
    },
  };
}

test("of two who make one order's transcript at once one makes it, and the other hears so", async () => {
  const { portal, makeBoth, standing } = await paidOrder();
  expect(await makeBoth()).toEqual(["success", "transcript-made-already"]);
  expect(await standing()).toBe(1);
  await expectInvariants(portal.db);
});

test("without the lock on the order and the index of what stands there would be two", async () => {
  const { portal, makeBoth, standing } = await paidOrder();
  await withoutRowLock(portal, "service_order");
  await sql`drop index portal.transcript_one_standing`.execute(portal.db);
  expect(await makeBoth()).toEqual(["success", "success"]);
  expect(await standing()).toBe(2);
});

/**
 * A mark is corrected while a transcript that rests on it is made and not yet kept: the correction waits for that, or for nobody.
 * Answers whether the transcript stands.
 */
async function correctedMeanwhile(paid: Awaited<ReturnType<typeof paidOrder>>, how: "waiting" | "at once") {
  const { portal, me, desk, order } = paid;
  const asked = await tableHeldFor(portal, "audit", async () => {
    const making = desk.make(order);
    await untilWaiting(portal, 1);
    const correcting = sql`update portal.past_mark set total = 99
      where student = ${me.student} and course = 'BIO 111'`.execute(portal.db);
    await (how === "waiting" ? untilWaiting(portal, 2) : correcting);
    return { both: Promise.all([making, correcting]) };
  });
  await asked.both;
  const { rows } = await sql<{ stands: boolean }>`select "supersededAt" is null as stands from portal.transcript
    where serviceorder = ${order}`.execute(portal.db);
  return rows.map(({ stands }) => stands);
}

test("a mark that is corrected while its transcript is made waits, and supersedes it", async () => {
  expect(await correctedMeanwhile(await paidOrder(), "waiting")).toEqual([false]);
});

test("without the lock on the marks the transcript would stand beside its record", async () => {
  const paid = await paidOrder();
  await sql`drop trigger transcript_of_record on portal.transcript`.execute(paid.portal.db);
  expect(await correctedMeanwhile(paid, "at once")).toEqual([true]);
});

/**
 * An award is taken back while a transcript that says it is made and not yet kept. Answers what the transcript says of the student, and
 * whether it stands.
 */
async function undoneMeanwhile(how: "guarded" | "unguarded") {
  const portal = await startPortal(inject("place"));
  started.push(portal);
  const [office, desk] = [await awarding(portal), await transcriptDesk(portal)];
  const me = await leaver(portal);
  await conferredList(office);
  const { order } = await desk.paid(me);
  if (how === "unguarded") await sql`drop trigger transcript_of_award on portal.transcript`.execute(portal.db);
  const asked = await tableHeldFor(portal, "audit", async () => {
    const making = desk.make(order);
    await untilBeingWritten(portal, "transcript");
    // What the change of the status comes to: the award falls with it.
    const undoing = sql`update portal.student set status = 'Active' where _id = ${me.student}`.execute(portal.db);
    await (how === "guarded" ? untilWaiting(portal, 2) : undoing);
    return { both: Promise.all([making, undoing]) };
  });
  await asked.both;
  const { rows } = await sql<{ says: string; stands: boolean }>`
    select content #>> '{student,status}' as says, "supersededAt" is null as stands from portal.transcript
    where serviceorder = ${order}`.execute(portal.db);
  return rows;
}

test("an award that is taken back while its transcript is made waits, and supersedes it", async () => {
  expect(await undoneMeanwhile("guarded")).toEqual([{ says: "Graduated", stands: false }]);
});

test("without the lock on the award the transcript would stand and say what was taken back", async () => {
  expect(await undoneMeanwhile("unguarded")).toEqual([{ says: "Graduated", stands: true }]);
});
