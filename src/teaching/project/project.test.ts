import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { headOf } from "../../../testing/head.ts";
import { whileTableHeld } from "../../../testing/held-table.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { ownOrigin, type StaffMember, staffMember } from "../../../testing/staff.ts";
import { type Student, signedInStudent } from "../../../testing/student.ts";
import { smallPdf } from "../../../testing/upload.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let head: StaffMember;
let lecturer: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  head = await staffMember(portal, { pages: ["projects", "projects.change", "staff", "students"] });
  lecturer = await staffMember(portal, { pages: ["supervision", "supervision.change"], scope: "department" });
});
afterEach(() => expectInvariants(portal.db));
afterAll(() => portal.stop());

const path = "/staff/ms_project";
const TITLE = "Reading habits of pupils in Lokoja";
const own = async (me: Student) => (await granted(me.get("/student/project"))).body;
const propose = (me: Student, title = TITLE) => me.post("/student/project", { title });
const standing = async (id: string, who = head) => (await granted(who.get(`${path}/${id}/standing`))).body;
const supervise = (id: string, who: StaffMember) =>
  head.post(`${path}/supervise`, { supervisor: who._id, ids: [id], count: 1 });
const decide = async (deed: string, id: string, who: StaffMember, more: object = {}) =>
  who.post(`${path}/${id}/${deed}`, { seen: (await standing(id)).version, ...more });

async function finalist(): Promise<Student> {
  const me = await signedInStudent(portal);
  await portal.db.updateTable("student").set({ level: 300 }).where("_id", "=", me.student).execute();
  return me;
}

/** A student whose title the lecturer has accepted. */
async function accepted(): Promise<{ me: Student; id: string }> {
  const me = await finalist();
  await granted(propose(me));
  const id = (await own(me)).project._id as string;
  await granted(supervise(id, lecturer));
  await granted(decide("accept", id, lecturer));
  return { me, id };
}

async function sendPdf(me: Student, bytes: Buffer = smallPdf()) {
  const body = new FormData();
  body.append("document", new Blob([new Uint8Array(bytes)], { type: "application/pdf" }), "project.pdf");
  const headers = { cookie: me.cookie, origin: ownOrigin(portal) };
  const reply = await fetch(`${portal.url}/api/student/project/file`, { method: "POST", headers, body });
  return { status: reply.status, body: await reply.json() };
}

const named = async (me: Student, said = ""): Promise<string> => (await sendPdf(me, smallPdf(said))).body.photo.newname;

let numbers = 0;
async function deposit(me: Student, more: object = {}) {
  numbers += 1;
  const files = { file: await named(me), proof: await named(me, "/Lang (en)") };
  return me.post("/student/project/deposit", { title: TITLE, nerd: `NERD-2026-${1000 + numbers}`, ...files, ...more });
}

test("a student proposes, the supervisor returns with a reason and then accepts, and every step is told", async () => {
  const me = await finalist();
  expect((await own(me)).project).toBeNull();
  expect((await propose(me, "Short")).body.errors.title).toContain("at least 10 characters");
  expect((await propose(me)).body.message).toContain("until your department gives you a supervisor");
  const id = (await own(me)).project._id;
  expect((await decide("accept", id, lecturer)).body.code).toBe("supervisor-only");
  await granted(supervise(id, lecturer));
  expect((await granted(head.get(`${path}/load`))).body).toContainEqual(
    expect.objectContaining({ staff: lecturer._id, count: expect.any(Number), left: false }),
  );
  expect((await decide("return", id, lecturer)).body.errors).toHaveProperty("reason");
  await granted(decide("return", id, lecturer, { reason: "Say among whom" }));
  expect((await own(me)).project).toMatchObject({ state: "Returned", reason: "Say among whom" });
  await granted(propose(me, `${TITLE} and Okene`));
  expect((await lecturer.post(`${path}/${id}/accept`, { seen: 1 })).body.code).toBe("version-stale");
  await granted(decide("accept", id, lecturer));
  expect((await propose(me)).body.code).toBe("state-has-moved");
  const { steps, title } = (await own(me)).project;
  expect(steps.map(({ state }: { state: string }) => state)).toEqual(["Proposed", "Returned", "Proposed", "Accepted"]);
  expect(title).toBe(`${TITLE} and Okene`);
});

