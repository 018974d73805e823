import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { releaseOffer } from "#admission/offer/offer.server.ts";
import { portalItself } from "#platform/write/perform.server.ts";
import { caller } from "../../../testing/applicant.ts";
import { decideRun, drawnRun, frozenRunOf } from "../../../testing/frozen-run.ts";
import { sendJambFile } from "../../../testing/jamb-file.ts";
import { alsoApplied, type Candidate, candidate } from "../../../testing/offered-applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { openProgramme } from "../../../testing/ready-applicant.ts";
import {
  type CorrectionDesk,
  correctableThing,
  correctionDesk,
  dateOfBirth,
} from "../../../testing/record-correction.ts";
import { draftOf, releaseDesk } from "../../../testing/release-desk.ts";
import { staffMember } from "../../../testing/staff.ts";
import { insist, newRegistration, verifiedAccount } from "../../../testing/visitor.ts";
import { granted } from "../../../testing/walk.ts";
import { newId } from "../../platform/database/id.server.ts";
import { keepUpWithJamb } from "../jamb/jamb.job.server.ts";

let portal: TestPortal;
let desk: CorrectionDesk;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  desk = await correctionDesk(portal);
});
afterAll(() => portal.stop());

const somebody = () => candidate(portal);
const jambOf = async ({ _id }: Candidate) =>
  (await portal.db.selectFrom("applicant").select("jamb").where("_id", "=", _id).executeTakeFirstOrThrow()).jamb;

test("a name is corrected on papers, in the account, at the desk and where old papers are checked", async () => {
  const person = await somebody();
  const values = { firstname: "Zuwaira", middlename: "", lastname: "Abdulsalam" };
  await desk.correct(person, { kind: "names", values });
  const slip = (await granted(person.get(`/ms_applications/${person.application}`))).body;
  expect(slip.applicant).toMatchObject({ firstname: "Zuwaira", middlename: null, lastname: "Abdulsalam" });
  expect((await granted(person.get("/ms_applicant/account"))).body).toMatchObject({ firstname: "Zuwaira" });
  expect((await desk.fileOf(person)).name).toBe("Abdulsalam Zuwaira");
  const { body } = await caller(portal).get(`/genuine/${slip.genuine.split("/").at(-1)}`);
  expect(body).toMatchObject({
    valid: true,
    name: expect.stringMatching(/zuwaira/i),
    corrected: expect.stringMatching(/^Names corrected on /),
  });
});

test("a grade is corrected in the copy and in the results, and the verdict is judged anew", async () => {
  const person = await somebody();
  const results = (await granted(person.get("/ms_applicant_result"))).body as {
    _id: string;
    subject: string;
    scored: string;
  }[];
  const verdictOf = async () => (await desk.fileOf(person)).eligibility.verdict;
  const listed = async () =>
    (
      await portal.db
        .selectFrom("review")
        .select(["verdict", "grades"])
        .where("_id", "=", person.application)
        .executeTakeFirstOrThrow()
    ).verdict;
  for (const { _id, subject, scored } of results)
    if (scored !== "F9") await desk.correct(person, { kind: "result", item: _id, values: { subject, scored: "F9" } });
  expect(await verdictOf()).not.toBe("Qualifies");
  expect(await listed()).toBe(await verdictOf());
  for (const { _id, subject } of results)
    await desk.correct(person, { kind: "result", item: _id, values: { subject, scored: "A1" } });
  expect(await listed()).toBe(await verdictOf());
  const now = (await granted(person.get("/ms_applicant_result"))).body;
  expect(now.every((one: { scored: string; locked: boolean }) => one.scored === "A1" && one.locked)).toBe(true);
  const [first, second] = results;
  const twice = { kind: "result", item: first?._id ?? "", values: { subject: second?.subject ?? "", scored: "A1" } };
  const { status, body } = await desk.ask(person, twice);
  expect([status, body.code, body.errors]).toEqual([
    200,
    "correction-hindered",
    { "values.subject": expect.stringContaining("already") },
  ]);
});

