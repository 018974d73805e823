import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { acceptedPeople, clearanceLine, sendScan, stepOf } from "../../../testing/accepted-people.ts";
import { payAcceptance } from "../../../testing/admitted-applicant.ts";
import { headOf } from "../../../testing/head.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { type Candidate, offered } from "../../../testing/offered-applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { asStudent, matriculate } from "../../../testing/student.ts";
import { granted } from "../../../testing/walk.ts";
import { clearanceOf, clearancesOf, closeClearances, isCleared, openClearance } from "./clearance.server.ts";

let portal: TestPortal;
let registrar: StaffMember;
let clinic: StaffMember;
let person: Candidate;
const pages = ["clearance", "clearance.change"] as const;
beforeAll(async () => {
  // A mail server that answers nobody: what is written waits, and can be read.
  portal = await startPortal(inject("place"), { SMTP_URL: "smtp://127.0.0.1:1" });
  registrar = await staffMember(portal, {
    pages: [...pages, "clearance-items", "clearance-items.change", "dashboard"],
    firstname: "Hauwa",
  });
  clinic = await headOf(portal, "MED", [...pages, "dashboard"]);
  person = await payAcceptance(portal, await offered(portal));
}, 90_000);
afterAll(() => portal.stop());

const path = "/staff/ms_clearance";
const SEEN = "Original certificates seen";
const OATH = "Oath and undertaking signed";
const labels = [
  SEEN,
  "O-Level result verified",
  "Birth certificate",
  "Local government letter",
  "Medical fitness",
  OATH,
];
const own = async () => (await granted(person.get("/ms_clearance"))).body[0];
const idOf = async (label: string, application = person.application) =>
  (await clearanceLine(portal, application, label))._id;
const tick = async (who: StaffMember, label: string, to: "Open" | "Cleared" | "Refused" | "Waived", more = {}) =>
  who.post(`${path}/tick`, stepOf([await idOf(label)], to, more));
const mails = async () =>
  (
    await sql<{ subject: string; body: string }>`select subject, body from portal.outgoing_mail
      where recipient = ${person.emailaddress} and subject like '%clearance%' order by "createdAt"`.execute(portal.db)
  ).rows;

test("whoever accepts a place reads at once what to bring where, and stands on the desk's list", async () => {
  const place = await own();
  expect(place).toMatchObject({ application: person.application, code: person.code, standing: "Open" });
  expect(place.lines.map(({ label }: { label: string }) => label)).toEqual(labels);
  expect(place.lines[4]).toEqual({
    label: "Medical fitness",
    office: "College Clinic",
    whereto: expect.stringContaining("Behind the library"),
    bring: expect.stringContaining("signed form"),
    state: "Open",
    reason: null,
    at: null,
  });
  const { list, total } = (await granted(registrar.get(`${path}_file?q=${person.code}`))).body;
  expect([total, list[0]]).toMatchObject([1, { standing: "Open", done: 0, items: 6, missing: labels.join(", ") }]);
});

test("a tick keeps who and when; a refusal says why, by mail as well, and is cleared later", async () => {
  expect((await tick(registrar, SEEN, "Cleared")).body).toMatchObject({ type: "success", count: 1 });
  expect(await clearanceLine(portal, person.application, SEEN)).toMatchObject({
    state: "Cleared",
    decidedby: registrar._id,
  });
  const silent = await tick(registrar, "Birth certificate", "Refused");
  expect([silent.status, silent.body.errors]).toEqual([
    500,
    { reason: "Say why, so that the person knows what to do" },
  ]);
  const reason = "The name on it is another. Bring a sworn affidavit";
  await granted(tick(registrar, "Birth certificate", "Refused", { reason }));
  expect((await own()).lines[2]).toMatchObject({ state: "Refused", reason, at: expect.any(String) });
  expect((await own()).standing).toBe("Refused");
  const [mail] = await mails();
  expect([mail?.subject, mail?.body]).toEqual([
    expect.stringContaining("clearance: Birth certificate is refused"),
    expect.stringContaining(reason),
  ]);
  await granted(tick(registrar, "Birth certificate", "Cleared", { standing: "Refused" }));
});

