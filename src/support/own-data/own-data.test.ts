import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { allOwnRows } from "#app/server/nouns.server.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import { newId } from "#platform/database/id.server.ts";
import { caller } from "../../../testing/applicant.ts";
import { importCsv } from "../../../testing/bursar.ts";
import { sumOfRows } from "../../../testing/database.ts";
import { type FullApplicant, fullApplicant } from "../../../testing/full-applicant.ts";
import { payer } from "../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { ownOrigin, staffMember } from "../../../testing/staff.ts";
import { billedStudent } from "../../../testing/student.ts";
import { fileOfStudents, studentRow } from "../../../testing/student-file.ts";
import { sendFile, smallPdf } from "../../../testing/upload.ts";
import { insist, signedIn } from "../../../testing/visitor.ts";
import { granted } from "../../../testing/walk.ts";

const path = "/ms_applicant/own_data";

let portal: TestPortal;
let mine: FullApplicant;
let other: FullApplicant;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  mine = await fullApplicant(portal, 8_600_001);
  other = await fullApplicant(portal, 8_600_002);
}, 60_000);
beforeEach(async () => {
  await portal.db.deleteFrom("limits").execute();
});
afterAll(() => portal.stop());

const passwordOf = ({ person }: FullApplicant) => person.registration.password;
const copyOf = async (one: FullApplicant) =>
  (await granted(one.post(`${path}/copy`, { password: passwordOf(one) }))).body.data;

/** Where an applicant's `_id` stands, or somebody's file. */
const personalTables = async () =>
  (
    await sql<{ table: string; column: string }>`
      select c.table_name as "table", c.column_name as "column" from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'portal' and t.table_type = 'BASE TABLE' and c.data_type = 'uuid'
        and c.column_name in ('applicant', 'owner')`.execute(portal.db)
  ).rows;

/** Every table from which a chain of references leads to an applicant: what it holds is somebody's. */
const tablesOfPeople = async () =>
  (
    await sql<{ table: string }>`
      with recursive led as (
        select 'portal.applicant'::regclass::oid as one
        union
        select f.conrelid from pg_constraint f join led on f.confrelid = led.one where f.contype = 'f')
      select c.relname as "table" from led join pg_class c on c.oid = led.one order by 1`.execute(portal.db)
  ).rows.map(({ table }) => table);

const DESK = "the desk's work, of which nothing is known outside before a release: Contract 3.11";
const MONEY = "how the bursary and the provider came to what `payments` says";
const IN_ANOTHER = "told by the rows that it belongs to";

/** What is no part of the copy, and why. */
const apart: Readonly<Record<string, string>> = {
  stored_file: "listed as `files`, with a link to each",
  known_device: "a random name that says nothing",
  verification: "kept in a form that nobody can read",
  password_reset: "kept in a form that nobody can read",
  review: DESK,
  review_mark: DESK,
  review_note: DESK,
  review_tick: DESK,
  recommendation: DESK,
  recommendation_standing: DESK,
  countersignature: DESK,
  merit_entry: DESK,
  recall: DESK,
  release_line: DESK,
  score: "the sheet in the making; what was published is among `courseresults`",
  score_change: "the same",
  payment_event: MONEY,
  payment_correction: MONEY,
  payment_exception: MONEY,
  exception_decision: MONEY,
  payment_notification_item: MONEY,
  reconciliation_question: MONEY,
  statement_line: MONEY,
  ledger_journal: MONEY,
  ledger_entry: MONEY,
  loan_booking: MONEY,
  sponsorship: "the sponsor's; the student's share is there",
  document_arrival: IN_ANOTHER,
  offer_condition: IN_ANOTHER,
  offer_reminder: IN_ANOTHER,
  matriculation: IN_ANOTHER,
  national_need: "counted anew from what the copy holds",
  notification: "read on the portal, as notices",
  told_apart: "two records of which somebody said that they are two people's",
  offer_recall: "what an offer was that is no more; its letter is among the mails",
  help_desk_view: "lives for 15 minutes",
  erasure_request: "told on the page",
  notification_recipient: "read on the portal, as notices",
  payment_desk: "how the bursary looks for payments",
};

test("a copy holds every table that leads to an applicant, and a new one that nobody thought of fails here", async () => {
  const held = allOwnRows.flatMap(({ tables }) => tables);
  const covered = [...held, ...Object.keys(apart)];
  const named = (await personalTables()).map(({ table }) => table);
  const led = await tablesOfPeople();
  expect(led).toContain("mark_inquiry");
  expect([...named, ...led].filter((table) => !covered.includes(table))).toEqual([]);
  expect(Object.keys(apart).filter((table) => held.includes(table))).toEqual([]);
});

