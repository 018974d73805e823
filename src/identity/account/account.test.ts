import { dictionary } from "@zxcvbn-ts/language-common";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { caller, signedInApplicant } from "../../../testing/applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import {
  insist,
  newRegistration,
  signedIn,
  signIn,
  verificationOf,
  verifiedAccount,
} from "../../../testing/visitor.ts";
import { withoutConstraint } from "../../../testing/without-guard.ts";
import { newId } from "../../platform/database/id.server.ts";
import { PRIVACY_VERSION } from "../privacy-notice/privacy-notice.rules.ts";
import { deleteUnverified } from "./account.job.server.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"), { PASSWORD_HASH: "strong" });
});
afterAll(() => portal.stop());

const register = (body: object, headers?: Record<string, string>) =>
  insist(() => caller(portal).post("/ms_applicant", body, headers));

const accountsOf = (emailaddress: string) =>
  portal.db.selectFrom("applicant").selectAll().where("emailaddress", "=", emailaddress).execute();

test("a registration makes an unverified account and mails a code and a link", async () => {
  const person = newRegistration();
  const { status, body } = await register(person);
  expect([status, body.type]).toEqual([200, "success"]);
  const { code, link } = await verificationOf(portal, person.emailaddress);
  expect(code).toMatch(/^[23456789A-HJKMNP-Z]{5}-[23456789A-HJKMNP-Z]{5}$/);
  expect(Buffer.from(link, "base64url")).toHaveLength(16);
  const [row] = await accountsOf(person.emailaddress);
  expect(row).toMatchObject({ verifiedAt: null, phonenumber: "2348031234567", middlename: null });
  expect(row?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test("the accepted privacy notice is kept with its version and time", async () => {
  const person = await verifiedAccount(portal, { privacy: PRIVACY_VERSION } as object);
  const { body: login } = await signIn(portal, person);
  const { body } = await caller(portal, login.token).get("/ms_applicant/account");
  expect(body.privacy).toEqual({ version: PRIVACY_VERSION, acceptedAt: expect.stringMatching(/^\d{4}-.*Z$/) });
  const old = await register({ ...newRegistration(), privacy: "1999-1" });
  expect(old.status).toBe(500);
  expect([old.body.code, old.body.errors]).toEqual([
    "form-invalid",
    { privacy: expect.stringContaining("privacy notice has changed") },
  ]);
});

test("an empty version of the privacy notice counts as absent", async () => {
  const person = await verifiedAccount(portal, { privacy: "" } as object);
  const { body: login } = await signIn(portal, person);
  expect((await caller(portal, login.token).get("/ms_applicant/account")).body.privacy).toBeNull();
});

test.each([
  [{ firstname: "" }, { firstname: "First name is required" }],
  [{ firstname: "x".repeat(1000) }, { firstname: "First name must be at most 60 characters" }],
  [{ jamb: "" }, { jamb: "JAMB Admission number is required" }],
  [{ jamb: "'; drop table" }, { jamb: expect.stringContaining("8 to 12 digits and two letters") }],
  [{ jamb: "٢٠٢٦١٢٣٤AB" }, { jamb: expect.stringContaining("8 to 12 digits and two letters") }],
  [{ emailaddress: "a@b.c\r\nBcc: x@y.com" }, { emailaddress: "Invalid email address given" }],
  [{ emailaddress: "a@[127.0.0.1]" }, { emailaddress: "Invalid email address given" }],
  [{ emailaddress: ["a@b.com", "c@d.com"] }, { emailaddress: "Email Address must be text" }],
  [{ phonenumber: "0803123456" }, { phonenumber: "Format not followed (23480xxxxxxxx)" }],
  [{ password: "short12" }, { password: "Minimum of 8 characters expected" }],
  [{ password: "x".repeat(33) }, { password: "Maximum of 32 characters expected" }],
  [{ password: "\u0000\u0000ABCdef12" }, { password: expect.stringContaining("characters that cannot be used") }],
  [{ confirmpassword: "Mango-Tree-42" }, { confirmpassword: "The field confirmpassword is not known" }],
  [{ verifiedAt: "2026-01-01T00:00:00Z" }, { verifiedAt: "The field verifiedAt is not known" }],
])("%j is refused under its field", async (wrong, errors) => {
  const person = newRegistration();
  const { status, body } = await register({ ...person, ...wrong });
  expect([status, body.type, body.errors]).toEqual([500, "error", errors]);
  expect(await accountsOf(person.emailaddress)).toEqual([]);
});

test("a password that others would try first is refused", async () => {
  const person = newRegistration();
  const common = dictionary["passwords-common"].filter(({ length }) => length >= 8 && length <= 32);
  for (const password of [
    ...[common[2_999] ?? "", common.at(-1) ?? "", "Blessing1", "Jamb2026"],
    "Password1",
    "12345678",
    "aaaaaaaa",
    person.emailaddress.slice(0, 32),
    person.jamb.toLowerCase(),
    person.phonenumber,
    "2348031234567",
    "Ngozi Okafor",
  ]) {
    const { body } = await register({ ...person, emailaddress: person.emailaddress.slice(0, 32), password });
    expect([password, body.code, Object.keys(body.errors)]).toEqual([password, "password-guessable", ["password"]]);
  }
});

test("names of the country and passwords of any script are taken as they are", async () => {
  const person = { ...newRegistration(), firstname: "Adé-Ọlá", lastname: "O'Neil Ɓɗƙ", password: " ẹ̀kọ́ 🌴 pass " };
  expect((await register(person)).body.type).toBe("success");
  const { link } = await verificationOf(portal, person.emailaddress);
  await caller(portal).post("/ms_applicant/activate", { id: link });
  expect((await signIn(portal, person)).body.user).toMatchObject({ firstname: "Adé-Ọlá", lastname: "O'Neil Ɓɗƙ" });
  expect((await signIn(portal, { ...person, password: person.password.trim() })).body.type).toBe("error");
});

test("a JAMB number is kept in capitals without spaces", async () => {
  const person = newRegistration();
  await register({ ...person, jamb: ` ${person.jamb.slice(0, 6)} ${person.jamb.slice(6).toLowerCase()} ` });
  expect(await accountsOf(person.emailaddress)).toMatchObject([{ jamb: person.jamb }]);
});

test("a verified account keeps its address and number, and the refusal says how to get in", async () => {
  const owner = await verifiedAccount(portal);
  const sameMail = await register({ ...newRegistration(), emailaddress: owner.emailaddress.toUpperCase() });
  expect([sameMail.status, sameMail.body.type]).toEqual([200, "error"]);
  expect(sameMail.body).toMatchObject({
    code: "address-taken",
    errors: { emailaddress: expect.stringMatching(/already has an account.*Sign in.*Forgot password/) },
  });
  const sameNumber = await register({ ...newRegistration(), jamb: owner.jamb });
  expect([sameNumber.status, sameNumber.body.type]).toEqual([200, "error"]);
  expect(sameNumber.body).toMatchObject({
    code: "jamb-number-taken",
    errors: { jamb: expect.stringMatching(/already has an account.*Sign in/) },
  });
  expect((await signIn(portal, owner)).body.verify).toBe(true);
});

test("an unverified account gives way to the next registration with its address or its number", async () => {
  const first = newRegistration();
  await register(first);
  const byMail = { ...newRegistration(), emailaddress: first.emailaddress.toUpperCase() };
  expect((await register(byMail)).body.type).toBe("success");
  const byNumber = { ...newRegistration(), jamb: byMail.jamb };
  expect((await register(byNumber)).body.type).toBe("success");
  expect(await accountsOf(first.emailaddress)).toEqual([]);
  expect(await accountsOf(byMail.emailaddress)).toEqual([]);
  expect(await accountsOf(byNumber.emailaddress)).toHaveLength(1);
});

const fiftyOfOneAddress = async () => {
  const person = newRegistration();
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, n) => register({ ...person, firstname: letter(n) })),
  );
  expect(replies.every(({ status }) => status === 200 || status === 429)).toBe(true);
  expect(await accountsOf(person.emailaddress)).toHaveLength(1);
  return { person, taken: replies.filter(({ status }) => status === 200).length };
};

