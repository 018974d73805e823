import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { approval, awarding, leaver, pastMark, proposed, setting, undoAward } from "../../../testing/graduands.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let office: Awaited<ReturnType<typeof awarding>>;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  office = await awarding(portal);
});
afterAll(() => portal.stop());

const path = "/staff/ms_graduation";
const dryRun = async () => (await granted(office.registrar.post(`${path}/check`, { session: office.session }))).body;
const line = async (student: string) =>
  portal.db
    .selectFrom("graduand")
    .selectAll()
    .where("student", "=", student)
    .orderBy("createdAt", "desc")
    .executeTakeFirst();
const status = async (student: string) =>
  (await portal.db.selectFrom("student").select("status").where("_id", "=", student).executeTakeFirstOrThrow()).status;

test("whoever meets everything is listed with class of pass, and who does not with the reason", async () => {
  const ready = await leaver(portal);
  const failed = await leaver(portal, [75, 30, 80]);
  const early = await leaver(portal, [75, 72, 80], { level: 200 });
  await setting(portal, "awardCourses", "GSE\nEDU 4");
  const without = await dryRun();
  expect(without.ready).toEqual([]);
  expect(without.lacking.find((one: { student: string }) => one.student === ready.student).reasons).toEqual([
    "EDU: 0 units passed of 4",
  ]);
  await setting(portal, "awardCourses", "GSE");
  const { title, ready: list, lacking } = await dryRun();
  expect(title).toMatch(/^Graduation \d{4}\/\d{4}$/);
  expect(list).toEqual([
    expect.objectContaining({
      student: ready.student,
      passclass: "Distinction",
      cgpa: "5.00",
      passedunits: 6,
      open: [],
    }),
  ]);
  expect(lacking).toEqual([
    expect.objectContaining({
      student: failed.student,
      reasons: ["4 units passed of 6; 2 are missing", "1 compulsory course to pass: GSE 302 (not passed)"],
    }),
  ]);
  expect(JSON.stringify({ list, lacking })).not.toContain(early.student);
  const own = (await granted(failed.get("/student/award"))).body;
  expect(own).toMatchObject({ listed: null, met: false, cgpa: "3.33" });
  expect(own.findings.map(({ sentence }: { sentence: string }) => sentence)).toContain(
    "1 compulsory course to pass: GSE 302 (not passed)",
  );
});

test("two people confer the award: the proposer cannot, and the students are Graduated then", async () => {
  const list = await proposed(office);
  const again = await office.registrar.post(path, { session: office.session });
  expect(again.body, "nobody stands on two lists").toMatchObject({ type: "error", code: "list-empty" });
  const own = await office.registrar.post(`${path}/${list}/approve`, approval());
  expect([own.status, own.body.code]).toEqual([403, "another-must-decide"]);
  const ahead = await office.provost.post(`${path}/${list}/approve`, { ...approval(), heldon: "2199-01-01" });
  expect(ahead.body).toMatchObject({ type: "error", code: "day-to-come" });
  const one = await portal.db
    .selectFrom("graduand")
    .selectAll()
    .where("graduation", "=", list)
    .executeTakeFirstOrThrow();
  expect(one).toMatchObject({ points: 3000, units: 6, passclass: "Distinction", cgpa: "5.00", state: "Listed" });
  const used = async () =>
    (await sql<{ used: boolean }>`select "usedAt" is not null as used from portal.result_profile`.execute(portal.db))
      .rows;
  expect(await used()).toEqual([{ used: false }]);
  const done = await granted(office.provost.post(`${path}/${list}/approve`, approval()));
  expect(done.body.message).toBe("Conferred on 1 person");
  // The class of pass stands by the rules, so they stay.
  expect(await used()).toEqual([{ used: true }]);
  expect([await status(one.student), (await line(one.student))?.state]).toEqual(["Graduated", "Conferred"]);
  const change = await portal.db
    .selectFrom("status_change")
    .selectAll()
    .where("student", "=", one.student)
    .executeTakeFirstOrThrow();
  expect(change).toMatchObject({
    kind: "Studies completed",
    state: "Applied",
    proposedby: null,
    reason: "Conferred on 30 January 2026 by Academic Board, 14th meeting, minute 6.2",
  });
  const late = await office.provost.post(`${path}/${list}/approve`, approval(2));
  expect([late.status, late.body.code]).toEqual([409, "already-decided"]);
  const paper = (await granted(office.registrar.get(`${path}/${list}/paper`))).body;
  expect(paper.programmes[0].classes[0]).toMatchObject({
    passclass: "Distinction",
    people: [{ cgpa: "5.00", units: 6 }],
  });
  expect(paper.signers).toEqual(["Provost", "Registrar"]);
  await expectInvariants(portal.db);
});

