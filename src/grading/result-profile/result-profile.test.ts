import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { Trx } from "#platform/write/perform.server.ts";
import { enrolled } from "../../../testing/billed.ts";
import { coded } from "../../../testing/bursar.ts";
import { catalogue } from "../../../testing/catalogue.ts";
import { resultPublished } from "../../../testing/grading.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";
import { keepCohorts } from "./result-profile.server.ts";

let portal: TestPortal;
let officer: StaffMember;
let oldest: string;
let latest: string;

const profiles = "/staff/ms_result_profile";
const uses = "/staff/ms_result_profile_use";

beforeAll(async () => {
  portal = await startPortal(inject("place"));
  officer = await staffMember(portal, { pages: ["result-profiles", "result-profiles.change"] });
  [oldest, latest] = [await coded(portal, "session", "2025"), await coded(portal, "session", "2026")];
});
afterAll(() => portal.stop());

const book = (more: object = {}) => ({
  bands: [
    { from: 40, to: 100, point: 4.5, grade: "P" },
    { from: 0, to: 39, point: 0, grade: "F" },
  ],
  classes: [{ name: "Pass", from: 1 }],
  standings: [{ standing: "Probation", measure: "CGPA", below: 1, semesters: 1 }],
  failing: ["Absent"],
  ...more,
});

let made = 0;

/** A profile with these rules; answers its `_id`. */
async function profile(rules: object | null = book(), at = portal, who = officer): Promise<string> {
  made += 1;
  const form = { name: `Points ${made}`, description: "Of a test", status: true };
  const { _id } = (await granted(who.post(profiles, form))).body;
  if (rules) await granted(who.put(`${profiles}/${_id}/rules`, rules));
  void at;
  return _id;
}

const named = async (form: object) => (await granted(officer.post(uses, form))).body._id as string;

describe("the rules of a profile", () => {
  test("are saved together, and read as they were typed", async () => {
    const _id = await profile(book({ minunits: 12, maxunits: 20, awardunits: 90 }));
    const { body } = await officer.get(`${profiles}/${_id}/rules`);
    expect(body).toMatchObject({ form: book({ minunits: 12, maxunits: 20, awardunits: 90 }), troubles: [], uses: [] });
    expect((await officer.get(`${profiles}/${_id}`)).body).toMatchObject({
      failing: ["Absent"],
      minunits: 12,
      passmark: 40,
    });
    const { body: history } = await officer.get(`${profiles}/${_id}/history`);
    expect(history[0]).toMatchObject({
      deed: "Rules changed",
      reason: expect.stringContaining("P: 40 to 100, 4.5 points. F: 0 to 39, 0 points. Pass from a CGPA of 1.00"),
    });
  });

  test.each([
    ["bands", { bands: [{ from: 41, to: 100, point: 1, grade: "P" }] }, "No band has 0 to 40"],
    ["classes", { classes: [{ name: "Top", from: 5 }] }, "no grade has more than 4.50 points"],
    ["maxunits", { minunits: 20, maxunits: 10 }, "must not be fewer"],
  ])("are refused as a whole where %s are wrong", async (field, wrong, sentence) => {
    const _id = await profile(null);
    const { status, body } = await officer.put(`${profiles}/${_id}/rules`, book(wrong));
    expect([status, body.code]).toEqual([500, "form-invalid"]);
    expect(body.errors[field]).toContain(sentence);
    expect((await officer.get(`${profiles}/${_id}/rules`)).body.form.bands).toEqual([]);
  });

  test("are not written over what somebody else has saved meanwhile", async () => {
    const _id = await profile();
    const { status, body } = await officer.put(`${profiles}/${_id}/rules`, book(), { "if-match": '"1"' });
    expect([status, body.code]).toEqual([409, "version-stale"]);
  });

  test("are copied as a new version, which is called by the next number and has its own", async () => {
    const _id = await profile();
    const before = (await officer.get(`${profiles}/${_id}/rules`)).body;
    const copy = (await granted(officer.post(`${profiles}/${_id}/copy`, {}))).body._id;
    const after = (await officer.get(`${profiles}/${copy}/rules`)).body;
    expect(after).toMatchObject({
      name: `${before.name} (2)`,
      form: before.form,
      copiedfrom: { _id, name: before.name },
    });
    expect((await officer.get(`${profiles}/${_id}/rules`)).body).toMatchObject({
      copies: [{ _id: copy, name: after.name }],
      nextname: `${before.name} (3)`,
    });
    const again = await officer.post(`${profiles}/${_id}/copy`, { name: after.name.toUpperCase() });
    expect(again.body).toMatchObject({ code: "value-taken", errors: { name: expect.any(String) } });
  });

  test("say what a score comes to, by the whole or by its halves", async () => {
    const _id = await profile();
    const tried = async (query: string) => (await officer.get(`${profiles}/${_id}/try?${query}`)).body;
    expect(await tried("score=63")).toEqual({
      grade: "P",
      point: 4.5,
      passed: true,
      why: "63 is from 40 to 100: P, 4.5 points. Passed: the pass mark is 40",
    });
    expect(await tried("ca=25&examination=10")).toMatchObject({ grade: "F", point: 0, passed: false });
    expect(await tried("score=1e2")).toMatchObject({ grade: null, why: expect.stringContaining("“1e2” was typed") });
    expect((await officer.get(`${profiles}/${profiles}/try`)).status).toBe(404);
  });
});

