import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type MoneyDesk, moneyDesk } from "../../../testing/correction.ts";
import { payer, tenSecondsLater } from "../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { sandboxControl } from "../../../testing/sandbox-control.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let bank: ReturnType<typeof sandboxControl>;
let registrar: StaffMember;
let desk: MoneyDesk;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  bank = sandboxControl(portal.sandbox);
  registrar = await staffMember(portal, { pages: ["sessions", "sessions.change"] });
  desk = await moneyDesk(portal);
  await bank.fault("notify-none");
});
afterAll(() => portal.stop());

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** The office sets the closing of the session that admits, on its own screen. */
async function closing(days: number): Promise<void> {
  const { _id } = (await registrar.get("/staff/ms_session")).body.list.find(
    ({ admission }: { admission: boolean }) => admission,
  );
  const { code, name, semester } = (await registrar.get(`/staff/ms_session/${_id}`)).body;
  const form = { code, name, semester, opens: inDays(-60), closes: inDays(days) };
  await granted(registrar.put(`/staff/ms_session/${_id}`, form));
}

/** The kinds of exceptions of a payment that wait. */
const exceptionsOf = async (rrr: string) =>
  (await granted(desk.cashier.get("/staff/ms_payment_exception"))).body.list
    .filter((waits: { rrr: string }) => waits.rrr.replaceAll("-", "") === rrr)
    .map(({ kind }: { kind: string }) => kind);

test("an open reference ends when its session closes, wherever the office moves that", async () => {
  await closing(5);
  const person = await payer(portal);
  const { rrr } = await person.reference();
  const [verified, slip, page] = [
    `/ms_application_fee/${rrr}`,
    `/ms_payment_slip/${rrr}`,
    `/ms_application_fee/${rrr}/pay`,
  ];

  await closing(-3);
  const over = "The last day to pay this is over";
  expect((await person.get(verified)).body.message).toContain(over);
  expect((await person.get(page)).body).toMatchObject({
    type: "error",
    code: "payment-not-payable",
    message: expect.stringContaining(over),
  });
  expect((await person.get(slip)).body).toMatchObject({ payable: false, payBy: { over: true } });

  await closing(20);
  await granted(person.get(page));
  expect((await person.get(verified)).body.message).toMatch(/^Pay /);
  expect((await person.get(slip)).body).toMatchObject({ payable: true, payBy: { over: false } });
  expect(await person.reference()).toMatchObject({ rrr, message: expect.stringMatching(/^Your payment reference/) });
});

test("an application fee that is paid after the closing is credit, and pays a new reference once applications open again", async () => {
  await closing(5);
  const person = await payer(portal);
  const { rrr, amount } = await person.reference();
  await closing(-3);
  await bank.pay(rrr);
  await tenSecondsLater(portal);
  const { body: paid } = await granted(person.get(`/ms_application_fee/${rrr}`));
  expect(paid).toMatchObject({ isverified: true, surplus: "closed" });
  expect(paid.message).toMatch(/applications had closed when it was paid.*bursary/);
  expect(await exceptionsOf(rrr)).toEqual(["Paid late"]);
  const { emailaddress } = (await person.get("/ms_applicant/bio")).body;
  expect((await portal.letters(emailaddress, 1)).at(-1)?.text).toMatch(/applications had closed when it was paid/);

  await closing(20);
  const { rrr: again } = await person.reference();
  await desk.correct(rrr, "Apply credit", { target: await desk.paymentOf(again) });
  expect((await person.get(`/ms_application_fee/${again}`)).body).toMatchObject({
    isverified: true,
    surplus: null,
    amount,
  });
  expect(await exceptionsOf(rrr)).toEqual([]);
});

test("what was paid in time counts when it is heard of later, and the letter says that applications have closed", async () => {
  await closing(5);
  const person = await payer(portal);
  const { rrr } = await person.reference();
  await bank.pay(rrr, { paidOn: inDays(-4) });
  await closing(-3);
  await tenSecondsLater(portal);
  const { body: paid } = await granted(person.get(`/ms_application_fee/${rrr}`));
  expect(paid).toMatchObject({ isverified: true, surplus: null });
  const { emailaddress } = (await person.get("/ms_applicant/bio")).body;
  const text = (await portal.letters(emailaddress, 1)).at(-1)?.text;
  expect(text).toContain("Applications have closed meanwhile. Please ask the bursary");
  expect(text).not.toContain("Go on with your application");
});