test("a sitting is corrected with every result of it", async () => {
  const person = await somebody();
  const thing = await correctableThing(person, "sitting");
  const values = Object.fromEntries(thing.fields.map(({ name, value }: Record<string, string>) => [name, value]));
  await desk.correct(person, {
    kind: "sitting",
    item: thing.item,
    values: { ...values, examinationnumber: "4250999001" },
  });
  expect((await desk.fileOf(person)).slips[0].examinationnumber).toBe("4250999001");
  const { body } = await granted(person.get("/ms_applicant_sitting"));
  expect(body[0]).toMatchObject({ examinationnumber: "4250999001", locked: true });
  const again = await correctableThing(person, "result");
  expect(again.name).toContain("4250999001");
});

test("a JAMB number is corrected in account and file, forgets the scores of the other, and is nobody else's", async () => {
  const [person, other] = [await somebody(), await somebody()];
  await portal.db.updateTable("review").set({ utme: 301 }).where("_id", "=", person.application).execute();
  const taken = { kind: "jamb", values: { jamb: await jambOf(other) } };
  const { body } = await granted(desk.ask(person, taken));
  expect((await desk.decide(body._id, "approve")).body).toMatchObject({
    type: "error",
    code: "jamb-number-taken",
    message: expect.stringContaining("Somebody else has applied with this JAMB number"),
  });
  await granted(desk.decide(body._id, "decline"));
  await desk.correct(person, { kind: "jamb", values: { jamb: "2026 0000 1234 ZX" } });
  expect(await desk.fileOf(person)).toMatchObject({ jamb: "202600001234ZX", utme: null });
  expect((await granted(person.get("/ms_applicant/account"))).body.jamb).toBe("202600001234ZX");
});

test("an account that nobody verified stands against no correction of a JAMB number", async () => {
  const person = await somebody();
  const stranger = newRegistration();
  expect((await insist(() => caller(portal).post("/ms_applicant", stranger))).body.type).toBe("success");
  await desk.correct(person, { kind: "jamb", values: { jamb: stranger.jamb } });
  expect((await granted(person.get("/ms_applicant/account"))).body.jamb).toBe(stranger.jamb);
  const verified = await verifiedAccount(portal);
  const { body } = await granted(desk.ask(person, { kind: "jamb", values: { jamb: verified.jamb } }));
  expect((await desk.decide(body._id, "approve")).body).toMatchObject({
    code: "jamb-number-taken",
    message: expect.stringMatching(/^This JAMB number belongs to another account/),
  });
  await granted(desk.decide(body._id, "decline"));
});

test("a mode of entry is one that the programme takes", async () => {
  const person = await somebody();
  const { modes, _id } = await portal.db
    .selectFrom("programme")
    .select(["modes", "_id"])
    .where("_id", "=", (await openProgramme(portal)).programme)
    .executeTakeFirstOrThrow();
  await portal.db
    .updateTable("programme")
    .set({ modes: ["JAMB UTME", "Direct Entry"] })
    .where("_id", "=", _id)
    .execute();
  const { type } = await desk.fileOf(person);
  const other = type === "Direct Entry" ? "JAMB UTME" : "Direct Entry";
  expect(
    (await desk.ask(person, { kind: "type", values: { type: "Transfer" } })).body.errors?.["values.type"],
  ).toContain("This programme takes JAMB UTME or Direct Entry");
  await desk.correct(person, { kind: "type", values: { type: other } });
  expect((await desk.fileOf(person)).type).toBe(other);
  await portal.db.updateTable("programme").set({ modes }).where("_id", "=", _id).execute();
});

