import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import { caller } from "../../../testing/applicant.ts";
import { moneyDesk } from "../../../testing/correction.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { candidate, offer } from "../../../testing/offered-applicant.ts";
import { payable } from "../../../testing/payable.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { sandboxControl } from "../../../testing/sandbox-control.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { smallPdf } from "../../../testing/upload.ts";
import { newRegistration, signedIn, signIn, verificationOf, verifiedAccount } from "../../../testing/visitor.ts";
import { granted } from "../../../testing/walk.ts";

const path = "/staff/ms_help_desk";
const reason = "Lost the old address; ID card and JAMB slip seen";

let portal: TestPortal;
let clerk: StaffMember;
let colleague: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  const pages = ["help-desk", "help-desk.change"] as const;
  [clerk, colleague] = [await staffMember(portal, { pages }), await staffMember(portal, { pages })];
});
beforeEach(async () => {
  await portal.db.deleteFrom("limits").execute();
});
afterAll(() => portal.stop());

/** Sends a paper as a browser does; answers its name. */
async function evidenceOf(who: StaffMember): Promise<string> {
  const form = new FormData();
  form.append("document", new Blob([new Uint8Array(smallPdf())], { type: "application/pdf" }), "id.pdf");
  const headers = { cookie: who.cookie, origin: new URL(portal.config.publicUrl).origin };
  const sent = await fetch(`${portal.url}/api${path}/evidence`, { method: "POST", headers, body: form });
  return (await sent.json()).photo.newname;
}

let addresses = 0;
const newAddress = () => `fresh.${++addresses}.${process.pid}@example.com`;

const ask = async (of: string, newaddress: string, who = clerk) =>
  who.post(`${path}/${of}/address`, { newaddress, reason, evidence: await evidenceOf(who) });
const type = (code: string) => caller(portal).post("/ms_applicant/codeverify", { code });
const codeAt = async (address: string, atLeast = 1) => (await verificationOf(portal, address, atLeast)).code;
const addressOf = async (_id: string) =>
  (await portal.db.selectFrom("applicant").select("emailaddress").where("_id", "=", _id).executeTakeFirst())
    ?.emailaddress;

test("an address changes once the new one has shown its code; both are told, and every sign-in ends twice", async () => {
  const person = await signedIn(portal);
  const fresh = newAddress();
  await granted(caller(portal).put("/ms_applicant/forgot", { emailaddress: person.emailaddress }));
  await portal.letters(person.emailaddress, 2);
  const { body } = await granted(ask(person._id, fresh));
  expect(body.message).toBe(`A code is on its way to ${fresh}. The address is changed once the code is typed`);

  expect((await person.get("/ms_applicant/permit")).status).toBe(401);
  expect(await addressOf(person._id)).toBe(person.emailaddress);
  expect((await signIn(portal, { ...person, emailaddress: fresh })).body.type).toBe("error");
  const warned = (await portal.letters(person.emailaddress, 3)).at(-1);
  expect(warned?.subject).toBe("Somebody asked to change the email address of your GCE Gurara account");
  expect(warned?.text).toContain("f•••@example.com");
  expect(warned?.text).not.toContain(fresh);
  const again = (await granted(signIn(portal, person))).body.token;

  const seen = (await clerk.get(`${path}/${person._id}`)).body;
  expect(seen.changes).toMatchObject([{ newaddress: fresh, open: true, reason, askedby: "Mrs Hauwa Sani" }]);
  expect((await fetch(`${portal.url}${seen.changes[0].evidence}`)).status).toBe(200);

  const confirmed = await granted(type(await codeAt(fresh)));
  expect(confirmed.body.message).toBe("Your new email address is confirmed. Sign in with it from now on");
  expect(await addressOf(person._id)).toBe(fresh);
  expect((await caller(portal, again).get("/ms_applicant/permit")).status).toBe(401);
  expect((await signIn(portal, person)).body.type).toBe("error");
  expect((await signIn(portal, { ...person, emailaddress: fresh })).body.verify).toBe(true);
  const links = await portal.db
    .selectFrom("password_reset")
    .select("link")
    .where("applicant", "=", person._id)
    .where("usedAt", "is", null)
    .execute();
  expect(links).toEqual([]);
  expect((await portal.letters(fresh, 2)).at(-1)?.subject).toBe(
    "This is the email address of your GCE Gurara account now",
  );
  expect((await portal.letters(person.emailaddress, 4)).at(-1)?.subject).toBe(
    "The email address of your GCE Gurara account was changed",
  );
  const { rows } = await sql`select deed, actorkind, reason, before, after from portal.audit
    where subject = ${`applicant:${person._id}`} and deed in ('help-desk.ask-address', 'address-change.confirm') order by _id`.execute(
    portal.db,
  );
  expect(rows).toMatchObject([
    { deed: "help-desk.ask-address", actorkind: "staff", reason, after: { newaddress: fresh } },
    {
      ...{ deed: "address-change.confirm", actorkind: "visitor", reason: null },
      ...{ before: { emailaddress: person.emailaddress }, after: { emailaddress: fresh } },
    },
  ]);
  expect((await type(await codeAt(fresh))).body.type).toBe("error");
});

