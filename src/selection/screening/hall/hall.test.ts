import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { frozenRunOf } from "../../../../testing/frozen-run.ts";
import { sendJambFile, sentJambFile } from "../../../../testing/jamb-file.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { releaseDesk, setSeats } from "../../../../testing/release-desk.ts";
import {
  brokenScreenings,
  dayFromToday,
  openScreeningDay,
  type ScreenedPerson,
  screenedPeople,
  screeningDay,
  screeningDayToday,
  screeningOfficer,
  slotsOf,
} from "../../../../testing/screening.ts";
import type { StaffMember } from "../../../../testing/staff.ts";
import { granted } from "../../../../testing/walk.ts";

let portal: TestPortal;
let officer: StaffMember;
let people: ScreenedPerson[];
let today: string;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  officer = await screeningOfficer(portal);
  people = await screenedPeople(portal, 9);
  today = await screeningDayToday(officer);
});
afterAll(async () => {
  expect(await brokenScreenings(portal)).toEqual([]);
  await portal.stop();
});

const person = (at: number): ScreenedPerson => {
  const found = people[at];
  if (!found) throw new Error("nobody there");
  return found;
};

const pathOf = ({ application }: ScreenedPerson) => `/staff/ms_screening/${application}/sheet`;
const sheetOf = async (one: ScreenedPerson) => (await granted(officer.get(pathOf(one)))).body;

async function save(one: ScreenedPerson, told: Record<string, unknown> = {}, version?: number) {
  const { originals } = await sheetOf(one);
  const body = {
    day: today,
    state: "Attended",
    originals: originals.map(({ item }: { item: string }) => ({ item, state: "Seen" })),
    score: 62,
    ...told,
  };
  return officer.put(pathOf(one), body, version === undefined ? {} : { "if-match": `"${version}"` });
}

const seek = async (typed: string) =>
  (await granted(officer.get(`/staff/ms_screening/sought/${today}?q=${encodeURIComponent(typed)}`))).body;

const scoreOf = async ({ application }: ScreenedPerson) => {
  const { rows } = await sql<{ screening: number | null }>`select screening::float8 as screening from portal.review
    where _id = ${application}`.execute(portal.db);
  return rows[0]?.screening;
};

test("whoever stands there is found by code, JAMB number, the text of either slip and the name", async () => {
  const one = person(0);
  const day = await openScreeningDay(officer, { name: "Sought", hall: "Hall 2" });
  const [slot] = await slotsOf(one, day);
  await granted(one.post(`/ms_screening/${one.application}/book`, { slot: slot?._id }));
  const own = (await one.get(`/ms_screening/${one.application}/slip`)).body.genuine;
  const applied = (await one.get(`/ms_applications/${one.application}`)).body.genuine;
  for (const typed of [one.code, one.jamb.toLowerCase(), own, applied, `Name: X\n${own}`])
    expect((await seek(typed)).map(({ _id }: { _id: string }) => _id)).toEqual([one.application]);
  expect((await seek("bello")).length).toBeGreaterThan(0);
  expect(await seek("nobody of this name")).toEqual([]);
});

test("attendance, originals and the score are kept in one deed, and the merit list reads the score", async () => {
  const one = person(1);
  const before = await sheetOf(one);
  expect(before).toMatchObject({ booking: null, score: null, version: 0, kept: null });
  const saved = await granted(save(one));
  expect(saved.body.message).toMatch(/there, score 62$/);
  const after = await sheetOf(one);
  expect(after).toMatchObject({ score: 62, booking: { state: "Attended", at: null } });
  expect(after.originals.every(({ state }: { state: string }) => state === "Seen")).toBe(true);
  expect(await scoreOf(one)).toBe(62);
  const { body } = await officer.get(`/staff/ms_screening_score?q=${one.jamb}`);
  expect(body.list[0]).toMatchObject({ jamb: one.jamb, score: "62", came: true });
  const listed = (await officer.get(`/staff/ms_screening_booking?day=${today}&q=${one.jamb}`)).body.list[0];
  expect(listed).toMatchObject({ state: "Attended", screening: "62", missing: null });
});

test("what differs is said in words, and half a score or one above the maximum is refused at its field", async () => {
  const one = person(2);
  const { originals } = await sheetOf(one);
  const [{ item }] = originals;
  const silent = await save(one, { originals: [{ item, state: "Differs" }] });
  expect([silent.status, silent.body.type]).toEqual([500, "error"]);
  expect(JSON.stringify(silent.body)).toContain("Say in a few words what differs");
  for (const score of [101, 50.5, -1])
    expect((await save(one, { score })).body.errors.score).toContain("Screening score");
  await granted(
    save(one, { originals: [{ item, state: "Differs", words: "The grade of Biology is D7" }], score: null }),
  );
  const row = (await officer.get(`/staff/ms_screening_booking?q=${one.jamb}`)).body.list[0];
  expect(row).toMatchObject({ screening: null, missing: originals[0].label });
  const strange = await save(one, { originals: [{ item: one.application.replace(/.$/, "0"), state: "Seen" }] });
  expect(strange.body.type).toBe("error");
});

