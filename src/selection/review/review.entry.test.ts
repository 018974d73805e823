import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { appliedWith, askOf, diplomaOf, entryRulesOfADegree, satWith } from "../../../testing/entry-rules.ts";
import { drawnRun } from "../../../testing/frozen-run.ts";
import { sendJambFile } from "../../../testing/jamb-file.ts";
import type { Candidate } from "../../../testing/offered-applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { openProgramme } from "../../../testing/ready-applicant.ts";
import { type CorrectionDesk, correctableThing, correctionDesk } from "../../../testing/record-correction.ts";
import { releaseDesk } from "../../../testing/release-desk.ts";
import { staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";
import { keepUpWithJamb } from "../jamb/jamb.job.server.ts";
import { judgeReviews } from "./review.job.server.ts";

let portal: TestPortal;
let desk: CorrectionDesk;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  desk = await correctionDesk(portal);
  await askOf(portal, (await openProgramme(portal)).programme, entryRulesOfADegree);
});
afterAll(() => portal.stop());

const judged = async (person: Candidate) => {
  await judgeReviews.run(portal.app);
  const { verdict, version } = (await granted(desk.clerk.get(`/staff/ms_review/${person.application}`))).body;
  const { eligibility } = await desk.fileOf(person);
  return { listed: verdict, version, ...eligibility };
};

test("the desk's verdict is that of the O-Level and of the mode of entry, with the rule that failed", async () => {
  const good = await judged(await appliedWith(portal, { utme: satWith("187") }));
  expect(good).toMatchObject({
    ...{ listed: "Qualifies", verdict: "Qualifies", credits: 1, needed: 1 },
    ...{ way: "JAMB UTME: subjects and score are enough" },
    utme: "Physics, Biology, Hausa; score 187, as the applicant typed it",
  });
  expect(await judged(await appliedWith(portal, { utme: satWith("159") }))).toMatchObject({
    ...{ listed: "Short", verdict: "Short", credits: 1, missing: ["UTME score of 160"] },
    ...{ sentence: "1 of 1 credit, and every subject that is asked for", way: "JAMB UTME: missing UTME score of 160" },
  });
  expect(await judged(await appliedWith(portal, {}))).toMatchObject({
    ...{ listed: "Nothing to judge by", way: "JAMB UTME: no UTME result was submitted", utme: null },
  });
  expect(await judged(await appliedWith(portal, { type: "Transfer", utme: satWith("20") }))).toMatchObject({
    ...{ listed: "Qualifies", way: null, utme: "Physics, Biology, Hausa; score 20, as the applicant typed it" },
  });
});

test("Direct Entry is judged by what was submitted, and a file that does not do is not called in order among many", async () => {
  const direct = (alevel?: object) => appliedWith(portal, { type: "Direct Entry", ...(alevel && { alevel }) });
  expect(await judged(await direct(diplomaOf("First Class")))).toMatchObject({
    ...{ listed: "Qualifies", way: "Direct Entry: a result is enough. Look whether its subjects fit the programme" },
  });
  const poor = await direct(diplomaOf("Pass"));
  expect(await judged(poor)).toMatchObject({
    ...{ listed: "Short", way: "Direct Entry: Diploma of Second Class Lower needed" },
  });
  expect(await judged(await direct())).toMatchObject({
    ...{ listed: "Nothing to judge by", way: "Direct Entry: no NCE, IJMB or Diploma result was submitted" },
  });
  const checker = await staffMember(portal, { pages: ["applications", "applications.change"] });
  expect((await checker.post("/staff/ms_review/check", { ids: [poor.application] })).body.type).toBe("error");
});

test("the merit list ranks by it, and says so to who is not ranked", async () => {
  const office = await releaseDesk(portal);
  const [good, poor] = [
    await appliedWith(portal, { utme: satWith("200") }),
    await appliedWith(portal, { utme: satWith("100") }),
  ];
  await judgeReviews.run(portal.app);
  await sql`update portal.review set state = 'Checked', screening = 60
    where _id in (${good.application}, ${poor.application})`.execute(portal.db);
  const run = await drawnRun(portal, office, []);
  const placed = async ({ application }: Candidate) =>
    portal.db
      .selectFrom("merit_place")
      .select(["rank", "reason"])
      .where("run", "=", run)
      .where("application", "=", application)
      .executeTakeFirstOrThrow();
  expect((await placed(good)).rank).toBe(1);
  expect(await placed(poor)).toEqual({ rank: null, reason: expect.stringContaining("The entry rules say: Short") });
});

test("what JAMB's list says stands against what was typed, and turns the verdict", async () => {
  const { session } = await openProgramme(portal);
  const person = await appliedWith(portal, { utme: satWith("300") });
  expect((await judged(person)).listed).toBe("Qualifies");
  const { jamb } = await desk.fileOf(person);
  const officer = await staffMember(portal, { pages: ["jamb-lists", "jamb-lists.change"] });
  const list = (score: number) =>
    granted(
      sendJambFile(portal, officer, {
        ...{ kind: "candidates", session },
        file: `RG_NUM,RG_CANDNAME,RG_AGGREGATE\n${jamb},Bello Aisha,${score}`,
      }),
    );
  await list(120);
  expect(await judged(person)).toMatchObject({
    ...{ listed: "Short", way: "JAMB UTME: missing UTME score of 160" },
    utme: "Physics, Biology, Hausa; score 120, as JAMB's list has it. The applicant typed: Physics, Biology, Hausa; score 300",
  });
  await list(180);
  expect((await judged(person)).listed).toBe("Qualifies");
});

