import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { openProgramme, readyApplicant, verifiedPayment } from "../../../../testing/ready-applicant.ts";
import { type StaffMember, staffMember } from "../../../../testing/staff.ts";
import { granted } from "../../../../testing/walk.ts";
import { judgeReviews } from "../review.job.server.ts";
import { markResultsOverdue, remindOfResults } from "./awaited-result.job.server.ts";

let portal: TestPortal;
let officer: StaffMember;
let wanted: { programme: string; session: string };
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  officer = await staffMember(portal, { pages: ["applications", "applications.change"] });
  wanted = await openProgramme(portal);
});
beforeEach(() => waitUntil(10));
afterAll(() => portal.stop());

/** The session that admits waits for results until so many days from now. */
const waitUntil = (days: number | null) =>
  sql`update portal.session set resultsby = case when ${days}::int is null then null
    else (now() at time zone 'Africa/Lagos')::date + ${days}::int end where admission`.execute(portal.db);

const subjects = ["English Language", "Mathematics", "Biology"];

/** Somebody who has two results and awaits three, with an application fee that is paid. */
async function awaiting() {
  const person = await readyApplicant(portal, wanted);
  const [sitting] = (await granted(person.get("/ms_applicant_sitting"))).body;
  for (const { _id, subject } of (await granted(person.get("/ms_applicant_result"))).body)
    if (subjects.includes(subject)) await granted(person.delete(`/ms_applicant_result/${_id}`));
  const { examinationtype, examinationcenter, examinationyear, examinationnumber } = sitting;
  const sat = { examinationtype, examinationcenter, examinationyear, examinationnumber };
  const await3 = () => person.put(`/ms_applicant_sitting/${sitting._id}`, { ...sat, awaiting: subjects });
  const { rrr } = await verifiedPayment(portal, person._id, wanted);
  const submit = () =>
    person.post("/ms_applications", { programme: wanted.programme, payment: rrr, type: "JAMB UTME" });
  const comes = (subject: string, scored = "C6") =>
    person.post("/ms_applicant_result", { examination: sitting._id, subject, scored });
  return { person, sitting, sat, await3, submit, comes };
}

const copyOf = (_id: string) =>
  portal.db.selectFrom("application").select("snapshot").where("_id", "=", _id).executeTakeFirstOrThrow();
const reviewOf = (_id: string) =>
  portal.db
    .selectFrom("review")
    .select(["results", "verdict", "grades"])
    .where("_id", "=", _id)
    .executeTakeFirstOrThrow();
const run = (round: typeof markResultsOverdue) => round.run(portal.app);

const lettersTo = async (recipient: string, about: string) =>
  (await portal.db.selectFrom("outgoing_mail").select("subject").where("recipient", "=", recipient).execute())
    .map(({ subject }) => subject)
    .filter((subject) => subject.includes(about));

test("a sitting names what is awaited, keeps it where a change says nothing of it, and drops what has come", async () => {
  const { person, sitting, sat, await3, comes } = await awaiting();
  expect((await person.get("/ms_applicant_sitting")).body[0].awaiting).toEqual([]);
  await granted(await3());
  await granted(person.put(`/ms_applicant_sitting/${sitting._id}`, sat));
  expect((await person.get("/ms_applicant_sitting")).body[0].awaiting).toEqual(subjects);
  expect((await comes("Mathematics")).body.message).toBe("Mathematics (C6) has been added");
  expect((await person.get("/ms_applicant_sitting")).body[0].awaiting).toEqual(["English Language", "Biology"]);
  await granted(await3());
  expect((await person.get("/ms_applicant_sitting")).body[0].awaiting).toEqual(["English Language", "Biology"]);
  const wrong = await person.put(`/ms_applicant_sitting/${sitting._id}`, { ...sat, awaiting: ["Potions"] });
  expect([wrong.status, wrong.body.errors.awaiting]).toEqual([
    500,
    "Subjects awaited: choose the subjects from the list",
  ]);
});

test("until the session's day an application goes without them, and they count for nothing", async () => {
  const { person, await3, submit } = await awaiting();
  await waitUntil(null);
  await granted(await3());
  expect((await person.get("/ms_applicant_sitting/awaited")).body).toEqual({ until: null, mayCome: false });
  expect((await submit()).body).toMatchObject({
    code: "prerequisites-unmet",
    message: "Please check your O-Level results add a minimum of 5 results, 2 currently added",
  });
  await waitUntil(-1);
  expect((await submit()).body.code).toBe("prerequisites-unmet");
  await waitUntil(0);
  const told = (await person.get(`/ms_programme_eligibility/${wanted.programme}`)).body;
  expect(told.awaited).toMatch(/^You await 3 results, which may come until /);
  expect(told.verdict.standing).not.toBe("qualifies");
  const papers = (await person.get(`/ms_applications/prerequisites/${wanted.programme}`)).body.papers;
  expect(papers).toMatchObject({ results: 2, awaited: 3 });
  const { _id } = (await granted(submit())).body;
  await run(judgeReviews);
  expect(await reviewOf(_id)).toMatchObject({ results: "Awaited", grades: [3, 3] });
  const { list } = (await granted(officer.get("/staff/ms_review?results=Awaited"))).body;
  expect(list.map((row: { _id: string }) => row._id)).toContain(_id);
  const file = (await granted(officer.get(`/staff/ms_review/${_id}/file`))).body;
  expect(file.slips[0]).toMatchObject({ awaiting: subjects });
  expect(file.slips[0].results).toHaveLength(2);
});