test("a sibling of the same session says the same, one of a session that is over keeps its copy", async () => {
  const person = await somebody();
  const second = await alsoApplied(portal, person, 1);
  await desk.correct(person, dateOfBirth);
  expect((await desk.fileOf(second)).bio.dateofbirth).toBe("2004-02-29");
  // So does the check of its papers; what was right when an application was submitted was not corrected in it.
  const third = await alsoApplied(portal, person, 2);
  const corrected = async ({ application }: Candidate) => {
    const { genuine } = (await granted(person.get(`/ms_applications/${application}`))).body;
    return (await granted(caller(portal).get(`/genuine/${genuine.split("/").at(-1)}`))).body.corrected;
  };
  expect([await corrected(second), await corrected(third)]).toEqual([
    expect.stringMatching(/^Date of birth corrected on /),
    undefined,
  ]);

  const next = await nextSession();
  const { body: open } = await granted(person.get("/ms_applicant/bio"));
  expect(open).toMatchObject({ locked: false, dateofbirth: "2004-02-29" });
  const { photo: _photo, locked: _locked, version: _version, createdAt: _made, updatedAt: _saved, ...bio } = open;
  await granted(person.post("/ms_applicant/bio", { ...bio, middlename: "", dateofbirth: "2003-12-31" }));
  const [result] = (await granted(person.get("/ms_applicant_result"))).body;
  await granted(person.delete(`/ms_applicant_result/${result._id}`));
  expect((await desk.fileOf(person)).bio.dateofbirth).toBe("2004-02-29");
  expect((await desk.fileOf(person)).slips[0].results).toHaveLength(5);

  // What is corrected in the old one is corrected there alone.
  await desk.correct(person, { kind: "gender", values: { gender: "Male" } });
  expect((await desk.fileOf(person)).bio.gender).toBe("Male");
  expect((await granted(person.get("/ms_applicant/bio"))).body).toMatchObject({ gender: "Female", locked: false });
  const submitted = (await desk.fileOf(person)).slips[0].results as { subject: string }[];
  await expectOneOfTwo(
    person,
    submitted.slice(0, 2).map(({ subject }) => subject),
    "Agricultural Science",
  );
  const isLocked = async () => (await granted(person.get("/ms_applicant/bio"))).body.locked as boolean;
  await next.takes(await somebody());
  await next.stop();
  expect(await isLocked()).toBe(false);
  await next.back();
  expect(await isLocked()).toBe(true);
});

test("who decides is told what stays: a frozen list, a released offer; and neither changes", async () => {
  const office = await releaseDesk(portal);
  const person = await somebody();
  const run = await frozenRunOf(portal, office, [person.application]);
  await releaseOffer(portal.app.portal, portalItself, { code: person.code, kind: 1 });
  const kept = await placeIn(run, person);
  const { body } = await granted(desk.ask(person, { kind: "gender", values: { gender: "Male" } }));
  const path = `/staff/ms_record_correction/${body._id}`;
  const { willstay } = (await granted(desk.registrar.get(`${path}/file`))).body;
  expect(willstay).toEqual([
    expect.stringMatching(/^Run \d+ of .* was frozen before: rank, seat and quota in it stay/),
    expect.stringContaining("the offer stays as it was released"),
  ]);
  await granted(desk.decide(body._id, "approve"));
  expect(await placeIn(run, person)).toEqual(kept);
  expect((await granted(office.registrar.get(`/staff/ms_merit_run/${run}/hash`))).body.intact).toBe(true);
  const { corrections } = (
    await granted(desk.clerk.get(`/staff/ms_record_correction/about/application/${person.application}`))
  ).body;
  expect(corrections[0].stays).toEqual(willstay);
  await desk.correct(person, { kind: "names", values: { firstname: "Hadiza", middlename: "", lastname: "Bello" } });
  const offer = portal.db.selectFrom("offer").select(["name", "jamb"]).where("application", "=", person.application);
  expect(await offer.executeTakeFirst()).toEqual({ name: "Bello Hadiza", jamb: await jambOf(person) });
});

test("a list that was drawn before a correction is agreed to by nobody; the next one ranks by what is right", async () => {
  const office = await releaseDesk(portal);
  const person = await somebody();
  const run = await drawnRun(portal, office, [person.application]);
  await granted(decideRun(office.registrar, run, "propose"));
  await desk.correct(person, { kind: "origin", values: { stateoforigin: "Kogi", lgaoforigin: "Dekina" } });
  expect((await decideRun(office.provost, run, "approve")).body).toMatchObject({
    type: "error",
    code: "corrected-since-draw",
    message: expect.stringMatching(new RegExp(`^${person.code} was corrected since Run .* Make a new list$`)),
  });
  const anew = await frozenRunOf(portal, office, [person.application]);
  expect(await placeIn(anew, person)).toMatchObject({ stateoforigin: "Kogi" });
});

