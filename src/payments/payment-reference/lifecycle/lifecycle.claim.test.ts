import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { Refusal } from "#kit/wire/refusal.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { type Payer, payer } from "../../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { granted, payFee } from "../../../../testing/walk.ts";
import { claimPayment, hasPaidApplicationFee, type PaymentClaim } from "./lifecycle.claim.server.ts";

let portal: TestPortal;
let session: string;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  const row = await portal.db
    .selectFrom("session")
    .select("_id")
    .where("admission", "=", true)
    .executeTakeFirstOrThrow();
  session = row._id;
});
afterAll(() => portal.stop());

/** What is claimed, or the refusal's status and sentence. */
async function claim(person: Payer, payment: string, programme: string, more: Partial<PaymentClaim> = {}) {
  const application = { _id: newId(), code: "2026/A-0001" };
  try {
    const wish = { applicant: person._id, payment, programme, session, application, ...more };
    return await portal.db.transaction().execute((trx) => claimPayment(trx, wish));
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, code: error.code, message: error.message };
    throw error;
  }
}

async function paid(number = 0) {
  const person = await payer(portal);
  const { _id: programme } = await person.programme(number);
  return { person, programme, rrr: await payFee(portal, person, programme) };
}

test("a verified payment is used by trxcode or _id, and then shows its application", async () => {
  for (const by of ["trxcode", "_id"] as const) {
    const { person, programme, rrr } = await paid();
    const [record] = (await person.get("/ms_application_fee")).body;
    expect(await claim(person, record[by], programme)).toMatchObject({ _id: record._id, rrr });
    const [used] = (await person.get("/ms_application_fee")).body;
    expect(used.application).toMatch(/^[0-9a-f-]{36}$/);
    const receipt = (await granted(person.get(`/ms_application_fee/receipt/${rrr}`))).body;
    expect(receipt.find.application).toEqual({ _id: used.application, code: "2026/A-0001" });
  }
});

test("fifty parallel claims of one payment use it once", async () => {
  const { person, programme, rrr } = await paid();
  const claims = await Promise.all(Array.from({ length: 50 }, () => claim(person, rrr, programme)));
  expect(claims.filter((one) => "rrr" in one)).toHaveLength(1);
  const refusals = claims.filter((one) => "message" in one);
  expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(["payment-already-used"]));
  const sentences = refusals.map(({ message }) => message);
  expect(new Set(sentences).size).toBe(1);
  expect(sentences[0]).toContain("was used for an application already");
});

test("a payment serves its own applicant, programme and session only, once it is verified", async () => {
  const [mine, other] = [await paid(), await paid()];
  const another = await mine.person.programme(1);
  const open = (await mine.person.reference(1)).rrr;
  const unused = await payer(portal);
  expect(await claim(other.person, mine.rrr, mine.programme)).toMatchObject({ status: 404 });
  expect(await claim(unused, mine.rrr, mine.programme)).toMatchObject({ status: 404 });
  expect(await claim(mine.person, "123456789012", mine.programme)).toMatchObject({ status: 404 });
  expect(await claim(mine.person, "'; --", mine.programme)).toMatchObject({ status: 404 });
  expect(await claim(mine.person, mine.rrr, another._id)).toMatchObject({
    code: "payment-of-other-programme",
    status: 200,
    message: expect.stringContaining("was paid for another programme"),
  });
  expect(await claim(mine.person, mine.rrr, mine.programme, { session: newId() })).toMatchObject({
    code: "payment-of-other-session",
    status: 200,
    message: expect.stringContaining("was paid for another session"),
  });
  expect(await claim(mine.person, open, another._id)).toMatchObject({
    code: "payment-not-verified",
    status: 200,
    message: expect.stringContaining("is not verified yet"),
  });
  expect(await claim(mine.person, mine.rrr, mine.programme)).toMatchObject({ rrr: mine.rrr });
});

test("a paid reference stops a second one for the same programme and session, before its use and after", async () => {
  const { person, programme, rrr } = await paid();
  const again = (await person.post("/ms_application_fee", { programme })).body;
  expect(again).toMatchObject({
    type: "error",
    code: "paid-already",
    message: expect.stringContaining("Go on to Apply and use it for your application"),
  });
  await claim(person, rrr, programme);
  expect((await person.post("/ms_application_fee", { programme })).body).toMatchObject({
    type: "error",
    code: "paid-already",
    message: expect.stringContaining("It was used for your application"),
  });
});

test("the dashboard's pay is true from the first verified fee on, by value or by column", async () => {
  const { person } = await paid();
  const waiting = await payer(portal);
  await waiting.reference();
  const { rows } = await sql<{ _id: string; pay: boolean }>`
    select _id, ${hasPaidApplicationFee(sql<string>`applicant._id`)} as pay from portal.applicant
    where _id in (${person._id}, ${waiting._id})`.execute(portal.db);
  expect(new Map(rows.map(({ _id, pay }) => [_id, pay]))).toEqual(
    new Map([
      [person._id, true],
      [waiting._id, false],
    ]),
  );
  const { rows: byValue } = await sql<{ pay: boolean }>`select ${hasPaidApplicationFee(person._id)} as pay`.execute(
    portal.db,
  );
  expect(byValue).toEqual([{ pay: true }]);
});