test("results that come in time are in the copy at once, locked, and the file is judged anew", async () => {
  const { person, await3, submit, comes } = await awaiting();
  await granted(await3());
  const { _id, code } = (await granted(submit())).body;
  await run(judgeReviews);
  const before = await reviewOf(_id);
  expect((await granted(comes("Mathematics", "B2"))).body.message).toBe(
    `Mathematics (B2) has been added, and your application ${code} has it now`,
  );
  await granted(comes("English Language"));
  expect((await comes("Economics")).body.message).toBe(
    "Economics (C6) has been added. Your application does not await it, so it stays as it was",
  );
  await granted(comes("Biology"));
  const { snapshot } = (await copyOf(_id)) as { snapshot: { results: { subject: string; scored: string }[] } };
  expect(snapshot.results.map(({ subject }) => subject).sort()).toEqual([
    "Biology",
    "Chemistry",
    "English Language",
    "Mathematics",
    "Physics",
  ]);
  await run(judgeReviews);
  const after = await reviewOf(_id);
  expect(after).toMatchObject({ results: null, grades: [2, 3, 3, 6, 6] });
  expect([before.verdict, after.verdict]).not.toEqual([after.verdict, before.verdict]);
  const locked = (await person.get("/ms_applicant_result")).body.filter((one: { locked: boolean }) => one.locked);
  expect(locked).toHaveLength(5);
});

test("after the day they are added and change nothing of what was submitted", async () => {
  const { await3, submit, comes } = await awaiting();
  await granted(await3());
  const { _id } = (await granted(submit())).body;
  await waitUntil(-1);
  const before = await copyOf(_id);
  expect((await granted(comes("Mathematics"))).body.message).toBe(
    "Mathematics (C6) has been added. Your application stays as it was: the last day for awaited results is over",
  );
  expect(await copyOf(_id)).toEqual(before);
});

test("the database lets nothing into a copy but what was awaited, and that only in time", async () => {
  const { await3, submit, comes } = await awaiting();
  await granted(await3());
  const { _id } = (await granted(submit())).body;
  await waitUntil(-1);
  await granted(comes("Mathematics"));
  const complete = () =>
    sql`update portal.application set snapshot = portal.snapshot_with_awaited(snapshot) where _id = ${_id}`.execute(
      portal.db,
    );
  await expect(complete()).rejects.toThrow("changes by a correction only");
  await waitUntil(1);
  await expect(
    sql`update portal.application set snapshot = jsonb_set(snapshot, '{results}', '[]') where _id = ${_id}`.execute(
      portal.db,
    ),
  ).rejects.toThrow("changes by a correction only");
  await complete();
});

test("who gave up or was refused awaits nothing: no letter, no mark and no line for the office", async () => {
  const { person, await3, submit } = await awaiting();
  await granted(await3());
  const { _id } = (await granted(submit())).body;
  await granted(person.post(`/ms_applications/${_id}/withdraw`, { reason: "Cost" }));
  await waitUntil(7);
  await run(remindOfResults);
  await waitUntil(-1);
  await run(markResultsOverdue);
  expect((await reviewOf(_id)).results).toBe("Awaited");
  expect(await lettersTo(person.emailaddress, "still awaited")).toEqual([]);
  expect(await lettersTo(person.emailaddress, "have not come")).toEqual([]);
});

test("who awaits is reminded once in the last week; after the day the office has a list and the person a letter", async () => {
  const { person, await3, submit } = await awaiting();
  await granted(await3());
  const { _id } = (await granted(submit())).body;
  await run(remindOfResults);
  expect(await lettersTo(person.emailaddress, "still awaited")).toHaveLength(0);
  await waitUntil(7);
  await run(remindOfResults);
  await run(remindOfResults);
  expect(await lettersTo(person.emailaddress, "still awaited")).toHaveLength(1);
  await run(markResultsOverdue);
  expect((await reviewOf(_id)).results).toBe("Awaited");
  await waitUntil(-1);
  await run(markResultsOverdue);
  await run(markResultsOverdue);
  expect((await reviewOf(_id)).results).toBe("Overdue");
  expect(await lettersTo(person.emailaddress, "have not come")).toHaveLength(1);
  const { list } = (await granted(officer.get("/staff/ms_review?results=Overdue"))).body;
  expect(list.map((row: { _id: string }) => row._id)).toContain(_id);
  await waitUntil(3);
  await run(markResultsOverdue);
  expect((await reviewOf(_id)).results).toBe("Awaited");
});
