import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { signedInApplicant } from "../../../testing/applicant.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { openProgramme, openReference, readyApplicant, verifiedPayment } from "../../../testing/ready-applicant.ts";

let portal: TestPortal;
let wanted: { programme: string; session: string };
let another: { programme: string; session: string };
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  [wanted, another] = [await openProgramme(portal, 0), await openProgramme(portal, 1)];
});
afterEach(() => expectInvariants(portal.db));
afterAll(() => portal.stop());

const path = "/ms_applications";
const mode = { type: "JAMB UTME" };
const form = (payment: { rrr: string }) => ({ programme: wanted.programme, payment: payment.rrr, ...mode });

async function ready() {
  const person = await readyApplicant(portal, wanted);
  return { person, payment: await verifiedPayment(portal, person._id, wanted) };
}

test("a complete applicant submits with a verified payment, and the list and the slip show it", async () => {
  const { person, payment } = await ready();
  const { body } = await person.post(path, form(payment));
  expect(body).toEqual({
    type: "success",
    message: expect.stringMatching(/^Your application to NCE .+ has been submitted\. Its code is 2026\/NCE\//),
    _id: expect.any(String),
    code: expect.stringMatching(/^2026\/NCE\/[2-9CFGHJMPQRVWX]{4}-[2-9CFGHJMPQRVWX]{4}$/),
  });
  const { body: list } = await person.get(path);
  expect(list).toHaveLength(1);
  const shared = {
    _id: body._id,
    code: body.code,
    status: 0,
    type: "JAMB UTME",
    applicant: { firstname: "Aisha", middlename: null, lastname: "Bello", jamb: expect.any(String) },
    programme: { _id: wanted.programme, code: expect.any(String), name: expect.any(String) },
    session: { code: "2026", name: "2026/2027" },
  };
  expect(list[0]).toMatchObject({ ...shared, payment: payment._id, stage: "Received by the admissions office" });
  const { body: slip } = await person.get(`${path}/${body._id}`);
  expect(slip).toMatchObject({
    ...shared,
    RRR: payment.rrr,
    amount: 2500,
    gender: "Female",
    dateofbirth: "2007-03-27",
    photo: null,
  });
});

test("the payment may be named by its _id, and is used from then on", async () => {
  const { person, payment } = await ready();
  const { body } = await person.post(path, { ...form(payment), payment: payment._id });
  const row = await portal.db
    .selectFrom("payment_reference")
    .select(["application", "applicationcode"])
    .where("_id", "=", payment._id)
    .executeTakeFirst();
  expect(row).toEqual({ application: body._id, applicationcode: body.code });
});

test("a letter with code and slip address is posted with the application, and one audit row written", async () => {
  const { person, payment } = await ready();
  const { body } = await person.post(path, form(payment));
  const [letter] = await portal.letters(person.emailaddress, 1);
  expect(letter?.subject).toBe(`Your application has been received: ${body.code}`);
  expect(letter?.text).toContain(`/print/${body._id}`);
  const rows = await portal.db.selectFrom("audit").selectAll().where("actor", "=", person._id).execute();
  expect(rows.map(({ deed, subject }) => [deed, subject])).toEqual([["application.submit", `application:${body._id}`]]);
});

test("fifty parallel submits with one payment make one application, and each is told of it", async () => {
  const { person, payment } = await ready();
  const replies = await Promise.all(Array.from({ length: 50 }, () => person.post(path, form(payment))));
  expect(new Set(replies.map(({ body }) => body._id)).size).toBe(1);
  expect(replies.every(({ body }) => body.type === "success")).toBe(true);
  expect((await person.get(path)).body).toHaveLength(1);
  expect(await portal.letters(person.emailaddress, 2)).toHaveLength(1);
}, 40_000);

test("the same payment again answers with the same application, even after the window", async () => {
  const { person, payment } = await ready();
  const { body: first } = await person.post(path, form(payment));
  await portal.db
    .updateTable("session")
    .set({ closes: new Date(Date.now() - 1000).toISOString() })
    .where("_id", "=", wanted.session)
    .execute();
  const { body: again } = await person.post(path, form(payment));
  await portal.db
    .updateTable("session")
    .set({ closes: "2099-01-01T00:00:00Z" })
    .where("_id", "=", wanted.session)
    .execute();
  expect(again).toEqual(first);
  const grouped = payment.rrr.replace(/(\d{4})(?=\d)/g, "$1-");
  expect((await person.post(path, { ...form(payment), payment: grouped })).body).toEqual(first);
});

test("a used payment serves no other mode of entry and no other programme", async () => {
  const { person, payment } = await ready();
  await person.post(path, form(payment));
  const other = await person.post(path, { ...form(payment), type: "Transfer" });
  expect(other.body).toMatchObject({
    type: "error",
    code: "applied-already",
    message: expect.stringContaining("in this session already"),
  });
  const elsewhere = await person.post(path, { ...form(payment), programme: another.programme });
  expect(elsewhere.body.type).toBe("error");
  expect((await person.get(path)).body).toHaveLength(1);
});

test("two payments for one programme and session make one application, in parallel too", async () => {
  const { person, payment } = await ready();
  const second = await verifiedPayment(portal, person._id, wanted);
  const replies = await Promise.all([payment, second].map((one) => person.post(path, form(one))));
  expect(replies.map(({ body }) => body.type).sort()).toEqual(["error", "success"]);
  const refused = replies.find(({ body }) => body.type === "error");
  expect(["applied-already", "payment-is-surplus"]).toContain(refused?.body.code);
  expect(refused?.body.message).toMatch(
    /You have applied to .+ in this session already: your application code is 2026|came beside another payment/,
  );
});

test("another's payment is 404, as an unknown one", async () => {
  const [mine, theirs] = [await ready(), await ready()];
  const foreign = await mine.person.post(path, form(theirs.payment));
  const unknown = await mine.person.post(path, form({ rrr: "999999999999" }));
  expect([foreign.status, unknown.status]).toEqual([404, 404]);
  expect(foreign.body).toEqual(unknown.body);
  expect((await theirs.person.post(path, form(theirs.payment))).body.type).toBe("success");
});

test("a payment that is not verified, or for another programme, is refused with what to do", async () => {
  const person = await readyApplicant(portal, wanted);
  const open = await openReference(portal, person._id, wanted);
  const unpaid = await person.post(path, form(open));
  expect(unpaid.body).toMatchObject({
    type: "error",
    code: "payment-not-verified",
    message: expect.stringContaining("is not verified yet"),
  });
  const elsewhere = await verifiedPayment(portal, person._id, another);
  const wrong = await person.post(path, form(elsewhere));
  expect(wrong.body).toMatchObject({
    type: "error",
    code: "payment-of-other-programme",
    message: expect.stringContaining("for another programme"),
  });
  const rows = await portal.db.selectFrom("referee").select("disabled").where("applicant", "=", person._id).execute();
  expect(rows.every(({ disabled }) => disabled)).toBe(true);
});

test.each([[undefined], [""], [null], ["COLLEGE"], ["utme"]])("the mode of entry %s is refused", async (type) => {
  const { person, payment } = await ready();
  const { status, body } = await person.post(path, { ...form(payment), type });
  expect(status).toBe(500);
  expect(body).toMatchObject({
    type: "error",
    code: "form-invalid",
    message: "Sorry, mode of entry cannot be null",
    errors: { type: "Sorry, mode of entry cannot be null" },
  });
});

test("who pays for another thing hears of the payment first, before anything is gathered for it", async () => {
  const person = await signedInApplicant(portal);
  const elsewhere = await verifiedPayment(portal, person._id, another);
  const open = await openReference(portal, person._id, wanted);
  const said = async (payment: { rrr: string }) => (await person.post(path, form(payment))).body.message;
  expect(await said(elsewhere)).toContain("was paid for another programme");
  expect(await said(open)).toContain("is not verified yet");
  const other = await signedInApplicant(portal);
  const paid = await verifiedPayment(portal, other._id, wanted);
  expect((await other.post(path, form(paid))).body).toMatchObject({
    code: "prerequisites-unmet",
    message: "You are required to upload 2 referees/guardians",
  });
});

test("a mode that the programme does not take is refused under its field", async () => {
  const { person, payment } = await ready();
  await portal.db
    .updateTable("programme")
    .set({ modes: ["JAMB UTME"] })
    .where("_id", "=", wanted.programme)
    .execute();
  const { body } = await person.post(path, { ...form(payment), type: "Transfer" });
  expect(body).toMatchObject({
    type: "error",
    code: "mode-not-taken",
    errors: { type: expect.stringContaining("does not take Transfer") },
  });
});

test.each(["status", "applicant", "code", "amount", "isverified", "createdAt", "snapshot"])(
  "the field %s cannot be sent",
  async (field) => {
    const { person, payment } = await ready();
    const { status, body } = await person.post(path, { ...form(payment), [field]: 1 });
    expect(status).toBe(500);
    expect([body.code, body.errors]).toEqual(["form-invalid", { [field]: `The field ${field} is not known` }]);
  },
);

test("another's application and an unknown one answer the same 404", async () => {
  const { person, payment } = await ready();
  const other = await readyApplicant(portal, wanted);
  const { body } = await person.post(path, form(payment));
  const replies = await Promise.all([body._id, wanted.session, "undefined"].map((id) => other.get(`${path}/${id}`)));
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect(new Set(replies.map((one) => JSON.stringify(one.body))).size).toBe(1);
  expect((await other.get(path)).body).toEqual([]);
});
