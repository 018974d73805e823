import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from "vitest";
import { expectInvariants } from "../../../testing/invariants.ts";
import { type Candidate, candidate, offer } from "../../../testing/offered-applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { openProgramme } from "../../../testing/ready-applicant.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";
import { lapseMoves } from "./programme-move.server.ts";

let portal: TestPortal;
let clerk: StaffMember;
let dean: StaffMember;
let other: string;
let third: string;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  clerk = await staffMember(portal, {
    pages: ["programme-moves", "programme-moves.change", "applications"],
    firstname: "Hauwa",
    lastname: "Bello",
  });
  dean = await staffMember(portal, { pages: ["programme-moves", "programme-moves.approve"] });
  other = (await openProgramme(portal, 1)).programme;
  third = (await openProgramme(portal, 2)).programme;
  // Nothing to judge by, and nobody has said how many seats: neither stands in the way unless a test says so.
  await sql`update portal.intake set entryrules = '{}'::jsonb, seats = null`.execute(portal.db);
});
beforeEach(() => portal.db.deleteFrom("limits").execute());
afterAll(() => portal.stop());

/** Five credits, one of them in a subject that nobody here sat. */
const frenchAsked = JSON.stringify({
  olevel: { credits: [{ anyOf: ["French"] }], passes: [], minCredits: 5, maxSittings: 2 },
});

const own = async (person: Candidate) => (await person.get("/ms_programme_move")).body[0];
const standing = async (id: string) => (await granted(dean.get(`/staff/ms_programme_move/${id}/standing`))).body;
const decide = async (id: string, deed: "approve" | "refuse", who = dean) =>
  who.post(`/staff/ms_programme_move/${id}/${deed}`, {
    seen: (await standing(id)).version,
    ...(deed === "refuse" && { reason: "That class is full" }),
  });
const ask = (person: Candidate, programme = other) =>
  person.post("/ms_programme_move", { application: person.application, programme, reason: "I sat its subjects" });
const propose = (codes: readonly string[], programme = other, more = {}) =>
  clerk.post("/staff/ms_programme_move", {
    codes: codes.join("\n"),
    programme,
    days: "7 days",
    reason: "Your class is full, and this one has seats",
    ...more,
  });
const newest = async (person: Candidate) =>
  (
    await portal.db
      .selectFrom("programme_move")
      .select("_id")
      .where("application", "=", person.application)
      .orderBy("createdAt", "desc")
      .executeTakeFirstOrThrow()
  )._id;

/** Somebody whom the office has offered another programme, by two people. */
async function offered(): Promise<{ person: Candidate; id: string }> {
  const person = await candidate(portal);
  await granted(propose([person.code]));
  const id = await newest(person);
  await granted(decide(id, "approve"));
  return { person, id };
}

const placeOf = ({ application }: Candidate) =>
  portal.db
    .selectFrom("application")
    .innerJoin("review", "review._id", "application._id")
    .select(["application.programme", "application.paidprogramme", "review.programme as desk", "review.state"])
    .where("application._id", "=", application)
    .executeTakeFirstOrThrow();

test("another programme with consent: two people, a mail, a yes; one code, one fee, one application", async () => {
  const person = await candidate(portal);
  const first = (await placeOf(person)).programme;
  await sql`update portal.review set state = 'Checked' where _id = ${person.application}`.execute(portal.db);
  await sql`update portal.review set state = 'Not recommended' where _id = ${person.application}`.execute(portal.db);
  const proposed = await granted(propose([person.code.toLowerCase()]));
  expect(proposed.body).toMatchObject({ count: 1, message: expect.stringContaining("may approve it") });
  // Nobody outside hears of it before a second person agrees.
  expect((await own(person)).moves).toEqual([]);
  const id = await newest(person);
  await granted(decide(id, "approve"));
  expect((await own(person)).moves).toMatchObject([{ _id: id, own: false, state: "Offered", daysleft: 7 }]);
  expect((await placeOf(person)).programme).toBe(first);
  expect((await portal.letters(person.emailaddress, 1, /another programme/)).at(-1)?.text).toContain("no second fee");

  const said = await granted(person.post(`/ms_programme_move/${id}/accept`));
  expect(said.body.message).toMatch(/Your fee and your papers stay good$/);
  expect(await placeOf(person)).toEqual({ programme: other, paidprogramme: first, desk: other, state: "Checking" });
  const slip = (await person.get(`/ms_applications/${person.application}`)).body;
  expect([slip.code, slip.programme._id]).toEqual([person.code, other]);
  expect((await person.get("/ms_applications")).body).toHaveLength(1);
  const { timeline } = (await granted(clerk.get(`/staff/ms_review/${person.application}/file`))).body;
  expect(timeline.map(({ what }: { what: string }) => what)).toContainEqual(expect.stringMatching(/^Moved from /));
  await expectInvariants(portal.db);
  // What is moved can be offered a place, in the programme where it is.
  await offer(portal, person);
  expect((await person.get("/ms_applications")).body[0]).toMatchObject({ status: 1, programme: { _id: other } });
  await expectInvariants(portal.db);
});

