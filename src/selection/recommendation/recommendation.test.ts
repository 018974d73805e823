import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { newId } from "#platform/database/id.server.ts";
import { headOf } from "../../../testing/head.ts";
import { manyApplications } from "../../../testing/many-applications.ts";
import { holdOffice } from "../../../testing/office.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";
import { LOOK } from "../review/file/file.server.ts";
import { isRecommended } from "./recommendation.server.ts";

let portal: TestPortal;
let head: StaffMember;
let dean: StaffMember;
let files: string[];
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  const programme = await ofDepartment("BIO");
  files = await manyApplications(portal.app.portal.pool, { count: 30, programme });
  await sql`update portal.review set state = 'Checked'`.execute(portal.db);
  head = await headOf(portal, "BIO", ["recommendations", "recommendations.change"]);
  dean = await staffMember(portal, { pages: ["recommendations", "recommendations.approve"], scope: "college" });
  const { _id: college } = await portal.db
    .selectFrom("college")
    .select("_id")
    .where("code", "=", "SSCI")
    .executeTakeFirstOrThrow();
  await holdOffice(portal, dean._id, { kind: "dean", of: college });
});
afterAll(() => portal.stop());

const path = "/staff/ms_recommendation";

async function ofDepartment(code: string): Promise<string> {
  const { _id } = await portal.db
    .selectFrom("programme")
    .innerJoin("department", "department._id", "programme.department")
    .select("programme._id")
    .where("department.code", "=", code)
    .orderBy("programme.code")
    .limit(1)
    .executeTakeFirstOrThrow();
  return _id;
}

let used = 0;
/** So many files that no other test has touched. */
const fresh = (count: number): string[] => {
  used += count;
  return files.slice(used - count, used);
};

const yes = { decision: "Recommended", kind: "Meets the requirements", standing: "Checked" };
const no = {
  decision: "Not recommended",
  kind: "Subjects do not fit",
  reason: "No credit in Biology",
  standing: "Checked",
};
const decide = (who: StaffMember, ids: readonly string[], what: object) =>
  who.post(path, { ...what, ids, count: ids.length });
const answer = (who: StaffMember, ids: readonly string[], what: object) =>
  who.post(`${path}/countersign`, {
    answer: "Countersigned",
    standing: "Recommended",
    seenAt: new Date().toISOString(),
    ...what,
    ids,
    count: ids.length,
  });

const states = async (ids: readonly string[]) => {
  const { rows } = await sql<{ state: string }>`select state from portal.review
    where _id = any(${[...ids]}::uuid[]) order by array_position(${[...ids]}::uuid[], _id)`.execute(portal.db);
  return rows.map(({ state }) => state);
};

const recommended = async (ids: readonly string[]) => {
  const { rows } = await sql<{ is: boolean }>`select ${isRecommended(sql`r._id`)} as is from portal.review r
    where _id = any(${[...ids]}::uuid[]) order by array_position(${[...ids]}::uuid[], _id)`.execute(portal.db);
  return rows.map(({ is }) => is);
};

const askDeans = (value: "asked" | "not asked") =>
  sql`insert into portal.setting (name, value) values ('countersignature', ${JSON.stringify(value)}::jsonb)
    on conflict (name) do update set value = excluded.value`.execute(portal.db);

test("a head recommends many at once: each has its own decision, reason and line of the audit", async () => {
  const ids = fresh(3);
  const { body } = await decide(head, ids, yes);
  expect(body).toMatchObject({ type: "success", message: "3 applications recommended", count: 3 });
  expect(await states(ids)).toEqual(ids.map(() => "Recommended"));
  expect(await recommended(ids)).toEqual([true, true, true]);
  const lines = await portal.db
    .selectFrom("audit")
    .select(["actor", "reason"])
    .where("deed", "=", "recommendation.decide")
    .where("subject", "=", `review:${ids[0]}`)
    .execute();
  expect(lines).toEqual([{ actor: head._id, reason: "Meets the requirements" }]);
  const { body: row } = await head.get(`${path}/${ids[0]}`);
  expect(row).toMatchObject({
    state: "Recommended",
    kind: "Meets the requirements",
    answer: "Not yet",
    credits: expect.any(Number),
  });
  expect((await head.get(`${path}/${ids[0]}/decisions`)).body).toMatchObject([
    { decision: "Recommended", by: "Mrs Hauwa Sani", stands: true, answer: null },
  ]);
});