test("the link of the mail does the same, and who never verified is verified by it", async () => {
  const slip = newRegistration();
  await granted(caller(portal).post("/ms_applicant", slip));
  const old = await codeAt(slip.emailaddress);
  const { _id } = await portal.db
    .selectFrom("applicant")
    .select("_id")
    .where("emailaddress", "=", slip.emailaddress)
    .executeTakeFirstOrThrow();
  const fresh = newAddress();
  await granted(ask(_id, fresh));
  const { link } = await verificationOf(portal, fresh);
  await granted(caller(portal).post("/ms_applicant/activate", { id: link }));
  expect((await signIn(portal, { ...slip, emailaddress: fresh })).body.verify).toBe(true);
  expect((await type(old)).body.type).toBe("error");
  expect((await caller(portal).post("/ms_applicant/activate", { id: link })).body.type).toBe("success");
});

test("a change is refused without evidence, with another's, to a taken address, and to the same one", async () => {
  const [person, other] = [await signedIn(portal), await verifiedAccount(portal)];
  const evidence = await evidenceOf(clerk);
  const send = (body: object, who = clerk) => who.post(`${path}/${person._id}/address`, { reason, ...body });
  const newaddress = newAddress();
  for (const [body, field, status] of [
    [{ newaddress }, "evidence", 500],
    [{ newaddress, evidence: "" }, "evidence", 500],
    [{ newaddress, evidence: "a\u0000b" }, "evidence", 200],
    [{ newaddress, evidence: "0123456789abcdef0123456789abcdef.pdf" }, "evidence", 200],
    [{ newaddress, evidence: await evidenceOf(colleague) }, "evidence", 200],
    [{ evidence }, "newaddress", 500],
    [{ newaddress: "a@b\r\nBcc: c@d.com", evidence }, "newaddress", 500],
    [{ newaddress, evidence, emailaddress: newaddress }, "emailaddress", 500],
  ] as const) {
    const refused = await send(body);
    expect([body, refused.status, Object.keys(refused.body.errors)]).toEqual([body, status, [field]]);
  }
  const taken = await send({ newaddress: other.emailaddress.toUpperCase(), evidence });
  expect(taken.body).toMatchObject({
    code: "address-taken",
    errors: { newaddress: expect.stringMatching(/^This email address belongs to another account/) },
  });
  const same = await send({ newaddress: person.emailaddress.toUpperCase(), evidence });
  expect(same.body).toMatchObject({
    code: "already-so",
    errors: { newaddress: "This is the email address of the account already" },
  });
  expect((await person.get("/ms_applicant/permit")).status).toBe(200);
});

test("of two changes the later one counts, one taken back counts no more, and none waits for ever", async () => {
  const person = await signedIn(portal);
  const [first, second, third] = [newAddress(), newAddress(), newAddress()];
  await granted(ask(person._id, first));
  await granted(ask(person._id, second, colleague));
  expect((await type(await codeAt(first))).body).toMatchObject({
    code: "link-spent",
    message: expect.stringMatching(/was withdrawn or waited too long/),
  });
  await granted(clerk.post(`${path}/${person._id}/code`, { reason }));
  expect(await codeAt(second, 2)).not.toBe("");
  await granted(clerk.post(`${path}/${person._id}/address/withdraw`, { reason }));
  expect((await type(await codeAt(second, 2))).body.type).toBe("error");
  expect((await clerk.post(`${path}/${person._id}/address/withdraw`, { reason })).body).toMatchObject({
    type: "error",
    code: "nothing-waits",
  });
  await granted(ask(person._id, third));
  await sql`update portal.address_change set "endsAt" = now() where newaddress = ${third}`.execute(portal.db);
  expect((await type(await codeAt(third))).body.type).toBe("error");
  expect(await addressOf(person._id)).toBe(person.emailaddress);
});