test("no keeps the first choice, and an answer is given once", async () => {
  const { person, id } = await offered();
  const before = await placeOf(person);
  expect((await granted(person.post(`/ms_programme_move/${id}/decline`))).body.message).toBe(
    "Your application stays where it is",
  );
  expect(await placeOf(person)).toEqual(before);
  const again = await person.post(`/ms_programme_move/${id}/accept`);
  expect([again.status, again.body.code]).toEqual([409, "already-decided"]);
});

test("a consent after its day is refused in a sentence, before the portal has marked it and after; nothing moves", async () => {
  const { person, id } = await offered();
  const before = await placeOf(person);
  await sql`update portal.programme_move set answerby = (now() at time zone 'Africa/Lagos')::date - 1 where _id = ${id}`.execute(
    portal.db,
  );
  const late = {
    type: "error",
    code: "answer-too-late",
    message: expect.stringMatching(/^You could answer until .+, so your/),
  };
  expect((await person.post(`/ms_programme_move/${id}/accept`)).body).toMatchObject(late);
  await lapseMoves.run(portal.app);
  await lapseMoves.run(portal.app);
  expect((await own(person)).moves).toMatchObject([{ state: "Lapsed" }]);
  expect((await person.post(`/ms_programme_move/${id}/accept`)).body).toMatchObject(late);
  expect(await placeOf(person)).toEqual(before);
  const letters = await portal.letters(person.emailaddress, 1, /is over/);
  expect(letters).toHaveLength(1);
});

test("no keeps the first choice after its day too, and is told so", async () => {
  const { person, id } = await offered();
  await sql`update portal.programme_move set answerby = current_date - 3 where _id = ${id}`.execute(portal.db);
  expect((await person.post(`/ms_programme_move/${id}/decline`)).body.code).toBe("answer-too-late");
});

test("the database itself takes no consent after the day", async () => {
  const { id } = await offered();
  const yesterday = sql`update portal.programme_move set answerby = current_date - 3 where _id = ${id}`;
  await yesterday.execute(portal.db);
  await expect(
    sql`update portal.programme_move set state = 'Moved' where _id = ${id}`.execute(portal.db),
  ).rejects.toMatchObject({ constraint: "programme_move_in_time" });
});

test("the applicant asks, another decides: approved it moves at once, refused it stays with the reason", async () => {
  const person = await candidate(portal);
  const { body } = await granted(ask(person));
  expect((await ask(person, third)).body.code).toBe("asked-already");
  expect((await own(person)).askwhy).toContain("open already");
  await granted(decide(body._id, "refuse"));
  expect((await own(person)).moves).toMatchObject([{ state: "Refused", decision: "That class is full" }]);
  const second = (await granted(ask(person, third))).body._id;
  await granted(decide(second, "approve"));
  expect((await placeOf(person)).programme).toBe(third);
  expect((await own(person)).programme._id).toBe(third);
  await expectInvariants(portal.db);
});

test("what one has asked for one takes back, once", async () => {
  const person = await candidate(portal);
  const { body } = await granted(ask(person));
  await granted(person.post(`/ms_programme_move/${body._id}/withdraw`));
  expect((await person.post(`/ms_programme_move/${body._id}/withdraw`)).status).toBe(409);
  expect((await decide(body._id, "approve")).status).toBe(409);
});

test("who proposed it does not approve it, and nobody decides about what has changed unseen", async () => {
  const both = await staffMember(portal, {
    pages: ["programme-moves", "programme-moves.change", "programme-moves.approve"],
  });
  const person = await candidate(portal);
  await granted(
    both.post("/staff/ms_programme_move", {
      codes: person.code,
      programme: other,
      days: "3 days",
      reason: "Seats are free",
    }),
  );
  const id = await newest(person);
  expect((await decide(id, "approve", both)).body.code).toBe("another-must-decide");
  const stale = await dean.post(`/staff/ms_programme_move/${id}/approve`, { seen: 99 });
  expect([stale.status, stale.body.code]).toEqual([409, "version-stale"]);
  await granted(both.post(`/staff/ms_programme_move/${id}/take-back`));
  expect((await own(person)).moves).toEqual([]);
});

