import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { sendScan } from "../../../testing/accepted-people.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { correctionDesk } from "../../../testing/record-correction.ts";
import { type ScreenedPerson, screenedPeople } from "../../../testing/screening.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { granted, walk } from "../../../testing/walk.ts";
import { impossibleOLevelChecks } from "./olevel-check.impossible.server.ts";

let portal: TestPortal;
let people: ScreenedPerson[];
let one: StaffMember;
let other: StaffMember;
let third: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  people = await screenedPeople(portal, 7);
  const pages = [
    "olevel-checks",
    "olevel-checks.change",
    "olevel-checks.approve",
    "applications",
    "dashboard",
  ] as const;
  one = await staffMember(portal, { pages, firstname: "Hauwa", lastname: "Sani" });
  other = await staffMember(portal, { pages, firstname: "Musa", lastname: "Bello" });
  third = await staffMember(portal, { pages, firstname: "Grace", lastname: "Eze" });
});
afterAll(async () => {
  for (const { name, rows } of impossibleOLevelChecks)
    expect([name, (await rows.execute(portal.db)).rows]).toEqual([name, []]);
  await portal.stop();
});

const path = "/staff/ms_olevel_check";
const checkOf = async (at: number): Promise<string> =>
  (
    await portal.db
      .selectFrom("olevel_check")
      .select("_id")
      .where("application", "=", people[at]?.application ?? "")
      .executeTakeFirstOrThrow()
  )._id;
const wholeOf = async (id: string, who = one) => (await granted(who.get(`${path}/${id}/whole`))).body;

async function find(who: StaffMember, id: string, told: Record<string, unknown> = {}, version?: number) {
  const body = { outcome: "Confirmed", checkedon: "2026-11-01", ...told };
  return who.post(`${path}/${id}/find`, body, version === undefined ? {} : { "if-match": `"${version}"` });
}

test("every sitting that was submitted is there to be verified, counted on the dashboard and in a file for the board", async () => {
  const { body } = await granted(one.get(`${path}?state=Not+started`));
  expect(body.total).toBe(people.length);
  expect(body.list[0]).toMatchObject({ examinationtype: "WAEC", state: "Not started", reference: null });
  const counts = (await granted(one.get("/staff/ms_staff_dashboard"))).body;
  expect(JSON.stringify(counts)).toContain("O-Level sittings are not verified with their board");
  const file = await one.get(`${path}/export?state=Not+started`);
  expect(file.status).toBe(200);
});

test("sittings are marked as asked, all or none, and one that was found is not asked about again", async () => {
  const ids = [await checkOf(0), await checkOf(1)];
  await granted(one.post(`${path}/ask`, { askedon: "2026-11-02", ids, count: 2 }));
  expect(await wholeOf(ids[0] ?? "")).toMatchObject({
    state: "Asked",
    askedon: "2026-11-02",
    askedby: expect.stringContaining("Sani"),
  });
  await granted(find(one, ids[0] ?? "", { reference: "9k3p" }));
  const again = await one.post(`${path}/ask`, { askedon: "2026-11-03", ids, count: 2 });
  expect([again.status, again.body.code]).toEqual([409, "state-has-moved"]);
  expect((await wholeOf(ids[1] ?? "")).askedon).toBe("2026-11-02");
});

test("a finding stands with its day, its author, the end of the reference and the proof", async () => {
  const id = await checkOf(1);
  const pin = await find(one, id, { reference: "1234567890" });
  expect(pin.body.errors.reference).toMatch(/last 2 to 6|at most 6/);
  const silent = await find(one, id, { outcome: "Differs" });
  expect(silent.body.errors.words).toContain("Say what the board shows");
  const ahead = await find(one, id, { checkedon: "2999-01-01" });
  expect(ahead.body.code).toBe("day-ahead");
  const proof = await sendScan(portal, one, "/staff/ms_olevel_check/proof");
  await granted(find(one, id, { reference: "77aq", proof }));
  const whole = await wholeOf(id, other);
  expect(whole).toMatchObject({ state: "Confirmed", finding: whole.findings[0]._id });
  expect(whole.findings[0]).toMatchObject({
    by: "Mrs Hauwa Sani",
    reference: "77AQ",
    mine: false,
    proof: { mediatype: "application/pdf" },
  });
  const theirs = await find(other, id, { proof });
  expect(theirs.body.code).toBe("proof-missing");
  await granted(find(other, id));
  expect((await wholeOf(id)).findings).toHaveLength(2);
});

test("one's own finding is corrected with words; both entries stay", async () => {
  const id = await checkOf(2);
  await granted(find(one, id));
  await granted(find(one, id, { outcome: "Not found", words: "I had looked up the year before" }));
  const whole = await wholeOf(id);
  expect([whole.state, whole.findings.length]).toEqual(["Not found", 2]);
  const back = await find(one, id);
  expect(back.body.errors.words).toContain("what has changed");
});