test("a copy holds what the person filled in, without a secret and without anybody else", async () => {
  const copy = await copyOf(mine);
  const { registration, bio, referees } = mine.person;
  const text = JSON.stringify(copy);
  for (const own of [registration.emailaddress, registration.jamb, bio.homeaddress, mine.rrr, referees[0]?.firstname])
    expect(text).toContain(own);
  expect(copy.referees).toHaveLength(referees.length);
  expect(copy.applications).toMatchObject([{ _id: mine.application }]);
  expect(copy.offers).toHaveLength(1);
  expect(copy.corrections).toMatchObject([{ about: "Names", state: "Waiting", askedbyoffice: false }]);
  expect(copy.mails.length).toBeGreaterThan(2);
  const file = await fetch(copy.files[0].link.replace(/^http:\/\/[^/]+/, portal.url));
  expect(file.status).toBe(200);
  for (const secret of ["$argon2", mine.token, passwordOf(mine)]) expect(text).not.toContain(secret);
  const others = other.person.registration;
  for (const theirs of [others.emailaddress, others.jamb, other._id, other.rrr]) expect(text).not.toContain(theirs);
  const ids = [...text.matchAll(/"applicant":"([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids)).toEqual(new Set([mine._id]));
});

test("a copy holds the letters about one's payments at the bio's address, and no mail of whoever else that is", async () => {
  const person = await payer(portal);
  await portal.db.updateTable("applicant").set({ password: null }).where("_id", "=", person._id).execute();
  const { rrr } = await person.reference();
  const { emailaddress: recipient } = (await person.get("/ms_applicant/bio")).body;
  expect(recipient).not.toBe((await person.get("/ms_applicant/account")).body.emailaddress);
  const own = `Your payment ${groupedRrr(rrr)} has been confirmed`;
  for (const subject of [own, "Choose a new password", `Your payment ${groupedRrr(mine.rrr)} has been confirmed`])
    await portal.db.insertInto("outgoing_mail").values({ _id: newId(), recipient, subject, state: "sent" }).execute();
  const { mails } = (await granted(person.post(`${path}/copy`, {}))).body.data;
  const there = mails.filter((mail: { recipient: string }) => mail.recipient === recipient);
  expect(there.map(({ subject }: { subject: string }) => subject)).toEqual([own]);
});

test("a copy is for who knows the password, five guesses, and twenty copies an hour wait for each other", async () => {
  expect((await mine.post(`${path}/copy`, {})).body).toMatchObject({
    code: "password-required",
    errors: { password: "Type your password again" },
  });
  const guesses = await Promise.all(
    Array.from({ length: 8 }, () => mine.post(`${path}/copy`, { password: "Not-The-Right-1" })),
  );
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(3);
  expect((await mine.post(`${path}/copy`, { password: passwordOf(mine) })).status).toBe(429);
  await portal.db.deleteFrom("limits").execute();
  const password = passwordOf(mine);
  // Passwords are judged five at a time, so a crowd waits; nobody else's copy is among the answers.
  const many = await Promise.all(
    Array.from({ length: 5 }, () => insist(() => mine.post(`${path}/copy`, { password }))),
  );
  expect(many.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(new Set(many.map(({ body }) => body.data.account[0]._id))).toEqual(new Set([mine._id]));
  const counted = { key: `own-data-copy:${mine._id}`, points: 20, expire: Date.now() + 3_600_000 };
  await portal.db.deleteFrom("limits").execute();
  await portal.db.insertInto("limits").values(counted).execute();
  expect((await mine.post(`${path}/copy`, { password })).status).toBe(429);
  expect((await caller(portal).post(`${path}/copy`, { password })).status).toBe(401);
});

test("who has applied is told what stays and why, asks once, and the office answers", async () => {
  const told = (await granted(mine.get(path))).body;
  expect(told.goes).toEqual([]);
  expect(told.stays.map(({ what }: { what: string }) => what)).toEqual([
    "Your 2 payment references, with your name, address and phone number at the time",
    expect.stringMatching(/^Your application 2026\/.*, with the bio data/),
  ]);
  const before = await sumOfRows(portal.db);
  const body = { password: passwordOf(mine), delete: "Delete" };
  for (const wrong of [{ ...body, delete: "delete" }, { password: body.password }, { delete: "Delete" }])
    expect((await mine.post(`${path}/erase`, wrong)).body.type).toBe("error");
  expect(await sumOfRows(portal.db)).toEqual(before);
  const asked = await granted(mine.post(`${path}/erase`, body));
  expect(asked.body).toMatchObject({ erased: false, message: expect.stringContaining("It answers by") });
  expect((await mine.post(`${path}/erase`, body)).body).toMatchObject({
    code: "asked-for-already",
    message: expect.stringMatching(/^You asked on /),
  });
  expect((await mine.get(path)).body.asked).not.toBeNull();
  expect((await mine.get("/ms_applications")).body).toHaveLength(1);

  const clerk = await staffMember(portal, { pages: ["help-desk", "help-desk.change"] });
  const waiting = (await granted(clerk.get("/staff/ms_help_desk/erasures"))).body;
  expect(waiting).toMatchObject([{ _id: mine._id, overdue: false }]);
  const answer = { reason: "Your application is kept until six months after the session closes" };
  await granted(clerk.post(`/staff/ms_help_desk/${mine._id}/erasure`, answer));
  const letters = async () => (await portal.letters(mine.person.registration.emailaddress, 6)).map(({ text }) => text);
  await expect.poll(letters).toContainEqual(expect.stringContaining(answer.reason));
  expect((await clerk.post(`/staff/ms_help_desk/${mine._id}/erasure`, answer)).body.type).toBe("error");
  expect((await mine.get(path)).body.asked).toBeNull();
});

test("the office deletes what nothing rests on, in the moment in which it answers, and nothing else", async () => {
  const person = await payer(portal);
  await portal.db.updateTable("applicant").set({ password: null }).where("_id", "=", person._id).execute();
  const { rrr } = await person.reference();
  await granted(person.post("/ms_applicant_referee", referee));
  expect((await sendFile(portal, person, "document", smallPdf(), "slip.pdf")).status).toBe(200);
  const clerk = await staffMember(portal, { pages: ["help-desk", "help-desk.change"] });
  const reason = "As you asked. Your payment reference stays in the books";
  const answer = (of: string) => clerk.post(`/staff/ms_help_desk/${of}/erasure`, { reason });
  expect((await answer(person._id)).body.type).toBe("error");
  expect(await person.get("/ms_applicant_referee")).toMatchObject({ body: [{}] });
  await granted(person.post(`${path}/erase`, { delete: "Delete" }));
  const { body } = await granted(answer(person._id));
  expect(body.message).toMatch(/^Deleted: parents or guardians, bio data, files\. The answer is on its way to /);
  const copy = (await granted(person.post(`${path}/copy`, {}))).body.data;
  expect([copy.bio, copy.referees, copy.files]).toEqual([[], [], []]);
  expect(copy.payments).toMatchObject([{ rrr }]);
  const text = async () => (await portal.letters(person.emailaddress, 2)).at(-1)?.text;
  await expect.poll(text).toContain("Deleted: parents or guardians, bio data, files.");
  expect(await text()).toContain(reason);
  const { rows } = await sql`select after from portal.audit
    where deed = 'help-desk.answer-erasure' and subject = ${`applicant:${person._id}`}`.execute(portal.db);
  expect(rows).toEqual([{ after: { dropped: { "parents or guardians": 1, "bio data": 1, files: 1 } } }]);

  const before = await copyOf(other);
  await granted(other.post(`${path}/erase`, { password: passwordOf(other), delete: "Delete" }));
  await granted(answer(other._id));
  const after = await copyOf(other);
  for (const kept of ["bio", "referees", "olevelsittings", "olevelresults", "documents", "applications", "payments"])
    expect([kept, after[kept]]).toEqual([kept, before[kept]]);
});

test("a student who was brought in by a file is told that the record stays, and asks the office for the rest", async () => {
  const registry = await staffMember(portal, {
    pages: ["students", "students.change", "past-debts", "past-debts.change", "invitations", "invitations.change"],
  });
  const row = studentRow(1);
  const { body: brought } = await importCsv(portal, registry, "student", fileOfStudents([row]));
  expect(brought).toMatchObject({ added: 1 });
  const emailaddress = row["Email address"] ?? "";
  const password = "My long w0rd 4 ever";
  const [student] = (await registry.get(`/staff/ms_student?q=${row["Matric number"]}`)).body.list;
  await granted(registry.post("/staff/ms_student_invitation/send", { ids: [student._id], count: 1 }));
  const [letter] = await portal.letters(emailaddress, 1);
  const link = { id: /\/student\/reset\/(\S+)/.exec(letter?.text ?? "")?.[1] ?? "", password };
  await granted(caller(portal).put("/student/reset", link, { origin: ownOrigin(portal) }));
  const { token } = (await granted(caller(portal).post("/ms_applicant/login", { emailaddress, password }))).body;
  const person = caller(portal, token);

  const told = (await granted(person.get(path))).body;
  expect(told).toMatchObject({ goes: [], stays: [{ what: expect.stringContaining(row["Matric number"] ?? "") }] });
  const asked = await granted(person.post(`${path}/erase`, { password, delete: "Delete" }));
  expect(asked.body).toMatchObject({ erased: false, message: expect.stringContaining("It answers by") });
  const clerk = await staffMember(portal, { pages: ["help-desk", "help-desk.change"] });
  const [{ _id }] = (await granted(clerk.get("/staff/ms_help_desk/erasures"))).body;
  await granted(clerk.post(`/staff/ms_help_desk/${_id}/erasure`, { reason: "The record of a student stays" }));
  expect((await registry.get(`/staff/ms_student/${student._id}`)).body).toMatchObject({ emailaddress });
  expect((await person.get(path)).body.asked).toBeNull();
});

test("a student with bills, marks and debts reads of each that it stays", async () => {
  const me = await billedStudent(portal);
  for (const semester of [1, 2])
    await portal.db
      .insertInto("past_mark")
      .values({
        _id: newId(),
        student: me.student,
        session: me.session,
        semester,
        course: "EDU 111",
        title: "History of education",
        units: 2,
        total: 61,
      })
      .execute();
  const { stays } = (await granted(caller(portal, me.token).get(path))).body;
  expect(stays.map(({ what }: { what: string }) => what)).toEqual([
    expect.stringContaining(me.matric),
    "Your 2 marks of the time before this portal",
    "Your bill, with every charge and every payment on it",
  ]);
});

test("who has neither paid nor applied goes at once, with everything, once", async () => {
  const person = await signedIn(portal);
  const writer = await staffMember(portal, { pages: ["notifications", "notifications.change"] });
  const written = { title: "Your mother's call", post: "Dear Amina, please come.", channel: "Portal", count: 1 };
  const whom = { audience: "One person", person: person.emailaddress };
  const { body: notice } = await granted(writer.post("/staff/ms_notification", { ...written, to: whom }));
  const nobody = portal.db.updateTable("notification").set({ person: null }).where("_id", "=", notice._id);
  await expect(nobody.execute()).rejects.toThrow("does not change while the account stands");
  await granted(person.post("/ms_applicant_referee", referee));
  const told = (await granted(person.get(path))).body;
  expect([told.stays, told.goes.length]).toEqual([[], 3]);
  const body = { password: person.password, delete: "Delete" };
  const [first, second] = await Promise.all([person.post(`${path}/erase`, body), person.post(`${path}/erase`, body)]);
  expect([first, second].filter(({ body: { erased } }) => erased === true)).toHaveLength(1);
  expect((await person.get(path)).status).toBe(401);
  for (const { table, column } of await personalTables()) {
    const { rows } =
      await sql`select from ${sql.table(`portal.${table}`)} where ${sql.ref(column)} = ${person._id}`.execute(
        portal.db,
      );
    expect([table, rows.length]).toEqual([table, 0]);
  }
  const kept = portal.db.selectFrom("notification").select(["title", "post", "towhom"]).where("_id", "=", notice._id);
  expect(await kept.executeTakeFirst()).toEqual({
    title: "To somebody whose account is gone",
    post: "What was written to one person went with the account.",
    towhom: "Somebody whose account is gone",
  });
  expect((await portal.letters(person.emailaddress, 2)).at(-1)?.subject).toBe("Your GCE Gurara account was deleted");
  expect((await caller(portal).post("/ms_applicant/login", person)).body.type).toBe("error");
});

test("a payment that is made while its payer goes either stays with the account, or is never made", async () => {
  for (let round = 0; round < 6; round += 1) {
    const person = await payer(portal);
    await portal.db.updateTable("applicant").set({ password: null }).where("_id", "=", person._id).execute();
    const { _id: programme } = await person.programme();
    const [erased, made] = await Promise.all([
      person.post(`${path}/erase`, { delete: "Delete" }),
      person.post("/ms_application_fee", { programme }),
    ]);
    expect([200, 401]).toContain(made.status);
    const accounts = await portal.db.selectFrom("applicant").select("_id").where("_id", "=", person._id).execute();
    const paid = await portal.db
      .selectFrom("payment_reference")
      .select("_id")
      .where("applicant", "=", person._id)
      .execute();
    expect(accounts.length).toBe(erased.body.erased === true ? 0 : 1);
    if (paid.length > 0) expect(accounts).toHaveLength(1);
  }
});

test("a payment of an account that is gone is refused by the reference to it, and by nothing before", async () => {
  const gone = sql`insert into portal.payment_reference (_id, applicant, purpose, programme, session, orderid, servicetypeid,
      amount_kobo, items, payername, payeremail, payerphone, description, "endsAt")
    select gen_random_uuid(), gen_random_uuid(), purpose, programme, session, md5(orderid), servicetypeid, amount_kobo, items,
      payername, payeremail, payerphone, description, "endsAt" from portal.payment_reference
    where purpose = 'application' limit 1`;
  await expect(gone.execute(portal.db)).rejects.toThrow("payment_reference_applicant");
});

const referee = {
  firstname: "Musa",
  lastname: "Danladi",
  phonenumber: "0803 222 3344",
  homeaddress: "12 Market Road, Minna",
};