test("who changed an address does not change it again within a day, but a colleague may", async () => {
  const person = await signedIn(portal);
  const [first, second] = [newAddress(), newAddress()];
  await granted(ask(person._id, first));
  await granted(type(await codeAt(first)));
  const again = await ask(person._id, second);
  expect(again.body).toEqual({
    type: "error",
    code: "another-must-decide",
    message: "You changed this address within the last day. Let a colleague look at this one",
  });
  await granted(ask(person._id, second, colleague));
  await granted(type(await codeAt(second)));
  await sql`update portal.address_change set "confirmedAt" = now() - interval '25 hours' where applicant = ${person._id}`.execute(
    portal.db,
  );
  await granted(ask(person._id, newAddress(), colleague));
});

test("ten accounts an hour are changed by one clerk", async () => {
  const person = await signedIn(portal);
  const counted = { key: `help-desk-addresses:${clerk._id}`, points: 10, expire: Date.now() + 3_600_000 };
  await portal.db.insertInto("limits").values(counted).execute();
  expect((await ask(person._id, newAddress())).status).toBe(429);
  const phone = { phonenumber: "0805 999 8877", reason, evidence: await evidenceOf(clerk) };
  expect((await clerk.post(`${path}/${person._id}/phone`, phone)).status).toBe(429);
  expect(await addressOf(person._id)).toBe(person.emailaddress);
});

test("an account that nobody verified gives the address up; one that is verified keeps it", async () => {
  const [person, other] = [await signedIn(portal), newRegistration()];
  await granted(ask(person._id, other.emailaddress));
  const first = await codeAt(other.emailaddress);
  await granted(caller(portal).post("/ms_applicant", other));
  await granted(type(first));
  expect(await addressOf(person._id)).toBe(other.emailaddress);
  const kept = await signedIn(portal);
  const fresh = newRegistration();
  await granted(ask(kept._id, fresh.emailaddress));
  const code = await codeAt(fresh.emailaddress);
  await granted(caller(portal).post("/ms_applicant", fresh));
  await granted(type(await codeAt(fresh.emailaddress, 2)));
  expect((await type(code)).body).toMatchObject({
    code: "address-taken",
    message: "This email address belongs to another account by now. Ask the office",
  });
  expect(await addressOf(kept._id)).toBe(kept.emailaddress);
});

test("letters about an application go to the address that took the place of the one it was sent with", async () => {
  const one = await candidate(portal);
  const { emailaddress: written } = (await granted(one.get("/ms_applicant/bio"))).body;
  await portal.db.updateTable("applicant").set({ emailaddress: written }).where("_id", "=", one._id).execute();
  const fresh = newAddress();
  await granted(ask(one._id, fresh));
  await granted(type(await codeAt(fresh)));
  await offer(portal, one);
  const news = async () => (await portal.letters(fresh, 3)).map(({ subject }) => subject);
  await expect.poll(news).toContainEqual(expect.stringContaining("Provisional Admission"));
});

test("letters about a payment follow its payer, and the money desk lists those to both addresses", async () => {
  const one = await payable(portal, "application");
  const { rrr, _id } = await one.make();
  const payeremail = { emailaddress: (await paymentRow(rrr)).payeremail };
  await portal.db.updateTable("applicant").set(payeremail).where("_id", "=", one.person._id).execute();
  const bank = sandboxControl(portal.sandbox);
  await bank.pay(rrr, { paidAmount: "1" });
  await one.verify(rrr);
  const fresh = newAddress();
  await granted(ask(one.person._id, fresh));
  await granted(type(await codeAt(fresh)));
  const desk = await moneyDesk(portal);
  await desk.correct(rrr, "Put aside");
  const { mails } = (await granted(desk.cashier.get(`/staff/ms_payment/${_id}/story`))).body;
  const subject = `your payment ${groupedRrr(rrr)}`;
  expect(mails.map((mail: { subject: string }) => mail.subject)).toEqual([
    expect.stringContaining(`${subject} is being checked`),
    expect.stringContaining(`${subject} is put aside`),
  ]);
  await expect
    .poll(async () => (await portal.letters(fresh, 2)).map((letter) => letter.subject))
    .toContainEqual(expect.stringContaining(`${subject} is put aside`));
  await expectInvariants(portal.db);
});

