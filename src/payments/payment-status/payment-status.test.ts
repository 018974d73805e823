import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { caller, callerWith } from "../../../testing/applicant.ts";
import { payer, tenSecondsLater } from "../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { sandboxControl } from "../../../testing/sandbox-control.ts";
import { granted } from "../../../testing/walk.ts";
import { initialsOf } from "./payment-status.rules.ts";

let portal: TestPortal;
let bank: ReturnType<typeof sandboxControl>;
beforeAll(async () => {
  portal = await startPortal(inject("place"), { TRUST_PROXY: "1" });
  bank = sandboxControl(portal.sandbox);
  await bank.fault("notify-none");
});
afterAll(() => portal.stop());

const ask = (rrr: string, phone: string) => caller(portal).post("/rrr", { rrr, phone });
const from = (address: string, rrr: string, phone: string) =>
  callerWith(portal, { "x-forwarded-for": address }).post("/rrr", { rrr, phone });
const wholePhoneNeeded = {
  code: "whole-phone-needed",
  errors: { phone: expect.stringContaining("Type the payer's whole phone number") },
};

async function slip() {
  const person = await payer(portal);
  const { rrr, _id, amount } = await person.reference();
  const row = await portal.db
    .selectFrom("payment_reference")
    .select(["payerphone", "payername", "description", "payeremail"])
    .where("_id", "=", _id)
    .executeTakeFirstOrThrow();
  return { person, rrr, _id, amount, digits: row.payerphone.slice(-4), ...row };
}

/** Four digits that are not those. */
const others = (digits: string) => String((Number(digits) + 1) % 10_000).padStart(4, "0");

const clear = () => portal.db.deleteFrom("limits").execute();

describe("who holds a slip and knows the last four digits of the payer's phone", () => {
  test("is told that it is not paid, what for and how much, and of the payer the initials alone", async () => {
    const { rrr, digits, amount, payername, description, payeremail, payerphone } = await slip();
    const { body, headers } = await granted(ask(rrr.replace(/(\d{4})(?=\d)/g, "$1-"), digits));
    expect(body).toMatchObject({ ...{ rrr, amount, description }, standing: "Not paid", session: "2026/2027" });
    expect(body).toMatchObject({ initials: initialsOf(payername), verified: null });
    expect(headers.get("x-robots-tag")).toBe("noindex");
    const told = JSON.stringify(body);
    for (const kept of [...payername.split(" "), payeremail, payerphone]) expect(told).not.toContain(kept);
  });

  test("sees a payment of which nobody told the portal: the provider is asked beside, and nobody waits for it", async () => {
    const { rrr, digits, _id } = await slip();
    await bank.pay(rrr);
    await bank.faultFor(rrr, "slow", "2");
    await tenSecondsLater(portal);
    const begun = performance.now();
    expect((await granted(ask(rrr, digits))).body).toMatchObject({ standing: "Not paid", asking: true });
    expect(performance.now() - begun).toBeLessThan(1_500);
    await expect
      .poll(async () => (await granted(ask(rrr, digits))).body, { timeout: 20_000, interval: 500 })
      .toMatchObject({ standing: "Paid", asking: false, verified: expect.any(String), checkedAt: expect.any(String) });
    const asked = (await bank.requests()).filter(({ path }) => path.includes(rrr)).length;
    for (let look = 0; look < 5; look += 1) await granted(ask(rrr, digits));
    expect((await bank.requests()).filter(({ path }) => path.includes(rrr)).length, `${_id} is settled`).toBe(asked);
  });

  test("makes the portal ask once in ten seconds, however often it is looked up", async () => {
    const { rrr, digits } = await slip();
    const requests = async () => (await bank.requests()).filter(({ path }) => path.includes(rrr)).length;
    const before = await requests();
    await Promise.all(Array.from({ length: 12 }, () => ask(rrr, digits)));
    await expect.poll(async () => (await ask(rrr, digits)).body.asking, { timeout: 20_000, interval: 500 }).toBe(false);
    expect((await requests()) - before).toBe(1);
  });

  test("reads of a cancelled one that it is not to be paid, and of a wrong amount that it is being checked", async () => {
    const [gone, wrong] = [await slip(), await slip()];
    await bank.deed("deactivate", gone.rrr);
    await bank.pay(wrong.rrr, { paidAmount: "1" });
    await tenSecondsLater(portal);
    for (const { person, rrr } of [gone, wrong]) await person.get(`/ms_application_fee/${rrr}`);
    expect((await ask(gone.rrr, gone.digits)).body.standing).toBe("No longer to be paid");
    expect((await ask(wrong.rrr, wrong.digits)).body.standing).toBe("Being checked");
  });
});

