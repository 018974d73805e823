import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { moneyDesk } from "../../../testing/correction.ts";
import { payable, purposes } from "../../../testing/payable.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { sandboxControl } from "../../../testing/sandbox-control.ts";
import { staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

/** From now on receipts of a purpose have these words. */
async function reword(purpose: string, heading: string) {
  const pages = ["templates", "templates.change", "templates.approve"] as const;
  const [writer, head] = [
    await staffMember(portal, { pages: [...pages] }),
    await staffMember(portal, { pages: [...pages] }),
  ];
  const words = { heading, opening: "", closing: "", note: "New words" };
  const { body } = await granted(writer.post(`/staff/ms_message_template/receipt-${purpose}/propose`, words));
  await granted(head.post(`/staff/ms_template_version/${body._id}/approve`, {}));
}

test.each(purposes)("a receipt of the %s fee keeps its words, though the payment is taken back", async (purpose) => {
  const one = await payable(portal, purpose);
  const desk = await moneyDesk(portal);
  const { _id, rrr } = await one.make();
  const headings = async () => {
    const own = (await granted(one.person.get(one.receiptPath(rrr)))).body.words.heading;
    const office = await desk.cashier.get(`/staff/ms_receipt/${_id}/paper`);
    return [own, office.body.words?.heading];
  };
  await reword(purpose, "Before it was paid");
  expect(await headings()).toEqual(["Before it was paid", undefined]);
  await sandboxControl(portal.sandbox).pay(rrr);
  await one.verify(rrr);
  await reword(purpose, "After it was paid");
  expect(await headings()).toEqual(["Before it was paid", "Before it was paid"]);
  await desk.correct(rrr, "Reverse");
  expect(await headings()).toEqual(["Before it was paid", "Before it was paid"]);
});