describe("single bands", () => {
  const bands = "/staff/ms_score_band";

  test("go to the newest profile by which no results stand, and overlap with no other", async () => {
    const _id = await profile(null);
    const band = { from: 70, to: 100, point: 4.25, grade: "A" };
    const added = (await granted(officer.post(bands, band))).body._id;
    expect((await officer.get(`${bands}/${added}`)).body).toMatchObject({ ...band, profile: { _id } });
    const beside = await officer.post(bands, { ...band, from: 60, to: 70, grade: "B" });
    expect([beside.body.code, Object.keys(beside.body.errors)]).toEqual(["bands-overlap", ["from"]]);
    expect((await officer.post(bands, { ...band, from: 6, to: 7 })).body.errors).toHaveProperty("grade");
    const odd = await officer.post(bands, { from: 39.5, to: -1, point: 1.234, grade: "" });
    expect(Object.keys(odd.body.errors).sort()).toEqual(["from", "grade", "point", "to"]);
  });

  test("of a profile by which somebody is graded leave no gap", async () => {
    const _id = await profile();
    const use = await named({
      session: latest,
      profile: _id,
      programme: await coded(portal, "programme", "NCE-CRS-ENG"),
    });
    const { list } = (await officer.get(`${bands}?profile=${_id}`)).body;
    const [low] = list;
    const { body } = await officer.put(`${bands}/${low._id}`, { profile: _id, from: 0, to: 38, point: 0, grade: "F" });
    expect([body.code, body.errors]).toEqual([
      "bands-incomplete",
      { from: expect.stringContaining("each score keeps a band") },
    ]);
    await granted(officer.delete(`${uses}/${use}`));
    await granted(officer.put(`${bands}/${low._id}`, { profile: _id, from: 0, to: 38, point: 0, grade: "F" }));
  });
});

describe("who is graded by which", () => {
  test("is named only of a profile whose bands are complete", async () => {
    const { body } = await officer.post(uses, { session: latest, profile: await profile(null) });
    expect([body.code, body.errors]).toEqual([
      "bands-incomplete",
      { profile: "The bands of this profile leave scores without a grade. Complete them on its page, then name it" },
    ]);
  });

  test("is the programme's own since the nearest session, else that of all; older cohorts keep theirs", async () => {
    const [old, own, next] = [await profile(), await profile(), await profile()];
    const programme = await coded(portal, "programme", "NCE-CRS-ENG");
    const lines = [
      await named({ session: oldest, profile: old }),
      await named({ session: oldest, programme, profile: own }),
      await named({ session: latest, profile: next }),
    ];
    const { body } = await officer.get(`${uses}/cohorts`);
    const [last, first] = body;
    expect([last.session, first.session]).toEqual(["2026/2027", "2025/2026"]);
    const title = "NCE Christian Religious Studies/English";
    expect(last.lines.map((line: { profile: { _id: string } }) => line.profile._id)).toEqual([next, own]);
    expect(first.lines.map((line: { profile: { _id: string } }) => line.profile._id)).toEqual([old, own]);
    expect(first.lines.map((line: { programmes: string[] | null }) => line.programmes?.length ?? null)).toEqual([
      null,
      1,
    ]);
    expect(first.lines[1].programmes[0]).toContain(title.slice(0, 8));
    const twice = await officer.post(uses, { session: oldest, profile: next });
    expect(twice.body).toMatchObject({ code: "value-taken" });
    for (const line of lines) await granted(officer.delete(`${uses}/${line}`));
  });
});

/** A portal with a course, a student and a profile that is named for everybody. */
async function withCohort(at: TestPortal) {
  const who = await staffMember(at, { pages: ["result-profiles", "result-profiles.change"] });
  const office = await catalogue(at);
  const course = await office.course("CRS 111");
  const { class: taught } = await at.db
    .selectFrom("course")
    .select("class")
    .where("_id", "=", course)
    .executeTakeFirstOrThrow();
  const session = office.usual.session;
  const { _id: student } = await enrolled(at);
  const used = await profile(book(), at, who);
  const use = (await granted(who.post(uses, { session, profile: used }))).body._id as string;
  const result = { student, session, taught, course: "CRS 111", profile: used };
  return { who, used, use, result, other: await profile(book(), at, who), session };
}