test("fifty parallel registrations of one address leave one account and three mails", async () => {
  const { person, taken } = await fiftyOfOneAddress();
  expect(taken).toBe(3);
  expect(await portal.letters(person.emailaddress, 3)).toHaveLength(3);
});

const twentyOfOneNumber = async () => {
  const { jamb } = newRegistration();
  const replies = await Promise.all(Array.from({ length: 20 }, () => register({ ...newRegistration(), jamb })));
  expect(new Set(replies.map(({ body }) => body.type))).toEqual(new Set(["success"]));
  expect(await portal.db.selectFrom("applicant").select("_id").where("jamb", "=", jamb).execute()).toHaveLength(1);
};

// Without the lock of the number the losers would hear that it is taken instead of replacing one another.
test("twenty parallel registrations with one number leave one account, and nobody is refused", twentyOfOneNumber);

test("the locks alone hold one account, without the database's unique indexes", async () => {
  const whole = portal;
  portal = await startPortal(inject("place"));
  try {
    await sql`drop index portal.applicant_emailaddress`.execute(portal.db);
    await withoutConstraint(portal, "applicant", "applicant_jamb");
    await fiftyOfOneAddress();
    await twentyOfOneNumber();
  } finally {
    await portal.stop();
    portal = whole;
  }
});

test("the database itself refuses a second account of one address or one number", async () => {
  const person = await signedInApplicant(portal);
  const row = await portal.db
    .selectFrom("applicant")
    .selectAll()
    .where("_id", "=", person._id)
    .executeTakeFirstOrThrow();
  const insert = (changes: object) =>
    portal.db
      .insertInto("applicant")
      .values({ ...row, _id: newId(), ...changes })
      .execute();
  await expect(insert({ jamb: "88888888ZZ", emailaddress: row.emailaddress.toUpperCase() })).rejects.toThrow("unique");
  await expect(insert({ emailaddress: "another@example.com" })).rejects.toThrow("unique");
});

