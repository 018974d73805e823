import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { expectInvariants } from "../../../testing/invariants.ts";
import { candidate, offered } from "../../../testing/offered-applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { ownOrigin, type StaffMember, staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";
import { makeScheduledStatistics } from "./admission-statistics.job.server.ts";
import { tablesOf } from "./admission-statistics.rules.ts";

let portal: TestPortal;
let registrar: StaffMember;
let session: string;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  registrar = await staffMember(portal, {
    pages: ["admission-statistics", "admission-statistics.change", "dashboard", "applications", "offers"],
  });
  await candidate(portal);
  await offered(portal);
  await offered(portal);
  ({ _id: session } = await portal.db
    .selectFrom("session")
    .select("_id")
    .where("admission", "=", true)
    .executeTakeFirstOrThrow());
}, 120_000);
afterEach(() => expectInvariants(portal.db));
afterAll(() => portal.stop());

const path = "/staff/ms_admission_statistics";
const schedule = (form: object) => registrar.post("/staff/ms_statistics_schedule", form);
const made = () => portal.db.selectFrom("admission_statistics").selectAll().orderBy("createdAt").execute();
const run = () => makeScheduledStatistics.run(portal.app);
const mailsTo = (recipient: string) =>
  portal.db.selectFrom("outgoing_mail").select("subject").where("recipient", "=", recipient).execute();

test("made by hand they are the numbers of the dashboard, in all, by programme, state and sex", async () => {
  const { _id } = (await granted(registrar.post(path, { layout: "NCCE", session }))).body;
  const { tables } = (await granted(registrar.get(`${path}/${_id}/tables`))).body;
  const counts = (await granted(registrar.get(`/staff/ms_staff_dashboard/counts?session=${session}`))).body;
  const all = (name: string) => counts.steps.find((one: { name: string }) => one.name === name).total;
  const [programmes, ages, states] = tables;
  const last = programmes.rows.at(-1);
  expect([last[3], last[6], last[9]]).toEqual([all("applied"), all("admitted"), all("accepted")]);
  expect(all("applied"), "there is something to count").toBeGreaterThan(2);
  expect(all("admitted")).toBeGreaterThan(1);
  const byName = (rows: [string, ...number[]][], at: number) =>
    Object.fromEntries(rows.slice(0, -1).map((row) => [row[0], row[at]]));
  const shown = (groups: { name: string; applied: number; admitted: number }[], key: "applied" | "admitted") =>
    Object.fromEntries(groups.filter(({ applied }) => applied > 0).map((one) => [one.name, one[key]]));
  for (const [at, key] of [
    [3, "applied"],
    [6, "admitted"],
  ] as const) {
    expect(byName(programmes.rows, at)).toEqual(shown(counts.programmes, key));
    expect(byName(states.rows, at)).toEqual(shown(counts.states, key));
  }
  const women = counts.sexes.find(({ name }: { name: string }) => name === "Female")?.applied ?? 0;
  expect([last[1], ages.rows.at(-1)[1], states.rows.at(-1)[1]]).toEqual([women, women, women]);
});

test("a schedule makes each week and month once, whoever asks at once, and mails the sums", async () => {
  await granted(schedule({ layout: "JAMB", every: "Week", recipients: "desk@jamb.example\nprovost@college.example" }));
  await granted(schedule({ layout: "NCCE", every: "Month", recipients: "desk@ncce.example" }));
  const before = (await made()).length;
  await Promise.all([run(), run(), run()]);
  await run();
  const since = (await made()).slice(before);
  expect(since.map(({ layout, sentto, madeby }) => [layout, sentto, madeby]).toSorted()).toEqual([
    ["JAMB", "desk@jamb.example\nprovost@college.example", null],
    ["NCCE", "desk@ncce.example", null],
  ]);
  expect(since.map(({ period }) => period).toSorted()).toEqual([
    expect.stringMatching(/^\d{4} week \d\d$/),
    expect.stringMatching(/^\d{4}-\d\d$/),
  ]);
  for (const to of ["desk@jamb.example", "provost@college.example", "desk@ncce.example"])
    expect(await mailsTo(to)).toEqual([{ subject: expect.stringContaining("admission statistics of") }]);
  const [letter] = await portal.letters("desk@ncce.example", 1);
  expect(letter?.text).toMatch(/Applied: +\d/);
});