test("an item may ask for words and for a scan, and is not cleared without", async () => {
  const verified = "O-Level result verified";
  expect((await tick(registrar, verified, "Cleared")).body).toMatchObject({
    code: "note-missing",
    errors: { note: "O-Level result verified: say board, and the day on which its page was seen" },
  });
  await granted(tick(registrar, verified, "Cleared", { note: "WAEC, 20 November 2026" }));
  const note = "General Hospital Minna, 19 November 2026";
  expect((await tick(clinic, "Medical fitness", "Cleared", { note })).body.code).toBe("proof-missing");
  const proof = await sendScan(portal, clinic);
  const foreign = await tick(registrar, "Medical fitness", "Cleared", { note, proof });
  expect(foreign.body).toMatchObject({ code: "proof-missing", errors: { proof: "Send the scan first" } });
  await granted(tick(clinic, "Medical fitness", "Cleared", { note, proof }));
  const { lines } = (await granted(clinic.get(`${path}/${person.application}/list`))).body;
  expect(lines[4]).toMatchObject({ note, proof: { mediatype: "application/pdf" }, mine: true, by: "Mrs Hauwa Sani" });
  expect(lines[0]).toMatchObject({ state: "Cleared", mine: false });
});

test("an office reads the words and scans of its own items alone, and whoever sees a scan stands in the audit", async () => {
  const listOf = async (who: StaffMember) =>
    (await granted(who.get(`${path}/${person.application}/list`))).body.lines.map(
      ({ note, proof }: { note: string | null; proof: object | null }) => [note, proof !== null],
    );
  const looked = async ({ _id }: StaffMember) =>
    portal.db
      .selectFrom("audit")
      .select("_id")
      .where("deed", "=", "application.look-into")
      .where("actor", "=", _id)
      .execute();
  const [verified, medical] = ["WAEC, 20 November 2026", "General Hospital Minna, 19 November 2026"];
  expect((await listOf(clinic)).slice(1, 5)).toEqual([
    [null, false],
    [null, false],
    [null, false],
    [medical, true],
  ]);
  const welfare = await staffMember(portal, { pages: ["clearance"] });
  expect((await listOf(welfare)).slice(1, 5)).toEqual([
    [verified, false],
    [null, false],
    [null, false],
    [medical, true],
  ]);
  expect(await looked(welfare)).toHaveLength(1);
  const { department } = await portal.db
    .selectFrom("clearance")
    .select("department")
    .where("_id", "=", await idOf(OATH))
    .executeTakeFirstOrThrow();
  const { code } = await portal.db
    .selectFrom("department")
    .select("code")
    .where("_id", "=", department)
    .executeTakeFirstOrThrow();
  const other = await headOf(portal, code, ["clearance"]);
  expect((await listOf(other))[4]).toEqual([null, false]);
  expect(await looked(other)).toEqual([]);
});

test("an office ticks what it sees itself, and sees nobody else's lines", async () => {
  const beyond = await tick(clinic, OATH, "Cleared");
  expect([beyond.status, beyond.body.code]).toEqual([409, "rows-changed"]);
  const { list } = (await granted(clinic.get(path))).body;
  expect(new Set(list.map(({ department }: { department: { label: string } }) => department.label))).toEqual(
    new Set(["MED College Clinic"]),
  );
  const looking = await staffMember(portal, { pages: ["clearance"] });
  expect((await tick(looking, OATH, "Cleared")).status).toBe(403);
  expect((await granted(looking.get(`${path}/${person.application}/list`))).body.lines[0].mine).toBe(false);
  expect((await looking.get(`${path}/${person.application}/papers`)).status).toBe(403);
  const head = await headOf(portal, "PES", pages);
  expect((await head.get(`${path}/${person.application}/list`)).status).toBe(404);
});