test("one idempotency key makes one account and one mail and answers the same", async () => {
  const person = newRegistration();
  const replies = await Promise.all(
    Array.from({ length: 3 }, () => register(person, { "idempotency-key": person.jamb })),
  );
  expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(replies[0]?.body.type).toBe("success");
  expect(await portal.letters(person.emailaddress, 1)).toHaveLength(1);
});

test("the account page shows one's own account and changes name and phone, not the address", async () => {
  const person = await signedIn(portal);
  const shown = (await person.get("/ms_applicant/account")).body;
  expect(shown).toMatchObject({ _id: person._id, emailaddress: person.emailaddress, jamb: person.jamb, privacy: null });
  expect(JSON.stringify(shown)).not.toContain("argon2");
  const changes = { firstname: "Nkechi", middlename: "Ada", phonenumber: "+234 (0)705 000 0001" };
  expect((await person.put("/ms_applicant", changes)).body).toMatchObject({ type: "success" });
  expect((await person.get("/ms_applicant/account")).body).toMatchObject({
    ...changes,
    lastname: person.lastname,
    phonenumber: "2347050000001",
  });
  expect((await person.put("/ms_applicant", { middlename: "" })).body.type).toBe("success");
  expect((await person.get("/ms_applicant/account")).body.middlename).toBeNull();
  for (const hostile of [{ emailaddress: "x@y.com" }, { jamb: "12345678AB" }, { _id: "1" }, { password: "12345678" }]) {
    const { status, body } = await person.put("/ms_applicant", { firstname: "Eve", ...hostile });
    expect([status, Object.values(body.errors)]).toEqual([
      500,
      [expect.stringMatching(/^The field \w+ is not known$/)],
    ]);
  }
  expect((await person.put("/ms_applicant", {})).body).toMatchObject({
    code: "form-invalid",
    message: "Please send at least one change",
  });
  expect((await caller(portal).put("/ms_applicant", changes)).status).toBe(401);
  expect((await caller(portal).get("/ms_applicant/account")).status).toBe(401);
});

test("a new phone number is told to the address of the account, five times an hour; the same one is not", async () => {
  const person = await signedIn(portal);
  const before = (await portal.letters(person.emailaddress, 1)).length;
  await person.put("/ms_applicant", { phonenumber: person.phonenumber, lastname: "Eze" });
  await person.put("/ms_applicant", { phonenumber: "0703 111 2220" });
  const letters = await portal.letters(person.emailaddress, before + 1);
  expect(letters).toHaveLength(before + 1);
  expect(letters.at(-1)?.subject).toBe("The phone number of your GCE Gurara account was changed");
  expect(letters.at(-1)?.text).toMatch(/0703 ?111 ?2220/);
  const more = [1, 2, 3, 4, 5].map((n) => person.put("/ms_applicant", { phonenumber: `0703 111 222${n}` }));
  expect((await Promise.all(more)).map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 429]);
});

test("a photo is one's own uploaded photo; another's and an unknown one read the same", async () => {
  const [owner, other] = [await signedInApplicant(portal), await signedInApplicant(portal)];
  const file = async (kind: "photo" | "document") => {
    const newname = `${newId()}.jpg`;
    const row = { _id: newId(), newname, owner: owner._id, kind, mediatype: "image/jpeg", bytes: 9 };
    await portal.db
      .insertInto("stored_file")
      .values({ ...row, sha256: Buffer.alloc(32) })
      .execute();
    return newname;
  };
  const [photo, document] = [await file("photo"), await file("document")];
  const link = "/files/x?until=1&sign=2";
  expect((await owner.put("/ms_applicant", { photo: { newname: photo, link } })).body.type).toBe("success");
  const foreign = await other.put("/ms_applicant", { photo: { newname: photo } });
  const unknown = await other.put("/ms_applicant", { photo: { newname: "no-such-file.jpg" } });
  expect([foreign.status, unknown.status]).toEqual([404, 404]);
  expect(foreign.body).toEqual(unknown.body);
  expect((await owner.put("/ms_applicant", { photo: { newname: document } })).body).toMatchObject({
    type: "error",
    code: "upload-is-document",
  });
});

test("unverified accounts are deleted after thirty days, verified ones and younger ones stay", async () => {
  const [old, young] = [newRegistration(), newRegistration()];
  await register(old);
  await register(young);
  const verified = await verifiedAccount(portal);
  const aged = new Date(Date.now() - 30.1 * 86_400_000).toISOString();
  const all = [old.emailaddress, verified.emailaddress];
  await portal.db.updateTable("applicant").set({ createdAt: aged }).where("emailaddress", "in", all).execute();
  await deleteUnverified.run(portal.app);
  expect(await accountsOf(old.emailaddress)).toEqual([]);
  expect(await accountsOf(young.emailaddress)).toHaveLength(1);
  expect(await accountsOf(verified.emailaddress)).toHaveLength(1);
});

const letter = (n: number) => String.fromCharCode(65 + (n % 26));