test("a supervisor is told of a new project and of a title that waits once, however often it is put in another's place", async () => {
  const supervisor = await staffMember(portal, { pages: ["supervision", "supervision.change"], scope: "department" });
  const me = await finalist();
  await granted(propose(me));
  const id = (await own(me)).project._id;
  await granted(supervise(id, supervisor));
  await granted(supervise(id, supervisor));
  for (const town of ["Okene", "Kabba", "Idah"]) await granted(propose(me, `${TITLE} and ${town}`));
  expect((await propose(me, `${TITLE} and Idah`)).body.code).toBe("already-so");
  await granted(decide("return", id, supervisor, { reason: "Choose one town" }));
  await granted(propose(me));
  const letters = await portal.letters(supervisor.emailaddress, 2);
  expect(letters.map(({ subject }) => subject)).toEqual([
    expect.stringContaining("1 project to supervise"),
    expect.stringContaining("a title for a project"),
  ]);
});

test("a deposit has its PDF, its NERD number and the proof, and a second person checks it", async () => {
  const { me, id } = await accepted();
  expect((await deposit(me, { file: "0123.pdf" })).body.errors).toHaveProperty("file");
  expect((await deposit(me, { nerd: "#" })).body.errors).toHaveProperty("nerd");
  expect((await deposit(me, { file: "0123.docx" })).body.errors.file).toBe("Project must be a PDF");
  await granted(deposit(me, { nerd: "NERD-77" }));
  const other = await accepted();
  expect((await deposit(other.me, { nerd: "nerd 77" })).body).toMatchObject({
    code: "value-taken",
    errors: { nerd: expect.stringContaining("Another project of the college") },
  });
  await granted(decide("return_deposit", id, head, { reason: "The proof shows another name" }));
  expect((await own(me)).project).toMatchObject({ state: "Deposit returned", file: { mediatype: "application/pdf" } });
  await granted(deposit(me, { nerd: "NERD-78" }));
  await granted(decide("check", id, head));
  expect((await own(me)).project).toMatchObject({ state: "Checked", nerd: "NERD-78" });
  expect((await deposit(me)).body.code).toBe("state-has-moved");
  expect((await supervise(id, head)).body.code).toBe("state-has-moved");
  const { list } = (await granted(head.get(`${path}?nerdproof=true`))).body;
  expect(list).toMatchObject([{ _id: id, nerd: "NERD-78" }]);
});

test("an upgrade parts numbers that differ by their signs alone, and returns the later deposit, also a checked one", async () => {
  const [first, second] = [await accepted(), await accepted()];
  for (const { me, id } of [first, second]) {
    await granted(deposit(me));
    await granted(decide("check", id, head));
  }
  await sql`drop index portal.project_nerd`.execute(portal.db);
  await sql`create unique index project_nerd on portal.project (lower(nerd))`.execute(portal.db);
  await sql`alter table portal.project disable trigger project_guard`.execute(portal.db);
  for (const [nerd, { id }] of [["NERD 9077", first] as const, ["nerd-9077", second] as const])
    await sql`update portal.project set nerd = ${nerd} where _id = ${id}`.execute(portal.db);
  await sql`alter table portal.project enable trigger project_guard`.execute(portal.db);
  await sql.raw(await readFile("migrations/0200_nerd_number.sql", "utf8")).execute(portal.db);
  expect((await own(first.me)).project).toMatchObject({ state: "Checked", nerd: "NERD 9077" });
  expect((await own(second.me)).project).toMatchObject({
    state: "Deposit returned",
    nerd: `nerd-9077 (double ${second.id.slice(0, 8)})`,
    reason: expect.stringContaining("Another project has this NERD number"),
  });
  await granted(deposit(second.me));
  await granted(decide("check", second.id, head));
});