test("as few statements propose another programme for six as for two, refused or not", async () => {
  const statements = vi.spyOn(pg.Client.prototype, "query");
  const counted = async (people: readonly Candidate[], code: string | undefined) => {
    statements.mockClear();
    expect((await propose(people.map((one) => one.code))).body.code).toBe(code);
    // Of the jobs that run beside it none speaks of these.
    return statements.mock.calls.filter(([asked]) => !JSON.stringify(asked).includes("graphile")).length;
  };
  const people = await Promise.all(Array.from({ length: 8 }, () => candidate(portal)));
  const placed = await candidate(portal);
  await offer(portal, placed);
  const refused = [
    await counted([...people.slice(0, 1), placed], "not-proposable"),
    await counted([...people.slice(0, 5), placed], "not-proposable"),
  ];
  const done = [await counted(people.slice(0, 2), undefined), await counted(people.slice(2), undefined)];
  statements.mockRestore();
  for (const [few = 0, many = 0] of [refused, done]) expect(Math.abs(many - few)).toBeLessThan(4);
});

test("many are proposed at once, all or none: each that can not be is named with its reason", async () => {
  const [one, two] = [await candidate(portal), await candidate(portal)];
  await offer(portal, two);
  const refused = (await propose([one.code, two.code])).body;
  expect(refused).toMatchObject({
    code: "not-proposable",
    message: expect.stringContaining(`1 of 2 can not be offered`),
  });
  expect(refused.message).toContain(two.code);
  expect((await propose([one.code, "2026/NCE/XXXX-XXXX"])).body).toMatchObject({
    code: "application-not-found",
    errors: { codes: expect.stringContaining("2026/NCE/XXXX-XXXX") },
  });
  expect((await granted(propose([one.code, (await candidate(portal)).code]))).body.count).toBe(2);
});

test("the office offers only what fits: entry rules, seats, mode of entry, and no second application there", async () => {
  const person = await candidate(portal);
  const intake = portal.db.updateTable("intake").where("programme", "=", third);
  await intake.set({ seats: 0 }).execute();
  expect((await propose([person.code], third)).body.code).toBe("no-seat-left");
  await intake.set({ seats: null, entryrules: frenchAsked }).execute();
  expect((await propose([person.code], third)).body).toMatchObject({
    code: "does-not-qualify",
    message: expect.stringContaining("Missing: credit in French"),
  });
  expect((await ask(person, third)).body.type).toBe("success");
  await granted(person.post(`/ms_programme_move/${await newest(person)}/withdraw`));
  await intake.set({ entryrules: "{}" }).execute();
  const { programme } = await placeOf(person);
  expect((await propose([person.code], programme)).body.code).toBe("choice-is-first");
  await sql`update portal.programme set modes = '{Transfer}' where _id = ${third}`.execute(portal.db);
  const mode = (await propose([person.code], third)).body;
  await sql`update portal.programme set modes = '{"JAMB UTME",Transfer,"Direct Entry"}' where _id = ${third}`.execute(
    portal.db,
  );
  expect(mode.code).toBe("mode-not-taken");
});

test("documents that the other programme requires and that were not handed in are named to both", async () => {
  const person = await candidate(portal);
  const asked = portal.db.selectFrom("admission_requirement").select("_id").where("programme", "=", other);
  const { _id } = await asked.where("status", "=", true).executeTakeFirstOrThrow();
  const paper = { label: "Portfolio of drawings", required: true };
  await portal.db.updateTable("admission_requirement").set(paper).where("_id", "=", _id).execute();
  await granted(propose([person.code]));
  const id = await newest(person);
  expect((await standing(id)).missing).toContain("Portfolio of drawings");
  await granted(decide(id, "approve"));
  expect((await own(person)).moves[0].missing).toContain("Portfolio of drawings");
});

test("the session's day ends what applicants may ask, and its end what they may choose", async () => {
  const person = await candidate(portal);
  const session = portal.db.updateTable("session").where("admission", "=", true);
  await session.set({ changeuntil: "2020-01-01" }).execute();
  expect((await ask(person)).body).toMatchObject({
    code: "changes-closed",
    message: expect.stringContaining("1 January 2020"),
  });
  expect((await own(person)).askwhy).toContain("1 January 2020");
  await session.set({ changeuntil: "2099-01-01" }).execute();
  expect((await ask(person)).body.type).toBe("success");
  await session.set({ changeuntil: null }).execute();
});

