import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from "vitest";
import { caller } from "../../../../testing/applicant.ts";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { payable } from "../../../../testing/payable.ts";
import { payer, tenSecondsLater } from "../../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { sandboxControl } from "../../../../testing/sandbox-control.ts";
import { insist, newRegistration } from "../../../../testing/visitor.ts";
import { planCheck } from "./verification.hold.server.ts";
import { checkPaymentJob } from "./verification.job.server.ts";

vi.setConfig({ testTimeout: 60_000 });

let portal: TestPortal;
let bank: ReturnType<typeof sandboxControl>;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  bank = sandboxControl(portal.sandbox);
  await bank.fault("notify-none");
});
afterEach(async () => {
  await bank.noFaults();
  await expectInvariants(portal.db);
});
afterAll(() => portal.stop());

const asked = async () => (await bank.requests()).length;
const knownOf = (made: readonly { readonly _id: string }[]) =>
  Promise.all(
    made.map(({ _id }) =>
      portal.db.selectFrom("payment_reference").select("checkedAt").where("_id", "=", _id).executeTakeFirstOrThrow(),
    ),
  );
const people = async (count: number) => {
  const all = await Promise.all(Array.from({ length: count }, () => payable(portal, "application")));
  const made = await Promise.all(all.map((one) => one.make()));
  await tenSecondsLater(portal);
  return { all, made };
};

test("one person's questions take three of the provider's lines at most, and the rest are answered at once", async () => {
  const person = await payer(portal);
  const references: { rrr: string }[] = [];
  for (let number = 0; number < 9; number += 1) references.push(await person.reference(number));
  const other = await payable(portal, "application");
  await bank.fault("slow", "3");
  const before = await asked();
  let answered = 0;
  const asking = references.map(async ({ rrr }) => {
    const { status } = await person.get(`/ms_application_fee/${rrr}`);
    expect(status).toBe(200);
    answered += 1;
  });
  await expect.poll(() => answered, { timeout: 15_000 }).toBe(6);
  await expect.poll(asked).toBe(before + 3);
  await other.make();
  await Promise.all(asking);
  expect(await asked()).toBe(before + 4);
});

test("pages are answered while forty verifications wait for the provider", async () => {
  const { all, made } = await people(8);
  await bank.fault("slow", "6");
  const before = await asked();
  let verified = 0;
  const asking = all.flatMap((one, at) =>
    Array.from({ length: 5 }, async () => {
      await one.person.get(one.verifyPath(made[at]?.rrr ?? ""));
      verified += 1;
    }),
  );
  await expect.poll(asked, { timeout: 15_000 }).toBe(before + 8);
  const pages = await Promise.all(all.map(({ person }) => insist(() => person.get("/ms_dashboard"))));
  expect(pages.map(({ status }) => status)).toEqual(all.map(() => 200));
  expect(verified).toBe(0);
  await Promise.all(asking);
  expect(await asked()).toBe(before + 8);
});

test("however many wait for one answer, the database is asked by one of them", async () => {
  const one = await payable(portal, "application");
  const { rrr } = await one.make();
  await tenSecondsLater(portal);
  await bank.fault("slow", "4");
  let taken = 0;
  const count = () => {
    taken += 1;
  };
  portal.app.portal.pool.on("acquire", count);
  await Promise.all(Array.from({ length: 40 }, () => one.person.get(one.verifyPath(rrr))));
  portal.app.portal.pool.off("acquire", count);
  // Sign-in, reference and answer of each; every one of them looking for itself would be thirty.
  expect(taken / 40).toBeLessThan(15);
});

test("a letter is posted while the provider takes its time over the checks of the plan", async () => {
  const { made } = await people(8);
  const known = await knownOf(made);
  await bank.fault("slow", "6");
  const before = await asked();
  for (const { _id } of made) await planCheck(portal.db, checkPaymentJob, _id, 0);
  await expect.poll(asked, { timeout: 15_000 }).toBeGreaterThanOrEqual(before + 2);
  const person = newRegistration();
  await insist(() => caller(portal).post("/ms_applicant", person));
  expect(await portal.letters(person.emailaddress, 1)).toHaveLength(1);
  expect(await knownOf(made)).toEqual(known);
});