test("a list on its way out is named to who decides, and it goes out with what is right", async () => {
  const office = await releaseDesk(portal);
  const person = await somebody();
  const list = await draftOf(office, [person.application]);
  const { body } = await granted(desk.ask(person, dateOfBirth));
  const { willstay } = (await granted(desk.registrar.get(`/staff/ms_record_correction/${body._id}/file`))).body;
  expect(willstay).toEqual([
    "It stands on the list “List of offers” (Draft) and goes out with it: look whether it still should",
  ]);
  await granted(office.registrar.get(`/staff/ms_release/${list}/whole`));
  await granted(desk.decide(body._id, "approve"));
  // Of which its owner hears nothing before it goes out, not in a copy of the own data either.
  await portal.db.updateTable("applicant").set({ password: null }).where("_id", "=", person._id).execute();
  const { corrections } = (await granted(person.post("/ms_applicant/own_data/copy", {}))).body.data;
  expect(corrections).toMatchObject([{ about: "Date of birth", state: "Approved" }]);
  expect(JSON.stringify(corrections)).not.toContain("List of offers");
});

test("what JAMB says otherwise is a difference no more once it is corrected", async () => {
  const { session } = await openProgramme(portal);
  const person = await somebody();
  const officer = await staffMember(portal, { pages: ["jamb-lists", "jamb-lists.change"] });
  const file = [
    "RG_NUM,RG_CANDNAME,STATE_NAME,LGA_NAME,CO_NAME",
    `${await jambOf(person)},Bello Aisha,Kogi,Dekina,BIOLOGY/CHEMISTRY`,
  ].join("\n");
  await granted(sendJambFile(portal, officer, { kind: "candidates", session, file }));
  const differing = async () =>
    (await granted(officer.get("/staff/ms_jamb_difference?kind=Other+origin"))).body.list.map(
      ({ here }: { here: string }) => here,
    );
  await keepUpWithJamb.run(portal.app);
  expect(await differing()).toEqual(["Dala, Kano"]);
  await desk.correct(person, { kind: "origin", values: { stateoforigin: "Kogi", lgaoforigin: "Dekina" } });
  await keepUpWithJamb.run(portal.app);
  expect(await differing()).toEqual([]);
});

/** Two results that are both asked to be of one subject: each may be, until the other is. */
async function expectOneOfTwo(person: Candidate, subjects: readonly string[], wanted: string) {
  const { things } = (await granted(person.get("/ms_record_correction"))).body.records[0];
  const asked: string[] = [];
  for (const subject of subjects) {
    const { item, fields } = things.find(({ name }: { name: string }) =>
      name.startsWith(`O-Level result: ${subject},`),
    );
    const { value: scored } = fields.find(({ name }: { name: string }) => name === "scored");
    const { body } = await granted(desk.ask(person, { kind: "result", item, values: { subject: wanted, scored } }));
    asked.push(body._id);
  }
  const [one = "", other = ""] = asked;
  const { body: done } = await granted(desk.decide(one, "approve"));
  expect(done.message).toMatch(/^Approved and corrected: O-Level result: .+, WAEC /);
  const { status, body } = await desk.decide(other, "approve");
  expect([status, body.code, body.message]).toEqual([
    200,
    "correction-hindered",
    "This sitting has a result of this subject already. Decline it, or have it asked anew",
  ]);
  await granted(desk.decide(other, "decline"));
}

/** A session after the one that admits, which takes its place from now on. */
async function nextSession() {
  const { session } = await openProgramme(portal);
  const _id = newId();
  const times = { opens: new Date(Date.now() - 1_000).toISOString(), closes: new Date(Date.now() + 9e8).toISOString() };
  await portal.db.updateTable("session").set({ admission: false }).where("_id", "=", session).execute();
  await portal.db
    .insertInto("session")
    .values({ _id, code: "99", name: "2099/2100", admission: true, ...times })
    .execute();
  return {
    /** As if this application had been made in it. */
    async takes({ application }: Candidate) {
      await sql`alter table portal.application disable trigger user`.execute(portal.db);
      await portal.db.updateTable("application").set({ session: _id }).where("_id", "=", application).execute();
      await sql`alter table portal.application enable trigger user`.execute(portal.db);
    },
    async stop() {
      await portal.db.updateTable("session").set({ admission: false }).where("_id", "=", _id).execute();
    },
    async back() {
      await portal.db.updateTable("session").set({ admission: true }).where("_id", "=", session).execute();
    },
  };
}

const placeIn = (run: string, { application }: Candidate) =>
  portal.db
    .selectFrom("merit_place")
    .selectAll()
    .where("run", "=", run)
    .where("application", "=", application)
    .executeTakeFirst();