describe("once results are published", () => {
  let at: TestPortal;
  let cohort: Awaited<ReturnType<typeof withCohort>>;
  beforeAll(async () => {
    at = await startPortal(inject("place"));
    cohort = await withCohort(at);
    await at.db.transaction().execute((trx) => resultPublished(trx, cohort.result));
  });
  afterAll(() => at.stop());

  const STAYS = "Results stand by this profile already. Copy it as a new version and name that for the cohorts to come";

  test("the rules of their profile stay, and the sentence offers the copy", async () => {
    const { who, used } = cohort;
    const rules = await who.put(`${profiles}/${used}/rules`, book({ classes: [] }));
    expect([rules.body.code, rules.body.message]).toEqual(["result-profile-used", STAYS]);
    const { name, description } = (await who.get(`${profiles}/${used}`)).body;
    const mark = await who.put(`${profiles}/${used}`, { name, description, status: true, passmark: 45 });
    expect(mark.body).toMatchObject({ code: "result-profile-used", errors: { passmark: STAYS } });
    const band = await who.post("/staff/ms_score_band", { profile: used, from: 0, to: 1, point: 1, grade: "X" });
    expect(band.body).toMatchObject({ code: "result-profile-used", errors: { profile: STAYS } });
    const gone = await who.delete(`${profiles}/${used}`);
    expect(gone.body).toMatchObject({ code: "record-in-use" });
    await granted(who.put(`${profiles}/${used}`, { name: `${name} of old`, description, status: false }));
    await granted(who.put(`${profiles}/${used}`, { name, description, status: true }));
  });

  test("those students keep their profile, and others may have another", async () => {
    const { who, use, other, session, used } = cohort;
    const sentence = expect.stringMatching(
      /^Results of .+, entrants of 2026\/2027, stand by Points \d+, and these students keep it/,
    );
    const changed = await who.put(`${uses}/${use}`, { session, profile: other });
    expect(changed.body).toMatchObject({ code: "results-stand-by-profile", message: sentence });
    const gone = await who.delete(`${uses}/${use}`);
    expect(gone.body).toMatchObject({ code: "results-stand-by-profile", message: sentence });
    const programme = await coded(at, "programme", "NCE-CRS-ENG");
    const own = await who.post(uses, { session, programme, profile: other });
    expect(own.body).toMatchObject({ code: "results-stand-by-profile", message: sentence });
    const elsewhere = await at.db
      .selectFrom("programme")
      .select("_id")
      .where("_id", "<>", programme)
      .executeTakeFirstOrThrow();
    await granted(who.post(uses, { session, programme: elsewhere._id, profile: other }));
    await granted(who.put(`${uses}/${use}`, { session, profile: used }));
  });

  test("without the guard of the database a band is changed under them", async () => {
    const { used } = cohort;
    const raise = sql`update portal.score_band set "from" = "from" + 1, point = 5 where profile = ${used} and grade = 'P'`;
    await expect(raise.execute(at.db)).rejects.toThrow("results stand by this profile");
    await sql`drop trigger score_band_kept on portal.score_band`.execute(at.db);
    await sql`drop trigger score_band_whole on portal.score_band`.execute(at.db);
    await raise.execute(at.db);
    const { rows } = await sql<{
      point: string;
    }>`select point from portal.score_band where profile = ${used} and grade = 'P'`.execute(at.db);
    expect(rows).toEqual([{ point: "5.00" }]);
  });
});

describe("of a publication and another profile that meet", () => {
  /** A publication begins, another profile is named meanwhile, then the publication ends. Answers what was said to the latter. */
  async function meet(at: TestPortal, begin: (trx: Trx) => Promise<void>) {
    const { who, use, other, session, result } = await withCohort(at);
    let asked: ReturnType<StaffMember["put"]> | undefined;
    await at.db.transaction().execute(async (trx) => {
      await begin(trx);
      await resultPublished(trx, result);
      asked = who.put(`${uses}/${use}`, { session, profile: other });
      await new Promise((wake) => setTimeout(wake, 700));
    });
    return (await asked)?.body;
  }

  test("the second waits, and hears that results stand", async () => {
    const at = await startPortal(inject("place"));
    expect(await meet(at, keepCohorts)).toMatchObject({ code: "results-stand-by-profile" });
    await at.stop();
  });

  test("without the lock students with results are graded by another profile than they were published by", async () => {
    const at = await startPortal(inject("place"));
    expect(await meet(at, async () => undefined)).toMatchObject({ type: "success" });
    await at.stop();
  });
});