test("a clerk ticks for the office that the staff record names, without heading it, and for the next one once moved", async () => {
  const department = async (code: string) =>
    (await portal.db.selectFrom("department").select("_id").where("code", "=", code).executeTakeFirstOrThrow())._id;
  const clerk = await staffMember(portal, { pages, scope: "unit", department: await department("MED") });
  const { list } = (await granted(clerk.get(path))).body;
  expect(new Set(list.map(({ department: of }: { department: { label: string } }) => of.label))).toEqual(
    new Set(["MED College Clinic"]),
  );
  await granted(tick(clerk, "Medical fitness", "Open", { standing: "Cleared", reason: "To be seen anew" }));
  const seen = { note: "General Hospital Minna, 20 November 2026", proof: await sendScan(portal, clerk) };
  await granted(tick(clerk, "Medical fitness", "Cleared", seen));
  const beyond = await tick(clerk, OATH, "Cleared");
  expect([beyond.status, beyond.body.code]).toEqual([409, "rows-changed"]);
  await portal.db
    .updateTable("staff")
    .set({ department: await department("PES") })
    .where("_id", "=", clerk._id)
    .execute();
  expect((await granted(clerk.get(path))).body.list).toEqual([]);
  expect((await clerk.get(`${path}/${person.application}/list`)).status).toBe(404);
});

test("nobody ticks the own file", async () => {
  const oneself = await staffMember(portal, { pages });
  await portal.db
    .updateTable("staff")
    .set({ emailaddress: person.emailaddress })
    .where("_id", "=", oneself._id)
    .execute();
  const refused = await tick(oneself, OATH, "Cleared");
  expect(refused.status).not.toBe(200);
  expect((await clearanceLine(portal, person.application, OATH)).state).toBe("Open");
  await portal.db.updateTable("staff").set({ status: "Left" }).where("_id", "=", oneself._id).execute();
});

test("a wrong tick is taken back with a reason, a step that leads nowhere is refused", async () => {
  await granted(tick(registrar, OATH, "Waived", { reason: "Sworn at the matriculation itself" }));
  const odd = await tick(registrar, OATH, "Cleared", { standing: "Waived" });
  expect(odd.body.code).toBe("step-not-possible");
  const reason = "Ticked for the wrong person";
  await granted(tick(registrar, OATH, "Open", { standing: "Waived", reason }));
  expect(await clearanceLine(portal, person.application, OATH)).toMatchObject({
    state: "Open",
    reason,
    decidedby: null,
  });
  const { rows } = await sql<{ deed: string; reason: string }>`select deed, reason from portal.audit
    where subject = ${`clearance:${await idOf(OATH)}`} order by at desc limit 1`.execute(portal.db);
  expect(rows).toEqual([{ deed: "clearance.take-back", reason }]);
});

test("who has everything cleared gets one mail, and is cleared for the hand-over", async () => {
  const ask = async () => (await clearancesOf(portal.db, [person.application])).get(person.application);
  await granted(tick(registrar, OATH, "Cleared"));
  expect(await ask()).toEqual({ cleared: false, open: ["Local government letter"] });
  await granted(
    tick(registrar, "Local government letter", "Waived", { reason: "From the college's own staff school" }),
  );
  expect(await ask()).toEqual({ cleared: true, open: [] });
  const place = sql.ref("a.application");
  const { rows } = await sql`select ${isCleared(place)} as cleared, ${openClearance(place)} as open
    from portal.acceptance a where a.application = ${person.application}`.execute(portal.db);
  expect(rows).toEqual([{ cleared: true, open: [] }]);
  expect((await clearanceOf(portal.db, person.application)).at(-1)).toMatchObject({ label: OATH, state: "Cleared" });
  expect((await own()).standing).toBe("Cleared");
  expect((await mails()).filter(({ subject }) => subject.includes("clearance is complete"))).toHaveLength(1);
});

