import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { payer } from "../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { openProgramme, readyApplicant, verifiedPayment } from "../../../testing/ready-applicant.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { signedIn } from "../../../testing/visitor.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let officer: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  officer = await staffMember(portal, { pages: ["data-breaches", "data-breaches.change", "dashboard", "exports"] });
}, 60_000);
afterAll(() => portal.stop());

const path = "/staff/ms_data_breach";
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString().replace(/\.\d+Z$/, "Z");

const breach = (changes: object = {}) => ({
  what: "A sign-in of the desk was misused",
  facts: "Somebody read the password over the officer's shoulder and opened files at night.",
  ...{ knownAt: ago(2), beganAt: ago(6), endedAt: ago(3), source: "Files opened", risk: "Some" },
  ...changes,
});

const added = async (changes: object = {}) => (await granted(officer.post(path, breach(changes)))).body._id as string;
const people = async (id: string) => (await granted(officer.get(`${path}/${id}/people`))).body;
const changed = async (id: string, changes: object) => {
  const { body } = await granted(officer.get(`${path}/${id}`));
  const { _id, _title, version, createdAt, due, standing, ...form } = body;
  const whole = { ...form, staff: form.staff?._id ?? null, ...changes };
  return officer.put(`${path}/${id}`, whole, { "if-match": `"${version}"` });
};
const waits = async () =>
  (await granted(officer.get("/staff/ms_staff_dashboard"))).body.waiting.map(
    ({ sentence }: { sentence: string }) => sentence,
  );

test("a drill: the list of people is exactly those whose files the stolen sign-in opened in the window", async () => {
  const thief = await staffMember(portal, { pages: ["help-desk"] });
  const honest = await staffMember(portal, { pages: ["help-desk"] });
  const crowd = await Promise.all(Array.from({ length: 6 }, () => signedIn(portal)));
  const [first, second, third, before, after, others] = crowd as [
    (typeof crowd)[0],
    (typeof crowd)[0],
    (typeof crowd)[0],
    (typeof crowd)[0],
    (typeof crowd)[0],
    (typeof crowd)[0],
  ];
  const open = (who: StaffMember, whose: { _id: string }) => granted(who.get(`/staff/ms_help_desk/${whose._id}`));
  for (const one of [first, second, third, before, after]) await open(thief, one);
  await open(honest, others);
  const at = (hours: number, ids: readonly string[]) =>
    sql`update portal.file_opening set "createdAt" = now() - make_interval(hours => ${hours})
      where applicant = any(${[...ids]}::uuid[])`.execute(portal.db);
  await at(5, [first._id, second._id, third._id, others._id]);
  await at(9, [before._id]);

  const id = await added({ staff: thief._id });
  const truth = [first, second, third].map(({ emailaddress }) => emailaddress).sort();
  const found = await people(id);
  expect(found.count).toBe(3);
  expect(found.list.map(({ emailaddress }: { emailaddress: string }) => emailaddress).sort()).toEqual(truth);

  const file = await officer.get(`${path}/${id}/people.csv`);
  expect(file.status).toBe(200);
  for (const address of truth) expect(String(file.body)).toContain(address);
  for (const { emailaddress } of [before, after, others]) expect(String(file.body)).not.toContain(emailaddress);
  const { list } = (await granted(officer.get("/staff/ms_export?sort=-createdAt"))).body;
  expect(list[0]).toMatchObject({ name: "People of a breach", rows: 3 });
});

test("who applied, paid, signed in, or has an account is found by the window, each once", async () => {
  const wanted = await openProgramme(portal);
  const applied = await readyApplicant(portal, wanted);
  const { rrr } = await verifiedPayment(portal, applied._id, wanted);
  const form = { programme: wanted.programme, payment: rrr, type: "JAMB UTME" };
  await granted(applied.post("/ms_applications", form));
  const unpaid = await payer(portal);
  await unpaid.reference();
  const entered = await signedIn(portal);
  // Times are typed without their fractions of a second.
  const window = { beganAt: ago(1), endedAt: ago(-0.01), knownAt: ago(0) };
  const mails = async (source: string) => {
    const { list } = await people(await added({ source, ...window }));
    return list.map(({ emailaddress }: { emailaddress: string }) => emailaddress);
  };
  const address = async (id: string) =>
    (await portal.db.selectFrom("applicant").select("emailaddress").where("_id", "=", id).executeTakeFirstOrThrow())
      .emailaddress;
  expect(await mails("Applications")).toEqual([await address(applied._id)]);
  expect(await mails("Payments")).toContain(await address(applied._id));
  expect(await mails("Payments")).not.toContain(await address(unpaid._id));
  expect(await mails("Sign-ins")).toContain(entered.emailaddress);
  expect(await mails("Nobody")).toEqual([]);
  const every = await portal.db.selectFrom("applicant").select("_id").execute();
  expect((await people(await added({ source: "Accounts", ...window }))).count).toBe(every.length);
});

test("the clock: 72 hours from the minute at which it was known, on the page and on the dashboard, until somebody is told", async () => {
  await sql`delete from portal.data_breach`.execute(portal.db);
  const id = await added({ beganAt: ago(80), endedAt: ago(79), knownAt: ago(71) });
  expect(await people(id)).toMatchObject({ hours: 0 });
  expect((await officer.get(`${path}/${id}`)).body).toMatchObject({ standing: "Running" });
  expect(await waits()).toContain(
    "The Commission is to be told of one breach of personal data: the clock of 72 hours runs.",
  );
  await granted(changed(id, { knownAt: ago(73) }));
  expect((await people(id)).hours).toBeLessThan(0);
  const late = "The Commission was not told of one breach of personal data within 72 hours.";
  expect(await waits()).toContain(late);

  await granted(changed(id, { commissionAt: ago(1), risk: "High" }));
  expect(await waits()).not.toContain(late);
  expect(await waits()).toContain("The people of one breach with a high risk are not told yet.");
  expect(await people(id)).toMatchObject({ hours: null });
  await granted(changed(id, { peopleAt: ago(0) }));
  expect((await officer.get(`${path}/${id}`)).body).toMatchObject({ standing: "Dealt with" });
  expect((await waits()).filter((sentence: string) => /breach/.test(sentence))).toEqual([]);
});

test("where nobody is at risk the register says why the Commission is not told; with a risk it cannot", async () => {
  const id = await added({ risk: "None", untold: "The disk was encrypted, and its key is safe" });
  expect((await officer.get(`${path}/${id}`)).body).toMatchObject({ standing: "Dealt with" });
  expect((await changed(id, { risk: "Some" })).body.errors).toHaveProperty("untold");
});

test("a time that is still to come, crossed times and a deletion are refused, and whoever may not look does not", async () => {
  const refused = async (changes: object) => (await officer.post(path, breach(changes))).body.errors;
  expect(await refused({ knownAt: ago(-5) })).toHaveProperty("knownAt");
  expect(await refused({ endedAt: ago(7) })).toHaveProperty("endedAt");
  expect(await refused({ commissionAt: ago(4) })).toHaveProperty("commissionAt");
  const id = await added();
  expect((await officer.delete(`${path}/${id}`, { delete: "Delete" })).body).toMatchObject({ code: "breach-stays" });
  const reader = await staffMember(portal, { pages: ["data-breaches"] });
  expect((await reader.get(`${path}/${id}/people.csv`)).status).toBe(403);
  expect((await reader.get(`${path}/${id}/people`)).status).toBe(200);
  const none = await staffMember(portal, { pages: ["dashboard"] });
  expect((await none.get(`${path}/${id}/people`)).status).toBe(403);
});