test("what is open ends with a withdrawal and with an offer", async () => {
  const [gone, placed] = [await candidate(portal), await offered()];
  await granted(ask(gone));
  await granted(gone.post(`/ms_applications/${gone.application}/withdraw`, { reason: "Cost" }));
  expect((await own(gone)).moves).toMatchObject([{ state: "Withdrawn" }]);
  await offer(portal, placed.person);
  expect((await own(placed.person)).moves).toMatchObject([{ state: "Lapsed" }]);
  expect((await placed.person.post(`/ms_programme_move/${placed.id}/accept`)).body.code).toBe("answer-too-late");
  const { list } = (await granted(dean.get("/staff/ms_programme_move?state=Asked&limit=100"))).body;
  expect(list.map(({ code }: { code: string }) => code)).not.toContain(gone.code);
  const { rows } = await sql`select subject, before, after, reason, actorkind from portal.audit
    where deed = 'programme_move.end' and subject = any(${[gone, placed.person].map(({ application }) => `application:${application}`)}) order by at`.execute(
    portal.db,
  );
  expect(rows).toMatchObject([
    {
      ...{ subject: `application:${gone.application}`, before: { state: "Asked" }, after: { state: "Withdrawn" } },
      ...{ reason: "The applicant gave the application up", actorkind: "system" },
    },
    {
      before: { state: "Offered" },
      after: { move: placed.id, state: "Lapsed" },
      reason: "A place is offered on the application",
    },
  ]);
});

test("a further choice that the application has gone to is its first, and the others move up", async () => {
  const person = await candidate(portal);
  await granted(person.put(`/ms_application_choices/${person.application}`, { choices: [other, third] }));
  const { body } = await granted(ask(person));
  await granted(decide(body._id, "approve"));
  expect((await own(person)).choices).toMatchObject([{ _id: third, rank: 2 }]);
  const { rows } = await sql<{
    choices: string;
    code: string;
  }>`select r.choices, p.code from portal.review r, portal.programme p
    where r._id = ${person.application} and p._id = ${third}`.execute(portal.db);
  expect(rows).toEqual([{ choices: rows[0]?.code, code: rows[0]?.code }]);
});

test("second and third choice are set anew while applications are open, and refused as at the start", async () => {
  const person = await candidate(portal);
  const path = `/ms_application_choices/${person.application}`;
  await granted(person.put(path, { choices: [other, third] }));
  await granted(person.put(path, { choices: [third] }));
  expect((await own(person)).choices.map((one: { _id: string }) => one._id)).toEqual([third]);
  const { programme } = await placeOf(person);
  expect((await person.put(path, { choices: [programme] })).body.code).toBe("choice-is-first");
  await offer(portal, person);
  expect((await person.put(path, { choices: [] })).body.code).toBe("offer-made-already");
  expect((await own(person)).choosewhy).toContain("A place was offered");
});

test("JAMB's other choice is told against the programme, and stops nobody", async () => {
  const person = await candidate(portal);
  const { programme } = await placeOf(person);
  const told = async (id: string) => (await granted(person.get(`/ms_jamb_choice/${id}`))).body.sentence;
  expect(await told(programme)).toBeNull();
  await jambListed(person, other);
  expect(await told(programme)).toMatch(/^JAMB has .+ for the number .+, not .+: change course and institution/);
  expect(await told(other)).toBeNull();
  expect(await (async () => (await candidate(portal)).get(`/ms_jamb_choice/${programme}`))()).toMatchObject({
    body: { sentence: expect.stringContaining("JAMB's list for this college does not have the number") },
  });
});

/** A candidate of JAMB's list with a course that is one of our programmes. */
async function jambListed({ application }: Candidate, programme: string): Promise<void> {
  await sql`with course as (
      insert into portal.jamb_course (_id, course, programme) values (gen_random_uuid(), 'EDUCATION AND ANOTHER', ${programme}) returning _id),
    list as (
      insert into portal.jamb_list (_id, kind, session, rows, added, changed, same, remarked, digest, staff)
      select gen_random_uuid(), 'Candidates', r.session, 1, 1, 0, 0, 0, sha256('list'), s._id from portal.review r, portal.staff s
      where r._id = ${application} limit 1 returning _id)
    insert into portal.jamb_candidate (_id, session, jamb, name, list, course)
    select gen_random_uuid(), r.session, r.jamb, r.name, list._id, course._id from portal.review r, list, course
    where r._id = ${application}`.execute(portal.db);
}