test.each([
  [{ ...no, reason: undefined }, "reason", "Say in words why, so that the applicant can be told"],
  [{ ...no, reason: "x" }, "reason", "Minimum of 2 characters expected"],
  [{ ...yes, kind: "Other" }, "reason", "Say in words why, so that the selection board knows"],
  [{ ...yes, kind: "Subjects do not fit" }, "kind", "Choose a reason that fits the decision"],
  [{ ...yes, kind: "I like them" }, "kind", expect.stringContaining("Reason must be one of the following values")],
  [{ ...yes, decision: "Maybe" }, "decision", expect.stringContaining("Decision must be one of the following values")],
])("a decision without a reason that fits is refused: %o", async (what, field, sentence) => {
  const { status, body } = await decide(head, files.slice(-1), what);
  expect([status, body.errors[field]]).toEqual([500, sentence]);
});

test("all that a list finds are decided together, and not when others fit now", async () => {
  const ids = fresh(2);
  const codes = await portal.db.selectFrom("review").select("code").where("_id", "in", ids).orderBy("code").execute();
  const query = `q=${codes[0]?.code}&state=Checked`;
  const wrong = await head.post(path, { ...no, query, count: 2 });
  expect([wrong.status, await states(ids)]).toEqual([409, ["Checked", "Checked"]]);
  expect((await head.post(path, { ...no, query, count: 1 })).body.message).toBe("1 application not recommended");
  expect((await states(ids)).sort()).toEqual(["Checked", "Not recommended"]);
});

test("nothing chosen is nothing decided", async () => {
  const { status, body } = await decide(head, [], yes);
  expect([status, body.code, body.message]).toEqual([500, "nothing-chosen", "Choose at least one application"]);
});

test("a head decides about the own department alone", async () => {
  const [id = ""] = fresh(1);
  const other = await headOf(portal, "CHE", ["recommendations", "recommendations.change"]);
  expect((await decide(other, [id], yes)).status).toBe(409);
  expect((await other.get(`${path}/${id}`)).status).toBe(404);
  expect((await other.get(`${path}/${id}/decisions`)).status).toBe(404);
  expect((await other.get(path)).body.total).toBe(0);
  expect(await states([id])).toEqual(["Checked"]);
});

test("one bad file among many stops them all", async () => {
  const ids = fresh(3);
  await sql`update portal.review set state = 'Checking' where _id = ${ids[2]}`.execute(portal.db);
  expect((await decide(head, ids, yes)).status).toBe(409);
  expect(await states(ids)).toEqual(["Checked", "Checked", "Checking"]);
});

/** Makes a file a member of staff's own for as long as it is looked at. */
async function own(who: StaffMember, id: string, look: () => Promise<void>): Promise<void> {
  const called = (address: string) =>
    sql`update portal.applicant set emailaddress = ${address}
      where _id = (select applicant from portal.review where _id = ${id})`.execute(portal.db);
  await called(who.emailaddress);
  await look();
  await called(`${id}@example.com`);
}

test("nobody recommends the own file", async () => {
  const [id = ""] = fresh(1);
  await own(head, id, async () => {
    expect([(await decide(head, [id], yes)).status, await states([id])]).toEqual([403, ["Checked"]]);
    expect((await head.get(`${path}/${id}`)).status).toBe(404);
  });
});

test("a decision is changed in the knowledge of what it was, and stands in the history", async () => {
  const [id = ""] = fresh(1);
  await decide(head, [id], yes);
  const again = await decide(head, [id], { ...yes, standing: "Recommended" });
  expect(again.body).toMatchObject({
    type: "error",
    code: "already-so",
    message: expect.stringContaining("is recommended already"),
  });
  expect((await decide(head, [id], { ...no, standing: "Recommended" })).body.type).toBe("success");
  const { body } = await head.get(`${path}/${id}/decisions`);
  expect(body.map(({ decision, stands }: never) => [decision, stands])).toEqual([
    ["Not recommended", true],
    ["Recommended", false],
  ]);
  expect(await recommended([id])).toEqual([false]);
});

test("a file that goes back to the desk loses its decision", async () => {
  const [id = ""] = fresh(1);
  await decide(head, [id], yes);
  for (const state of ["Checking", "Checked"])
    await sql`update portal.review set state = ${state} where _id = ${id}`.execute(portal.db);
  expect(await recommended([id])).toEqual([false]);
  expect((await head.get(`${path}/${id}`)).body).toMatchObject({ state: "Checked", kind: null, answer: null });
});

test("while no countersignature is asked for, there is nothing to countersign", async () => {
  const [id = ""] = fresh(1);
  await decide(head, [id], yes);
  expect((await answer(dean, [id], {})).body).toMatchObject({ type: "error", code: "countersignature-not-asked" });
  expect((await head.get(`${path}/desk`)).body).toMatchObject({ asked: false, unanswered: 0 });
});