test("a correction asks for a reason and keeps what was there; a stale sheet overwrites nothing", async () => {
  const one = person(8);
  await granted(save(one));
  const { version } = await sheetOf(one);
  const silent = await save(one, { score: 70 }, version);
  expect(silent.body).toMatchObject({ code: "reason-missing", errors: { reason: expect.any(String) } });
  await granted(save(one, { score: 70, reason: "The second page was not counted" }, version));
  const { rows } = await sql<{ before: { score: number }; after: { score: number }; reason: string }>`
    select before, after, reason from portal.audit where deed = 'screening.correct' and subject = ${`screening_booking:${one.application}`}`.execute(
    portal.db,
  );
  expect(rows[0]).toMatchObject({
    before: { score: 62 },
    after: { score: 70 },
    reason: "The second page was not counted",
  });
  expect((await save(one, { score: 71, reason: "Again" }, version)).status).toBe(409);
  const emptied = await save(one, { score: null, reason: "Mistake" });
  expect(emptied.body.code).toBe("score-stays");
  expect(await scoreOf(one)).toBe(70);
  // A file brought a score with decimals: whoever says nothing of it is not stopped by it.
  await sql`update portal.review set screening = 62.5 where _id = ${one.application}`.execute(portal.db);
  await granted(save(one, { score: undefined }));
  expect(await scoreOf(one)).toBe(62.5);
});

test("absence is said of who is expected, by hand or of all whose time is over, and goes to the scores", async () => {
  const unexpected = await save(person(3), { state: "Absent", originals: [] });
  expect(unexpected.body.code).toBe("nobody-expected");
  const ahead = await screeningDay(officer, { name: "Ahead", hall: "Hall 6" });
  expect((await save(person(3), { day: ahead })).body.code).toBe("day-ahead");
  const path = `/staff/ms_screening_day/${today}`;
  expect((await officer.post(`${path}/absent`, {})).body.code).toBe("nobody-missing");
  const [slot] = await slotsOf(person(3), today);
  const at =
    slot?._id ??
    (await portal.db.selectFrom("screening_slot").select("_id").where("day", "=", today).executeTakeFirstOrThrow())._id;
  await portal.db
    .insertInto("screening_booking")
    .values(
      [person(3), person(4)].map(({ application, applicant }) => ({
        _id: application,
        applicant,
        day: today,
        slot: at,
      })),
    )
    .execute();
  await granted(save(person(3), { state: "Absent", originals: [] }));
  await portal.db
    .updateTable("screening_slot")
    .set({ starts: sql`now() - interval '2 hours'`, ends: sql`now() - interval '1 hour'` })
    .where("_id", "=", at)
    .execute();
  expect((await granted(officer.post(`${path}/absent`, {}))).body.absent).toBe(1);
  const { body } = await officer.get(`/staff/ms_screening_score?q=${person(4).jamb}`);
  expect(body.list[0]).toMatchObject({ score: null, came: false });
  const row = (await officer.get(path)).body;
  expect([row.absent, row.attended]).toEqual([2, 3]);
  expect((await officer.post(`${path}/cancel`, { reason: "Rain" })).body.code).toBe("day-held");
});

test("a score that a frozen list ranked by stays, typed or from a file; who came later is scored still", async () => {
  const desk = await releaseDesk(portal);
  const [ranked, later] = [person(5), person(6)];
  await setSeats(portal, { programme: ranked.programme, session: desk.session }, 5);
  await frozenRunOf(portal, desk, [ranked.application]);
  const was = await scoreOf(ranked);
  expect((await sheetOf(ranked)).kept).toMatch(/^A frozen merit list ranked by this score/);
  const typed = await save(ranked, { score: 12, reason: "Mistyped" });
  expect(typed.body).toMatchObject({
    code: "score-stays",
    errors: { score: expect.stringContaining("frozen merit list") },
  });
  const file = { kind: "screening", session: desk.session, file: `JAMB,Score\n${ranked.jamb},12\n` };
  const checked = await sentJambFile(portal, officer, "check", file);
  expect(checked.body.report.remarks[0].sentences[0]).toContain("the application keeps that one");
  await granted(sendJambFile(portal, officer, file));
  expect(await scoreOf(ranked)).toBe(was);
  await granted(save(later, { score: 55 }));
  expect(await scoreOf(later)).toBe(55);
});

test("what a frozen list ranked by stays in the table itself, and without its guard it would not", async () => {
  const { application } = person(5);
  const other = () => sql`update portal.review set screening = 1 where _id = ${application}`.execute(portal.db);
  await expect(other()).rejects.toMatchObject({ constraint: "review_screening_agreed" });
  const was = await scoreOf(person(5));
  await sql`alter table portal.review disable trigger review_screening_agreed`.execute(portal.db);
  await other();
  expect(await scoreOf(person(5))).toBe(1);
  await sql`update portal.review set screening = ${was ?? null} where _id = ${application}`.execute(portal.db);
  await sql`alter table portal.review enable trigger review_screening_agreed`.execute(portal.db);
});

test("days are there to look at, and nobody marks people at a day of another session", async () => {
  const { body } = await granted(officer.get("/staff/ms_screening/hall"));
  expect(body[0]).toMatchObject({ _id: today, today: true, day: dayFromToday(0) });
  expect((await save(person(7), { day: person(7).application })).status).toBe(404);
});