const paymentRow = (rrr: string) =>
  portal.db.selectFrom("payment_reference").select("payeremail").where("rrr", "=", rrr).executeTakeFirstOrThrow();

test("a person's mails are those to addresses that were proven, in the office's list and in the own copy", async () => {
  const [person, stranger] = [await signedIn(portal), newRegistration()];
  await granted(ask(person._id, stranger.emailaddress));
  await granted(caller(portal).post("/ms_applicant", stranger));
  await portal.letters(stranger.emailaddress, 2);
  const recipients = async () =>
    new Set(
      (await granted(clerk.get(`${path}/${person._id}`))).body.mails.map(
        (mail: { recipient: string }) => mail.recipient,
      ),
    );
  expect(await recipients()).toEqual(new Set([person.emailaddress]));
  const fresh = newAddress();
  await granted(ask(person._id, fresh));
  await granted(type(await codeAt(fresh)));
  expect(await recipients()).toEqual(new Set([person.emailaddress, fresh]));
  const { token } = (await granted(signIn(portal, { ...person, emailaddress: fresh }))).body;
  const { password } = person;
  const copy = (await granted(caller(portal, token).post("/ms_applicant/own_data/copy", { password }))).body.data;
  expect(new Set(copy.mails.map((mail: { recipient: string }) => mail.recipient))).toEqual(await recipients());
});

test("an address that was wrong from the first and never proven is a stranger's", async () => {
  const slip = newRegistration();
  await granted(caller(portal).post("/ms_applicant", slip));
  const { _id } = await portal.db
    .selectFrom("applicant")
    .select("_id")
    .where("emailaddress", "=", slip.emailaddress)
    .executeTakeFirstOrThrow();
  const fresh = newAddress();
  await granted(ask(_id, fresh));
  await granted(type(await codeAt(fresh)));
  const { mails } = (await granted(clerk.get(`${path}/${_id}`))).body;
  expect(new Set(mails.map((mail: { recipient: string }) => mail.recipient))).toEqual(new Set([fresh]));
});

/** Two people whose address is to become the same one, each with a code for it. */
async function rivals(): Promise<readonly string[]> {
  const people = [await signedIn(portal), await signedIn(portal)];
  const address = newAddress();
  for (const { _id } of people) await granted(ask(_id, address));
  const letters = await portal.letters(address, 2);
  return letters.map(({ text }) => /[2-9A-HJKMNP-Z]{5}-[2-9A-HJKMNP-Z]{5}/.exec(text)?.[0] ?? "");
}

const confirmedOf = async (codes: readonly string[]) =>
  (await Promise.all(codes.map(type))).filter(({ body }) => body.type === "success").length;

test("of two who confirm one address at once one has it", async () => {
  expect(await confirmedOf(await rivals())).toBe(1);
});

test("without the index both have it: the index is the guard", async () => {
  await sql`drop index portal.applicant_emailaddress`.execute(portal.db);
  expect(await confirmedOf(await rivals())).toBe(2);
});

test("the phone number is corrected with evidence, and its owner is told", async () => {
  const person = await signedIn(portal);
  const evidence = await evidenceOf(clerk);
  const correct = (phonenumber: string) => clerk.post(`${path}/${person._id}/phone`, { phonenumber, reason, evidence });
  expect((await correct("0803 123")).status).toBe(500);
  expect((await correct("0803 123 4567")).body).toMatchObject({
    code: "already-so",
    errors: { phonenumber: "This is the phone number of the account already" },
  });
  expect((await granted(correct("+234 805 999 8877"))).body.message).toBe("The phone number is 0805 999 8877 now");
  expect((await person.get("/ms_applicant/account")).body.phonenumber).toBe("2348059998877");
  expect((await portal.letters(person.emailaddress, 2)).at(-1)?.text).toContain("It is 0805 999 8877 now");
});