test("where it is asked for, a recommendation counts once a dean has countersigned it", async () => {
  await askDeans("asked");
  const ids = fresh(2);
  await decide(head, ids, yes);
  expect(await recommended(ids)).toEqual([false, false]);
  expect((await dean.get(`${path}/desk`)).body.unanswered).toBeGreaterThanOrEqual(2);
  expect((await answer(dean, ids, {})).body).toMatchObject({ message: "2 applications countersigned", count: 2 });
  expect(await recommended(ids)).toEqual([true, true]);
  expect((await dean.get(`${path}?answer=Countersigned`)).body.total).toBe(2);
  const twice = await answer(dean, ids, {});
  expect([twice.status, twice.body.code, twice.body.message]).toEqual([
    409,
    "state-has-moved",
    expect.stringContaining("countersigned already"),
  ]);

  await decide(head, ids.slice(0, 1), { ...no, standing: "Recommended" });
  await decide(head, ids.slice(0, 1), { ...yes, standing: "Not recommended" });
  expect(await recommended(ids)).toEqual([false, true]);
  await askDeans("not asked");
  expect(await recommended(ids)).toEqual([true, true]);
});

test("a dean countersigns nothing that no head has said", async () => {
  await askDeans("asked");
  const [id = ""] = fresh(1);
  await sql`update portal.review set state = 'Recommended' where _id = ${id}`.execute(portal.db);
  const { status, body } = await answer(dean, [id], {});
  expect([status, body.code, body.message]).toEqual([
    200,
    "not-decided-yet",
    expect.stringContaining("so there is nothing to countersign"),
  ]);
});

test("what a dean sends back, the head decides anew, also in the same way", async () => {
  await askDeans("asked");
  const [id = ""] = fresh(1);
  await decide(head, [id], yes);
  expect((await answer(dean, [id], { answer: "Sent back" })).status).toBe(500);
  await answer(dean, [id], { answer: "Sent back", reason: "Look at the grade in Chemistry" });
  expect((await head.get(`${path}/${id}`)).body.answer).toBe("Sent back");
  expect((await decide(head, [id], { ...yes, standing: "Recommended" })).body.type).toBe("success");
  await answer(dean, [id], {});
  const { body } = await head.get(`${path}/${id}/decisions`);
  expect(body.map((one: { answer: { answer: string } }) => one.answer.answer)).toEqual(["Countersigned", "Sent back"]);
  expect(await recommended([id])).toEqual([true]);
});

test("nobody answers for the own file as its dean, nor refuses it once more as its head", async () => {
  await askDeans("asked");
  const [id = ""] = fresh(1);
  await decide(head, [id], no);
  const back = { answer: "Sent back", standing: "Not recommended", reason: "Look at the grade in Biology" };
  await own(dean, id, async () => {
    for (const said of [back, { ...back, answer: "Countersigned" }])
      expect((await answer(dean, [id], said)).status).toBe(403);
  });
  await granted(answer(dean, [id], back));
  const again = () => decide(head, [id], { ...no, standing: "Not recommended" });
  await own(head, id, async () => expect((await again()).status).toBe(403));
  expect((await again()).body.type).toBe("success");
});

test("nobody countersigns what they recommended, and the database refuses it too", async () => {
  await askDeans("asked");
  const [id = ""] = fresh(1);
  const both = await staffMember(portal, {
    pages: ["recommendations", "recommendations.change", "recommendations.approve"],
  });
  await decide(both, [id], yes);
  const { status, body } = await answer(both, [id], {});
  expect([status, body.code, body.message]).toEqual([
    403,
    "another-must-decide",
    expect.stringContaining("somebody else must approve it"),
  ]);
  const signing = sql`insert into portal.countersignature (recommendation, recommendedby, answer, countersignedby)
    select _id, recommendedby, 'Countersigned', recommendedby from portal.recommendation where application = ${id}`;
  await expect(signing.execute(portal.db)).rejects.toMatchObject({ constraint: "countersignature_two_people" });
});

test("a dean countersigns what was seen, not what it has become", async () => {
  await askDeans("asked");
  const [id = ""] = fresh(1);
  await decide(head, [id], yes);
  await decide(head, [id], { ...no, standing: "Recommended" });
  const { status, body } = await answer(dean, [id], {});
  expect([status, body.code, body.message]).toEqual([
    409,
    "state-has-moved",
    expect.stringContaining("is not recommended: Mrs Hauwa Sani decided so"),
  ]);
  const { count } = await portal.db
    .selectFrom("countersignature")
    .innerJoin("recommendation", "recommendation._id", "countersignature.recommendation")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("application", "=", id)
    .executeTakeFirstOrThrow();
  expect(count).toBe(0);
});

