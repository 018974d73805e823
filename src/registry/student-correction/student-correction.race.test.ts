import { expect, inject, test } from "vitest";
import { perform, portalItself } from "#platform/write/perform.server.ts";
import { coded } from "../../../testing/bursar.ts";
import { combinationDesk, dearer } from "../../../testing/combination.ts";
import { startPortal } from "../../../testing/portal.ts";
import { correctionDesk } from "../../../testing/record-correction.ts";
import { billedStudent } from "../../../testing/student.ts";
import { untilWaiting } from "../../../testing/waiting.ts";
import { granted } from "../../../testing/walk.ts";
import { withoutRowLock } from "../../../testing/without-guard.ts";
import { addBillLine, lockBills } from "../bill/bill.server.ts";

// All of a bill is waived while the second person agrees to a programme that costs less.

async function waivedMeanwhile(unguarded = false): Promise<string> {
  const portal = await startPortal(inject("place"));
  try {
    const desk = await correctionDesk(portal);
    const { to } = await combinationDesk(portal);
    await dearer(portal, await coded(portal, "programme", "NCE-CRS-ENG"), 50_000);
    const me = await billedStudent(portal);
    const path = "/staff/ms_record_correction";
    const { programmes } = (await granted(desk.clerk.get(`${path}/about/student/${me.student}`))).body.lists;
    const programme = programmes.find((one: string) => one.startsWith(`${to.award} ${to.name} (`));
    const wanted = { kind: "programme", values: { programme } };
    const { _id } = (await granted(desk.propose(me.student, wanted, desk.clerk, "student"))).body;
    const { willfollow: follows } = (await granted(desk.registrar.get(`${path}/${_id}/file`))).body;
    if (unguarded) await withoutRowLock(portal, "bill");
    const { asked } = await perform(portal.db, portalItself, async (work) => {
      await lockBills(work.trx, [me.bill]);
      const asked = desk.registrar.post(`${path}/${_id}/approve`, { reason: "Seen on the letter", follows });
      await untilWaiting(portal, 1, 4_000);
      const bill = work.trx.selectFrom("bill").select("billed_kobo").where("_id", "=", me.bill);
      const { billed_kobo } = await bill.executeTakeFirstOrThrow();
      const line = { kind: "waiver", label: "Staff child", amount_kobo: -billed_kobo } as const;
      await addBillLine(work, { bill: me.bill, ...line, reason: "Lost", staff: null });
      return { asked };
    });
    const { code, type } = (await asked).body;
    return code ?? type;
  } finally {
    await portal.stop();
  }
}

test("what comes to the bill in the same moment is judged too", async () => {
  expect(await waivedMeanwhile()).toBe("version-stale");
});

test("without the lock on the bills more would be waived than is charged", async () => {
  expect(await waivedMeanwhile(true)).toBe("success");
});