test("nobody checks the deposit of a project that he or she supervises, or supervised when its title was accepted", async () => {
  const both = await staffMember(portal, {
    pages: ["projects", "projects.change", "supervision", "supervision.change", "staff"],
  });
  const me = await finalist();
  await granted(propose(me));
  const id = (await own(me)).project._id as string;
  await granted(supervise(id, both));
  await granted(decide("accept", id, both));
  await granted(deposit(me));
  expect((await decide("check", id, both)).body.code).toBe("another-must-decide");
  expect((await supervise(id, lecturer)).body).toMatchObject({
    code: "state-has-moved",
    message: expect.stringContaining("Check or return a deposit first"),
  });
  await granted(decide("return_deposit", id, head, { reason: "The proof shows another name" }));
  await granted(supervise(id, lecturer));
  await granted(deposit(me));
  const { body } = await decide("check", id, both);
  expect(body).toMatchObject({ code: "another-must-decide", message: expect.stringContaining("You have supervised") });
  await granted(decide("check", id, head));
});

test("nor of one that he or she supervised after that and handed over, by hand in the database neither", async () => {
  const between = await staffMember(portal, { pages: ["projects", "projects.change", "supervision", "staff"] });
  const { me, id } = await accepted();
  for (const next of [between, lecturer]) await granted(supervise(id, next));
  await granted(deposit(me));
  expect((await decide("check", id, between)).body.code).toBe("another-must-decide");
  const checked = sql`update portal.project set state = 'Checked', checkedby = ${between._id}, "checkedAt" = now() where _id = ${id}`;
  await expect(checked.execute(portal.db)).rejects.toThrow(/not the second person/);
  await granted(decide("check", id, head));
});

test("whoever does not study now deposits nothing, and reads what opens it again", async () => {
  const { me } = await accepted();
  const stands = (status: "Suspended" | "Active") =>
    portal.db.updateTable("student").set({ status }).where("_id", "=", me.student).execute();
  await stands("Suspended");
  const { body } = await deposit(me);
  expect(body).toMatchObject({ code: "project-not-open", message: expect.stringContaining("Ask the Registry") });
  expect((await own(me)).why).toContain("Your status is Suspended");
  await stands("Active");
});

test("a deposit takes two files, and none that was sent for something else", async () => {
  const { me } = await accepted();
  const [file, proof] = [await named(me), await named(me, "/Lang (en)")];
  for (const same of [file, await named(me)])
    expect((await deposit(me, { file, proof: same })).body).toMatchObject({
      code: "value-twice",
      errors: { proof: expect.stringContaining("This is the project itself") },
    });
  await portal.db.updateTable("stored_file").set({ kind: "document" }).where("newname", "=", file).execute();
  expect((await deposit(me, { file, proof })).body).toMatchObject({
    code: "proof-missing",
    errors: { file: expect.any(String) },
  });
});

test("the dashboard of a head counts the deposits of the own department alone", async () => {
  const { me } = await accepted();
  await granted(deposit(me));
  const pages = ["dashboard", "projects", "projects.change"] as const;
  const waits = async (who: StaffMember): Promise<string> =>
    JSON.stringify((await who.get("/staff/ms_staff_dashboard")).body.waiting);
  expect(await waits(await staffMember(portal, { pages }))).toContain("to be checked");
  expect(await waits(await headOf(portal, "BIO", pages))).not.toContain("to be checked");
});

test("a file above 2 MB is refused with the limit", async () => {
  const { me } = await accepted();
  const large = Buffer.concat([smallPdf(), Buffer.alloc(2_097_152)]);
  const { status, body } = await sendPdf(me, large);
  expect([status, body.message]).toEqual([413, "File size should not exceed 2MB"]);
});