test("what was made stays as it was, though more is admitted later", async () => {
  const [first] = await made();
  await offered(portal);
  const { tables } = (await granted(registrar.get(`${path}/${first?._id}/tables`))).body;
  expect(tables[0].rows.at(-1)[3]).toBe(first?.applied);
  await expect(sql`update portal.admission_statistics set applied = 0`.execute(portal.db)).rejects.toThrow();
});

test("at the end of a session they are made once its applications have closed, and not of a session long over", async () => {
  await granted(schedule({ layout: "NCCE", every: "Session", recipients: "end@ncce.example" }));
  await run();
  expect(await mailsTo("end@ncce.example")).toEqual([]);
  await sql`update portal.session set closes = now() - interval '1 hour' where _id = ${session}`.execute(portal.db);
  await run();
  await run();
  expect(await mailsTo("end@ncce.example")).toHaveLength(1);
  expect((await made()).filter(({ period }) => period === "End of the session")).toHaveLength(1);
  await sql`update portal.session set closes = now() + interval '30 days' where _id = ${session}`.execute(portal.db);
});

test("they leave as CSV, one number a row, and as a workbook, each written down", async () => {
  const [first] = await made();
  const headers = { cookie: registrar.cookie, origin: ownOrigin(portal) };
  const fetched = (kind: string) => fetch(`${portal.url}/api${path}/${first?._id}/file.${kind}`, { headers });
  const text = await (await fetched("csv")).text();
  expect(text).toContain("Table,Group,Within,Of whom,Number");
  expect(text).toMatch(/By programme and sex,All,,"Applied, all",\d+/);
  const workbook = Buffer.from(await (await fetched("xlsx")).arrayBuffer());
  expect(workbook.subarray(0, 2).toString()).toBe("PK");
  const written = await portal.db
    .selectFrom("export")
    .select("filter")
    .where("noun", "=", "admission_statistics")
    .execute();
  expect(written.map(({ filter }) => filter).toSorted()).toEqual(["CSV", "Excel"]);
});

test("a wrong address, a second schedule of the same and a session that is none are refused", async () => {
  expect((await schedule({ layout: "JAMB", every: "Month", recipients: "desk at jamb" })).body.errors).toMatchObject({
    recipients: expect.stringContaining("one email address a line"),
  });
  expect((await schedule({ layout: "JAMB", every: "Week", recipients: "a@example.com" })).body.errors).toMatchObject({
    every: expect.stringContaining("such a schedule already"),
  });
  expect((await registrar.post(path, { layout: "JAMB", session: registrar._id })).body.errors).toMatchObject({
    session: expect.any(String),
  });
});

test("the layout of JAMB has school, state and sex; sums stand last", () => {
  const one = { programme: "NCE Biology", school: "Sciences", type: "JAMB UTME", state: "Kogi", age: "18 to 20" };
  const [first] = tablesOf("JAMB", [
    { ...one, gender: "Female", applied: 3, admitted: 2, accepted: 1, matriculated: 1 },
    { ...one, gender: "Male", applied: 1, admitted: 0, accepted: 0, matriculated: 0 },
  ]);
  expect(first?.headings.slice(0, 5)).toEqual([
    "School",
    "State of origin",
    "Applied, women",
    "Applied, men",
    "Applied, all",
  ]);
  expect(first?.rows).toEqual([
    ["Sciences", "Kogi", 3, 1, 4, 2, 0, 2],
    ["All", "", 3, 1, 4, 2, 0, 2],
  ]);
});
