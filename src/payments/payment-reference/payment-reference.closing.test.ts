import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { payer, tenSecondsLater } from "../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { sandboxControl } from "../../../testing/sandbox-control.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let bank: ReturnType<typeof sandboxControl>;
let registrar: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  bank = sandboxControl(portal.sandbox);
  registrar = await staffMember(portal, { pages: ["sessions", "sessions.change"] });
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
  expect((await person.get(page)).body).toMatchObject({ type: "error", message: expect.stringContaining(over) });
  expect((await person.get(slip)).body).toMatchObject({ payable: false, payBy: { over: true } });

  await closing(20);
  await granted(person.get(page));
  expect((await person.get(verified)).body.message).toMatch(/^Pay /);
  expect((await person.get(slip)).body).toMatchObject({ payable: true, payBy: { over: false } });
  expect(await person.reference()).toMatchObject({ rrr, message: expect.stringMatching(/^Your payment reference/) });
});