test("a second person who found otherwise reads the first, says it as a difference, and a third decides", async () => {
  const id = await checkOf(3);
  await granted(find(one, id, { words: "All nine grades are the same" }));
  const words = "The board shows D7 in Mathematics";
  const blind = await find(other, id, { outcome: "Differs", words });
  expect(blind.body).toMatchObject({ code: "findings-differ" });
  expect(blind.body.errors.outcome).toMatch(/^Mrs Hauwa Sani found “Confirmed” on 1 November 2026/);
  const { finding } = await wholeOf(id, other);
  const disputed = await granted(find(other, id, { outcome: "Differs", words, against: finding }));
  expect(disputed.body.state).toBe("Disputed");
  const whole = await wholeOf(id);
  expect(whole.findings.map(({ outcome }: { outcome: string }) => outcome)).toEqual(["Differs", "Confirmed"]);
  expect(whole.finding).toBeNull();
  expect((await find(third, id)).body.code).toBe("findings-disputed");

  const deciding = { outcome: "Differs", words: "I asked WAEC by telephone: D7" };
  for (const finder of [one, other]) {
    const refused = await finder.post(`${path}/${id}/decide`, deciding);
    expect([refused.status, refused.body.code]).toEqual([403, "another-must-decide"]);
  }
  await granted(third.post(`${path}/${id}/decide`, deciding));
  expect(await wholeOf(id)).toMatchObject({
    state: "Differs",
    decision: { by: "Mrs Grace Eze", words: deciding.words },
  });
  expect((await third.post(`${path}/${id}/decide`, deciding)).status).toBe(409);
});

test("a second person who agrees with a corrected entry contradicts nobody, and who does not contradicts the newest", async () => {
  const id = await checkOf(6);
  await granted(find(one, id));
  await granted(find(one, id, { outcome: "Not found", words: "I had looked up the year before" }));
  const blind = await find(other, id, { outcome: "Confirmed" });
  expect(blind.body.errors.outcome).toContain("found “Not found”");
  expect((await granted(find(other, id, { outcome: "Not found", words: "No such number" }))).body.state).toBe(
    "Not found",
  );
});

test("without the table's guard a finder would decide the own dispute", async () => {
  const id = await checkOf(4);
  await granted(find(one, id));
  const { finding } = await wholeOf(id);
  await granted(find(other, id, { outcome: "Not found", words: "No such number", against: finding }));
  await sql`alter table portal.olevel_check disable trigger olevel_check_guard`.execute(portal.db);
  const decided = await one.post(`${path}/${id}/decide`, { outcome: "Confirmed", words: "It is as I said" });
  expect(decided.body.type).toBe("success");
  await sql`update portal.olevel_check set decidedby = ${third._id} where _id = ${id}`.execute(portal.db);
  await sql`alter table portal.olevel_check enable trigger olevel_check_guard`.execute(portal.db);
});

test("a sitting that is corrected is to be verified anew, and what was found before is shown as that", async () => {
  const person = await walk(portal, 3);
  const { _id: id, sitting } = await portal.db
    .selectFrom("olevel_check")
    .select(["_id", "sitting"])
    .where("application", "=", person.application)
    .orderBy("sitting")
    .executeTakeFirstOrThrow();
  await granted(find(one, id, { outcome: "Not found", words: "No such number in that year" }));
  const { examinationtype, examinationcenter, examinationyear } = await wholeOf(id);
  const values = { examinationtype, examinationcenter, examinationyear, examinationnumber: "4999999999" };
  const desk = await correctionDesk(portal);
  await desk.correct(person, { kind: "sitting", item: sitting, values });
  const whole = await wholeOf(id);
  expect(whole).toMatchObject({ state: "Not started", examinationnumber: "4999999999", finding: null, decision: null });
  expect(whole.findings.map(({ past }: { past: boolean }) => past)).toEqual([true]);
  await granted(find(other, id));
  expect((await wholeOf(id)).state).toBe("Confirmed");
});

test("nobody beyond reach and nobody without the right sees or keeps a finding", async () => {
  const id = await checkOf(5);
  const looker = await staffMember(portal, { pages: ["olevel-checks"] });
  expect((await find(looker, id)).status).toBe(403);
  const elsewhere = await staffMember(portal, {
    pages: ["olevel-checks", "olevel-checks.change"],
    scope: "unit",
    department: await emptyDepartment(),
  });
  expect((await elsewhere.get(`${path}/${id}/whole`)).status).toBe(404);
  expect((await find(elsewhere, id)).status).toBe(404);
});

async function emptyDepartment(): Promise<string> {
  const { rows } = await sql<{ _id: string }>`select d._id from portal.department d
    where not exists (select from portal.programme p where p.department = d._id) limit 1`.execute(portal.db);
  return rows[0]?._id ?? "";
}