test("the list changes for whoever is no student yet, and what was ticked stays", async () => {
  const form = {
    label: "Library card",
    department: null,
    whereto: "Library, Monday to Friday",
    bring: "One passport photograph",
    status: true,
  };
  const added = (await granted(registrar.post("/staff/ms_clearance_item", form))).body;
  expect((await own()).lines.at(0)).toMatchObject({ label: "Library card", state: "Open" });
  await granted(tick(registrar, "Library card", "Refused", { reason: "The photograph is too dark. Bring another" }));
  const off = await registrar.put(`/staff/ms_clearance_item/${added._id}`, { ...form, status: false });
  expect(off.body.type).toBe("success");
  expect(await own()).toMatchObject({ standing: "Cleared" });
  expect((await registrar.delete(`/staff/ms_clearance_item/${added._id}`, { delete: "Delete" })).body.code).toBe(
    "record-in-use",
  );

  await portal.db.transaction().execute((trx) => closeClearances(trx, [person.application]));
  await granted(registrar.post("/staff/ms_clearance_item", { ...form, label: "Hostel form" }));
  expect((await own()).standing).toBe("Cleared");
  await expectInvariants(portal.db);
});

test("a student reads the same list, and is told first what an office refuses after all", async () => {
  await matriculate(portal, person._id);
  const me = asStudent(portal, person.token);
  expect((await granted(me.get("/student/clearance"))).body[0]).toMatchObject({
    code: person.code,
    standing: "Cleared",
  });
  const reason = "The board says that this number is another's. Bring your certificate";
  const note = { standing: "Cleared", reason };
  await granted(tick(registrar, "O-Level result verified", "Refused", note));
  expect((await me.get("/student/home")).body.next).toMatchObject({
    sentence: expect.stringMatching(/ refuses a paper of your clearance: O-Level result verified\.$/),
    link: "/student/clearance",
  });
});

test("an item for one programme is asked of nobody else", async () => {
  const { programme } = await portal.db
    .selectFrom("application")
    .select("programme")
    .where("_id", "=", person.application)
    .executeTakeFirstOrThrow();
  const other = await portal.db
    .selectFrom("programme")
    .select("_id")
    .where("_id", "<>", programme)
    .executeTakeFirstOrThrow();
  await portal.db.updateTable("clearance_file").set({ closedAt: null }).execute();
  const form = { whereto: "Gymnasium, Fridays", bring: "Sports wear", status: true };
  await granted(registrar.post("/staff/ms_clearance_item", { ...form, label: "For others", programme: other._id }));
  await granted(registrar.post("/staff/ms_clearance_item", { ...form, label: "For me", programme }));
  const open = (await own()).lines.filter(({ state }: { state: string }) => state === "Open");
  expect(open.map(({ label }: { label: string }) => label)).toContain("For me");
  expect(open.map(({ label }: { label: string }) => label)).not.toContain("For others");
});

test("many are ticked at once, as many as were seen, and the desk counts what waits", async () => {
  const people = await acceptedPeople(portal, { count: 12 });
  const desk = async () =>
    (await granted(registrar.get(`${path}/desk`))).body.find(({ label }: { label: string }) => label === OATH);
  expect(await desk()).toMatchObject({ open: 12, refused: 0 });
  const { _id } = await desk();
  const query = `item=${_id}&state=Open`;
  const all = { to: "Cleared", standing: "Open", query };
  expect((await registrar.post(`${path}/tick`, { ...all, count: 11 })).body.code).toBe("rows-changed");
  const { body } = await granted(registrar.post(`${path}/tick`, { ...all, count: 12 }));
  expect(body.message).toBe("Oath and undertaking signed cleared for 12 people");
  expect(await desk()).toMatchObject({ open: 0 });

  const scanned = await Promise.all(people.slice(0, 2).map((one) => idOf("Medical fitness", one)));
  const proof = await sendScan(portal, clinic);
  const twice = await clinic.post(`${path}/tick`, stepOf(scanned, "Cleared", { note: "Clinic, today", proof }));
  expect(twice.body.code).toBe("one-by-one");
  const { waiting } = (await granted(clinic.get("/staff/ms_staff_dashboard"))).body;
  expect(JSON.stringify(waiting)).toContain("12 ticks of clearance wait at your office.");
  const csv = (await granted(registrar.get(`${path}_file/export?standing=Open`))).body as string;
  expect(csv).toContain("Still open");
});
