import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { payer, tenSecondsLater } from "../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { sandboxControl } from "../../../testing/sandbox-control.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

const path = "/ms_application_fee";

test("a receipt says what is paid, by whom and for what, only once it is paid", async () => {
  const person = await payer(portal);
  const programme = await person.programme();
  const { rrr, _id, amount } = await person.reference();
  const bio = (await person.get("/ms_applicant/bio")).body;
  const unpaid = (await person.get(`${path}/receipt/${rrr}`)).body;
  expect(unpaid.find).toMatchObject({
    isverified: false,
    verified: null,
    amount,
    paymentReference: rrr,
    application: null,
  });
  expect(unpaid.details.paidOn).toBeNull();

  await sandboxControl(portal.sandbox).pay(rrr);
  await tenSecondsLater(portal);
  await person.get(`${path}/${rrr}`);
  const { body } = await person.get(`${path}/receipt/${_id}`);
  const payerName = [bio.firstname, bio.middlename, bio.lastname].filter(Boolean).join(" ");
  expect(body).toMatchObject({
    bio: { firstname: bio.firstname, middlename: bio.middlename, lastname: bio.lastname },
    find: {
      ...{ isverified: true, amount, paymentReference: rrr },
      programme: { _id: programme._id, name: programme.name },
      session: { name: "2026/2027" },
      applicant: { firstname: "Aisha", lastname: "Bello" },
    },
    RRR: rrr,
    details: { payerName, amount, payerEmail: bio.emailaddress },
  });
  expect(Math.abs(Date.parse(body.details.paidOn) - Date.now())).toBeLessThan(10_000);
  const sum = body.details.items.reduce((total: number, item: { amount: number }) => total + item.amount, 0);
  expect(sum).toBe(amount);
});

test("a receipt keeps the payer's name as it was paid under", async () => {
  const person = await payer(portal);
  const { rrr } = await person.reference();
  const { payerName } = (await person.get(`${path}/receipt/${rrr}`)).body.details;
  await portal.db.updateTable("bio").set({ lastname: "Changed" }).where("applicant", "=", person._id).execute();
  const { body } = await person.get(`${path}/receipt/${rrr}`);
  expect([body.details.payerName, body.bio.lastname]).toEqual([payerName, "Changed"]);
});

test("another's receipt and an unknown one are the same 404", async () => {
  const [owner, other] = [await payer(portal), await payer(portal)];
  const { rrr, _id } = await owner.reference();
  const replies = await Promise.all(
    [rrr, _id, "100000000000", "nonsense"].map((id) => other.get(`${path}/receipt/${id}`)),
  );
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
});