test("a record that changed since stops the approval by name; audited anew, the list says what is true", async () => {
  const first = await leaver(portal);
  const second = await leaver(portal);
  const list = await proposed(office);
  await sql`update portal.past_mark set total = 60 where student = ${first.student}`.execute(portal.db);
  await sql`update portal.past_mark set total = 20 where student = ${second.student} and course = 'GSE 301'`.execute(
    portal.db,
  );
  const refused = await office.provost.post(`${path}/${list}/approve`, approval());
  expect([refused.status, refused.body.code]).toEqual([409, "record-has-changed"]);
  expect(refused.body.message).toContain("the record of 2 people has changed");
  expect(refused.body.message).toContain((await line(first.student))?.name);
  expect(refused.body.message).toContain("Credit by now, not Distinction");
  expect(await status(first.student)).toBe("Active");
  expect((await granted(office.registrar.get(`${path}/${list}/differences`))).body).toHaveLength(2);
  const anew = (await granted(office.registrar.post(`${path}/${list}/audit`))).body;
  expect(anew).toMatchObject({ takenoff: 1, changed: 1 });
  expect(await line(second.student)).toMatchObject({ state: "Taken off", reason: expect.stringContaining("GSE 301") });
  const unseen = await office.provost.post(`${path}/${list}/approve`, approval());
  expect([unseen.status, unseen.body.code], "what was changed since is not decided on").toEqual([409, "version-stale"]);
  await granted(office.provost.post(`${path}/${list}/approve`, approval(2)));
  expect(await line(first.student)).toMatchObject({ state: "Conferred", passclass: "Credit" });
  expect(await status(second.student)).toBe("Active");
  await sql`update portal.student set level = 200 where _id = ${second.student}`.execute(portal.db);
  await pastMark(portal, first.student, "GSE 305", 100);
  const after = (await granted(office.registrar.get(`${path}/${list}/differences`))).body;
  expect(after, "what is corrected after the award is seen").toEqual([
    expect.objectContaining({ was: "Credit", difference: expect.stringContaining("CGPA") }),
  ]);
});

test("one person is taken off with a reason, and the others graduate", async () => {
  const [stays, goes] = [await leaver(portal), await leaver(portal)];
  const list = await proposed(office);
  const reason = "Asked to improve the class first";
  await granted(office.registrar.post(`${path}/${list}/take_off`, { student: goes.student, reason }));
  expect(await line(goes.student)).toMatchObject({ state: "Taken off", reason });
  await granted(office.provost.post(`${path}/${list}/approve`, approval(2)));
  expect([await status(stays.student), await status(goes.student)]).toEqual(["Graduated", "Active"]);
  const late = await office.registrar.post(`${path}/${list}/take_off`, { student: stays.student, reason });
  expect([late.status, late.body.code]).toEqual([409, "already-decided"]);
  await sql`update portal.student set level = 200 where _id = ${goes.student}`.execute(portal.db);
});

test("two people take a graduation back as a change of status, and the award falls away with it", async () => {
  const me = await leaver(portal);
  const list = await proposed(office);
  await granted(office.provost.post(`${path}/${list}/approve`, approval()));
  await undoAward(portal, office, me.student);
  expect([await status(me.student), (await line(me.student))?.state]).toEqual(["Active", "Undone"]);
  expect((await dryRun()).ready, "who is Active again may be proposed again").toEqual([
    expect.objectContaining({ student: me.student }),
  ]);
  await expectInvariants(portal.db);
});

test("whoever declines or withdraws a list lets everybody be proposed again", async () => {
  const list = await proposed(office);
  const declined = await granted(
    office.provost.post(`${path}/${list}/decline`, { reason: "The minute is not there yet" }),
  );
  expect(declined.body.message).toContain("Nobody graduates by it");
  const next = await proposed(office);
  const other = await staffMember(portal, { pages: ["graduations", "graduations.change"] });
  expect((await other.post(`${path}/${next}/withdraw`)).body.code).toBe("only-proposer-withdraws");
  await granted(office.registrar.post(`${path}/${next}/withdraw`));
  expect((await dryRun()).ready).toHaveLength(1);
});

test("a right that does not reach the whole college proposes nothing", async () => {
  const head = await staffMember(portal, { pages: ["graduations", "graduations.change"], scope: "department" });
  expect((await head.post(path, { session: office.session })).body.code).toBe("whole-college-only");
  expect((await head.post(`${path}/check`, { session: office.session })).status).toBe(403);
});