test("a file of another student is not deposited", async () => {
  const [mine, other] = [await accepted(), await finalist()];
  const stolen = await named(other);
  expect((await deposit(mine.me, { file: stolen })).body).toMatchObject({ code: "proof-missing" });
});

test("of two deposits with one number at the same moment one is kept", async () => {
  const both = [await accepted(), await accepted()];
  const sent = await Promise.all(
    both.map(async ({ me }) => ({ me, file: await named(me), proof: await named(me, "/Lang (en)") })),
  );
  const asked = await whileTableHeld(portal, "project_step", 1, async () =>
    Promise.all(
      sent.map(({ me, ...files }) => me.post("/student/project/deposit", { title: TITLE, nerd: "NERD-ONE", ...files })),
    ),
  );
  expect(asked.map(({ body }) => body.code ?? body.type).sort()).toEqual(["success", "value-taken"]);
});

test("titles that are worded alike are shown to both", async () => {
  const { id } = await accepted();
  const me = await finalist();
  await granted(propose(me, "Reading habit of the pupils in Lokoja town"));
  const { alike } = (await own(me)).project;
  expect(alike[0]).toMatchObject({ title: TITLE, percent: expect.any(Number) });
  expect(alike[0].percent).toBeGreaterThan(50);
  expect((await standing(id)).alike.length).toBeGreaterThan(0);
});

test("every student of the last level has a line, and the list says who has no deposit", async () => {
  const [me, younger] = [await finalist(), await signedInStudent(portal)];
  await granted(head.post(`${path}/open`, {}));
  expect((await head.post(`${path}/open`, {})).body).toMatchObject({ count: 0 });
  const listOf = async (one: Student) => (await granted(head.get(`${path}?nerdproof=false&q=${one.matric}`))).body.list;
  expect(await listOf(me)).toMatchObject([{ state: "No title", matric: me.matric }]);
  expect(await listOf(younger)).toEqual([]);
  expect((await own(younger)).why).toBe("Projects begin at 300 level");
  expect((await propose(younger)).body.code).toBe("project-not-open");
  const csv = (await head.get(`${path}/export?nerdproof=false`)).body;
  expect(csv).toContain(me.matric);
});

test("nobody supervises or decides about the own project, a leaver supervises none, and one who left is shown", async () => {
  const { me, id } = await accepted();
  const twin = await staffMember(portal, {
    pages: ["supervision", "supervision.change", "projects", "projects.change"],
  });
  await portal.db.updateTable("staff").set({ emailaddress: me.emailaddress }).where("_id", "=", twin._id).execute();
  expect((await supervise(id, twin)).body.errors.supervisor).toContain("nobody supervises oneself");
  expect((await twin.get(`${path}/${id}/standing`)).status).toBe(404);
  const leaver = await staffMember(portal, {});
  await granted(supervise(id, leaver));
  await portal.db.updateTable("staff").set({ status: "Retired" }).where("_id", "=", leaver._id).execute();
  expect(await standing(id)).toMatchObject({ left: true });
  expect((await granted(head.get(`${path}/load`))).body).toContainEqual(
    expect.objectContaining({ staff: leaver._id, left: true }),
  );
  expect((await supervise(id, leaver)).body.code).toBe("staff-has-left");
  await sql`update portal.staff set emailaddress = ${`twin.${id}@example.com`} where _id = ${twin._id}`.execute(
    portal.db,
  );
});

test("a head sees the own department's projects alone, a supervisor the own", async () => {
  const { id } = await accepted();
  const other = await headOf(portal, "BIO", ["projects", "projects.change"]);
  expect((await other.get(`${path}/${id}`)).status).toBe(404);
  expect((await other.post(`${path}/${id}/check`, { seen: 1 })).status).toBe(404);
  expect((await granted(lecturer.get("/staff/ms_supervision/project"))).body).toContainEqual(
    expect.objectContaining({ _id: id }),
  );
  const colleague = await staffMember(portal, { pages: ["supervision"] });
  expect((await colleague.get(`${path}/${id}/standing`)).status).toBe(404);
});