describe("who guesses", () => {
  test("is told the same of an unknown reference and of wrong digits", async () => {
    const { rrr, digits } = await slip();
    const [wrong, unknown] = [await ask(rrr, others(digits)), await ask("290000000001", digits)];
    expect(wrong).toMatchObject({ status: 200, body: { type: "error", code: "payment-not-told" } });
    expect(unknown.body).toEqual(wrong.body);
  });

  test("is stopped after ten wrong answers, known or not, also when all come at once; right ones are not counted", async () => {
    await clear();
    const { rrr, digits } = await slip();
    for (let look = 0; look < 15; look += 1) await granted(ask(rrr, digits));
    const guesses = await Promise.all(Array.from({ length: 14 }, () => ask(rrr, others(digits))));
    expect(guesses.filter(({ body }) => body.code === "payment-not-told")).toHaveLength(10);
    expect((await ask(rrr, digits)).body).toMatchObject(wholePhoneNeeded);
    for (let guess = 0; guess < 10; guess += 1) await ask("290000000002", "0000");
    expect((await ask("290000000002", "0000")).body).toMatchObject(wholePhoneNeeded);
    await clear();
  });

  test("keeps nobody out who knows the payer: neither from another address, nor with the whole phone number", async () => {
    await clear();
    const { rrr, digits, payerphone } = await slip();
    const guess = (nth: number, typed: string) => from(`41.190.2.${nth}`, rrr, typed);
    for (let nth = 0; nth < 10; nth += 1) await guess(1, others(digits));
    expect((await guess(1, digits)).body).toMatchObject(wholePhoneNeeded);
    await granted(guess(2, digits));
    for (let nth = 0; nth < 20; nth += 1) await guess(3 + Math.floor(nth / 10), others(digits));
    // Thirty in all are wrong: from everywhere the whole number is asked for now.
    expect((await guess(9, digits)).body).toMatchObject(wholePhoneNeeded);
    expect((await granted(guess(9, `0${payerphone.slice(3)}`))).body).toMatchObject({ rrr });
    await granted(guess(1, payerphone));
    const strange = `${payerphone.slice(0, 3)}${payerphone.slice(3).split("").reverse().join("")}`;
    const whole = await Promise.all(Array.from({ length: 24 }, () => guess(10, strange)));
    expect(whole.filter(({ status }) => status === 429)).toHaveLength(4);
    await granted(guess(9, payerphone));
    await clear();
  });

  test("is stopped from one network whatever the reference, and a carrier's address has room for many", async () => {
    await clear();
    for (let guess = 0; guess < 60; guess += 1) await ask(String(290_000_001_000 + guess), "1234");
    const { rrr, digits } = await slip();
    await granted(ask(rrr, digits));
    await portal.db.updateTable("limits").set({ points: 300 }).where("key", "like", "wrong-payment-status:%").execute();
    const refused = await ask(rrr, digits);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    await clear();
    await granted(ask(rrr, digits));
  });
});

test("what is no reference is refused at its field", async () => {
  const { status, body } = await ask("12345", "12");
  expect(status).toBe(500);
  expect(body.errors).toEqual({
    rrr: "RRR must be the 12 digits of the payment slip",
    phone: "Type the last four digits of the payer's phone number, for example 4567",
  });
});

test.each([
  ["Aisha Ngozi Bello", "A. N. B."],
  ["ọlá  Ade", "Ọ. A."],
])("initials of %s", (name, initials) => expect(initialsOf(name)).toBe(initials));