test("nor a decision that was made anew with another reason after it was looked at", async () => {
  await askDeans("asked");
  const ids = fresh(2);
  const [id = ""] = ids;
  await decide(head, ids, yes);
  const { decidedAt: seenAt } = (await dean.get(`${path}/${id}`)).body;
  const { now } = (await dean.get(`${path}/desk`)).body;
  await decide(head, [id], { ...no, standing: "Recommended" });
  await decide(head, [id], {
    ...yes,
    kind: "Other",
    reason: "Their father built the hall",
    standing: "Not recommended",
  });
  for (const [who, at] of [
    [[id], seenAt],
    [ids, now],
  ]) {
    const { status, body } = await answer(dean, who, { seenAt: at });
    expect([status, body.code, body.message]).toEqual([
      409,
      "version-stale",
      expect.stringMatching(/was decided anew after you looked at it: Mrs Hauwa Sani did so on .+ \(Other\)\. Look/),
    ]);
  }
  expect((await answer(dean, [id], { seenAt: undefined })).status).toBe(500);
  const again = (await dean.get(`${path}/${id}`)).body.decidedAt;
  expect((await answer(dean, ids, { seenAt: again })).body.type).toBe("success");
});

test("decisions stay in view when the file has gone on", async () => {
  const [id = ""] = fresh(1);
  await decide(head, [id], yes);
  await sql`update portal.review set state = 'Offered' where _id = ${id}`.execute(portal.db);
  expect((await head.get(`${path}/${id}/decisions`)).body).toMatchObject([{ decision: "Recommended", stands: true }]);
  expect((await head.get(`${path}/${id}`)).status).toBe(404);
});

test("decisions and countersignatures are never changed or deleted", async () => {
  for (const table of ["recommendation", "countersignature"] as const) {
    await expect(sql`delete from ${sql.table(`portal.${table}`)}`.execute(portal.db)).rejects.toThrow();
    await expect(sql`update ${sql.table(`portal.${table}`)} set reason = 'x2'`.execute(portal.db)).rejects.toThrow();
  }
});

test("the results stand beside the decision as they stand in the file, and name what is missing", async () => {
  const [id] = files;
  const olevel = { minCredits: 1, maxSittings: 2, credits: [{ anyOf: ["Fisheries"] }] };
  await sql`insert into portal.intake (_id, session, programme, entryrules)
    select ${newId()}, session, programme, ${JSON.stringify({ olevel })}::jsonb from portal.review where _id = ${id}
    on conflict (session, programme) do update set entryrules = excluded.entryrules`.execute(portal.db);
  const desk = await staffMember(portal, { pages: ["applications"] });
  const { slips, eligibility } = (await granted(desk.get(`/staff/ms_review/${id}/file`))).body;
  expect(eligibility.sentence).toContain("Fisheries");
  expect((await granted(head.get(`${path}/${id}/results`))).body).toEqual({ slips, eligibility });
  const another = await headOf(portal, "MAT", ["recommendations"]);
  expect((await another.get(`${path}/${id}/results`)).status).toBe(404);
});

test("the photograph and the papers are shown to who decides within reach, and leave a line in the audit", async () => {
  const [id] = files;
  const desk = await staffMember(portal, { pages: ["applications"] });
  const { photo, documents, requests } = (await granted(desk.get(`/staff/ms_review/${id}/file`))).body;
  const unsigned = (shown: object) => JSON.parse(JSON.stringify(shown).replaceAll(/\?[^"]*/g, ""));
  for (const who of [head, dean]) {
    const { body } = await granted(who.get(`${path}/${id}/papers`));
    expect(unsigned(body)).toEqual(unsigned({ photo, documents, requests }));
  }
  const looks = await portal.db
    .selectFrom("audit")
    .select("actor")
    .where("deed", "=", LOOK)
    .where("subject", "=", `application:${id}`)
    .execute();
  expect(looks.map(({ actor }) => actor)).toEqual(expect.arrayContaining([head._id, dean._id]));
  const reader = await headOf(portal, "BIO", ["recommendations"]);
  expect((await reader.get(`${path}/${id}/papers`)).status).toBe(403);
  const another = await headOf(portal, "MAT", ["recommendations", "recommendations.change"]);
  expect((await another.get(`${path}/${id}/papers`)).status).toBe(404);
});