test("the subjects of JAMB's list count where all three are known, for who applies after it too", async () => {
  const { session } = await openProgramme(portal);
  const officer = await staffMember(portal, { pages: ["jamb-lists", "jamb-lists.change"] });
  const list = async (person: Candidate, subjects: string) => {
    const { jamb } = await desk.fileOf(person);
    const file = `RG_NUM,RG_CANDNAME,RG_AGGREGATE,Subject combination\n${jamb},Bello Aisha,200,"${subjects}"`;
    await granted(sendJambFile(portal, officer, { kind: "candidates", session, file }));
  };
  const person = await appliedWith(portal, { utme: satWith("200") });
  await list(person, "English, Physics, Biology, Woodwork");
  expect((await judged(person)).listed).toBe("Qualifies");
  await list(person, "USE OF ENGLISH, BIOLOGY, HAUSA, GOVERNMENT");
  expect(await judged(person)).toMatchObject({
    ...{ listed: "Short", missing: ["UTME subject Physics"] },
    utme: "Biology, Government, Hausa; score 200, as JAMB's list has it. The applicant typed: Physics, Biology, Hausa; score 200",
  });
  // As if the list had come before the application.
  await portal.db
    .updateTable("review")
    .set({ utme: null, utmesubjects: null, judgedby: null })
    .where("_id", "=", person.application)
    .execute();
  expect((await judged(person)).listed).toBe("Qualifies");
  await keepUpWithJamb.run(portal.app);
  expect((await judged(person)).missing).toEqual(["UTME subject Physics"]);
});

test("what was submitted stays as it was, and changes by a correction of two", async () => {
  const person = await appliedWith(portal, { utme: satWith("120") });
  expect((await person.post("/ms_applicant_utme", satWith("300"))).body).toMatchObject({
    ...{ type: "error", code: "application-relies-on-it" },
  });
  expect((await judged(person)).listed).toBe("Short");
  await desk.correct(person, { kind: "utme", values: satWith("210") });
  expect(await judged(person)).toMatchObject({ listed: "Qualifies" });
  expect((await granted(person.get("/ms_applicant_utme"))).body).toMatchObject({ score: 210, locked: true });
  const wrong = { kind: "utme", values: { ...satWith("210"), subject3: "Biology" } };
  expect((await desk.ask(person, wrong)).body.errors).toEqual({ "values.subject3": expect.any(String) });

  const direct = await appliedWith(portal, { type: "Direct Entry", alevel: diplomaOf("Pass") });
  expect((await judged(direct)).listed).toBe("Short");
  const { item, fields } = await correctableThing(direct, "alevel");
  const values = Object.fromEntries(fields.map(({ name, value }: Record<string, string>) => [name, value]));
  await desk.correct(direct, { kind: "alevel", item, values: { ...values, classification: "First Class" } });
  expect(await judged(direct)).toMatchObject({ listed: "Qualifies" });
  expect((await granted(direct.get("/ms_applicant_alevel"))).body[0].results.classification).toBe("First Class");
});

test("a correction of the UTME makes a list that was drawn before old", async () => {
  const office = await releaseDesk(portal);
  const person = await appliedWith(portal, { utme: satWith("180") });
  await judgeReviews.run(portal.app);
  const run = await drawnRun(portal, office, [person.application]);
  await desk.correct(person, { kind: "utme", values: satWith("170") });
  const { body } = await office.registrar.get(`/staff/ms_merit_run/${run}/cover`);
  const proposed = await office.registrar.post(`/staff/ms_merit_run/${run}/propose`, { revision: body.run.revision });
  expect(proposed.body).toMatchObject({ type: "error", code: "corrected-since-draw" });
});

test("the file and the list of payments say who knew before paying that the rules are not met", async () => {
  const [knowing, qualified] = [
    await appliedWith(portal, { utme: satWith("120") }),
    await appliedWith(portal, { utme: satWith("200") }),
  ];
  const told = (person: Candidate, entrystanding: string, entrywords: string, knewAt: string | null) =>
    portal.db
      .updateTable("payment_reference")
      .set({ entrystanding, entrywords, knewAt })
      .where("applicant", "=", person._id)
      .execute();
  await told(knowing, "short", "JAMB UTME: missing UTME score of 160", "2026-11-20T09:00:00Z");
  await told(qualified, "qualifies", "You qualify on what you have typed", null);
  expect((await desk.fileOf(knowing)).payments[0].told).toEqual({
    sentence: "JAMB UTME: missing UTME score of 160",
    knewAt: "2026-11-20T09:00:00.000Z",
  });
  expect((await desk.fileOf(qualified)).payments[0].told).toBeNull();
  const cashier = await staffMember(portal, { pages: ["payments"] });
  const { body } = await granted(cashier.get("/staff/ms_payment?knew=true"));
  expect([body.total, body.list[0]]).toEqual([1, expect.objectContaining({ knew: true, state: "PAID" })]);
  const rest = (await granted(cashier.get("/staff/ms_payment?knew=false"))).body;
  expect(rest.list.every(({ knew }: { knew: boolean }) => !knew)).toBe(true);
});

test("an application of before keeps its verdict until it is judged anew", async () => {
  const person = await appliedWith(portal, { utme: satWith("200") });
  expect((await judged(person)).listed).toBe("Qualifies");
  await sql`alter table portal.application disable trigger user`.execute(portal.db);
  await sql`update portal.application set snapshot = snapshot - 'utme' where _id = ${person.application}`.execute(
    portal.db,
  );
  await sql`alter table portal.application enable trigger user`.execute(portal.db);
  expect((await judged(person)).listed).toBe("Qualifies");
  await askOf(portal, (await openProgramme(portal)).programme, entryRulesOfADegree);
  expect((await judged(person)).listed).toBe("Nothing to judge by");
});
