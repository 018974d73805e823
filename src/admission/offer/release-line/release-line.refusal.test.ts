import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { caller } from "../../../../testing/applicant.ts";
import { drawnRun, frozen } from "../../../../testing/frozen-run.ts";
import { headOf } from "../../../../testing/head.ts";
import { type Candidate, candidate } from "../../../../testing/offered-applicant.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import {
  applicationsFor,
  approved,
  minuteComes,
  type ReleaseDesk,
  releaseDesk,
  standingsOf,
} from "../../../../testing/release-desk.ts";
import { granted } from "../../../../testing/walk.ts";
import { recallListJob } from "../recall/recall.job.server.ts";
import { releaseWhatIsDue } from "./release-line.job.server.ts";

let portal: TestPortal;
let desk: ReleaseDesk;
let one: Candidate;
let others: string[];
/** Of the second programme: a seat, taken off by hand, waiting, unranked, not recommended, recommended, and two not checked. */
let second: string[];
let place: { programme: string; session: string };
let run: string;
let list: string;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  desk = await releaseDesk(portal);
  one = await candidate(portal);
  const { ids, programme, session } = await applicationsFor(portal, 0, 3, 1);
  place = { programme, session };
  others = ids;
  const [winner = "", ...losers] = ids;
  const { ids: more, programme: other } = await applicationsFor(portal, 1, 8, 2);
  second = more;
  const [seat = "", off = "", waits = "", unranked = "", not = "", yes = "", checking = ""] = more;
  const checked = [one.application, ...losers, unranked, not, yes];
  await stand("Checked", checked);
  await stand("Checking", [checking]);
  const head = await headOf(portal, await departmentOf(other), ["recommendations", "recommendations.change"]);
  const decide = (id: string, form: object) =>
    granted(head.post("/staff/ms_recommendation", { ids: [id], count: 1, standing: "Checked", ...form }));
  await decide(yes, { decision: "Recommended", kind: "Meets the requirements" });
  const reason = "You came without your certificate. Bring it in August";
  await decide(not, { decision: "Not recommended", kind: "Documents do not agree", reason });
  run = await drawnRun(portal, desk, [winner, seat, off, waits]);
  const { code } = await portal.db.selectFrom("review").select("code").where("_id", "=", off).executeTakeFirstOrThrow();
  const entry = { code, deed: "Taken off", reason: "Quarrels with the board" };
  await granted(desk.registrar.post(`/staff/ms_merit_run/${run}/entry`, entry));
  await frozen(desk, run);
  // What nobody's results hold; the second programme says nothing that results could be held against.
  await rule(programme, { olevel: { minCredits: 9, maxSittings: 2, credits: [{ anyOf: ["Fisheries"] }] } });
  await rule(other, {});
});
afterAll(() => portal.stop());

const stand = (state: string, ids: readonly string[]) =>
  sql`update portal.review set state = ${state} where _id = any(${[...ids]}::uuid[])`.execute(portal.db);

const rule = (programme: string, rules: object) =>
  sql`update portal.intake set entryrules = ${JSON.stringify(rules)}::jsonb, version = version + 1
    where programme = ${programme} and session = ${place.session}`.execute(portal.db);

const departmentOf = async (programme: string) => {
  const { rows } = await sql<{ code: string }>`select d.code from portal.department d
    join portal.programme p on p.department = d._id where p._id = ${programme}`.execute(portal.db);
  return rows[0]?.code ?? "";
};

const path = "/staff/ms_release";
const seen = async () => (await one.get("/ms_applications")).body[0];
const lines = async (of = list) =>
  (await granted(desk.registrar.get(`/staff/ms_release_line?release=${of}`))).body.list;
const lineOf = async (code: string) => (await lines()).find((line: { code: string }) => line.code === code);
const make = (form: object) =>
  desk.registrar.post(path, { title: "From the run", kind: "Refusals", session: place.session, ...form });

test("a frozen merit list gives the offers and the refusals, each refused by what is known of them", async () => {
  const sources = (await granted(desk.registrar.get(`/staff/ms_release_source/${place.session}`))).body;
  expect(sources).toMatchObject([{ _id: run, version: 1, offers: 2, refused: 9, waiting: 1 }]);
  expect((await make({ run: place.programme })).body.errors).toEqual({
    run: "Merit list: choose a frozen one of this session",
  });
  const { programme } = place;
  expect((await granted(make({ kind: "Offers", run, programme }))).body).toMatchObject({ count: 1, left: 0 });
  const refusals = (await granted(make({ run, programme }))).body;
  expect(refusals).toMatchObject({ count: 3, left: 0, message: "“From the run” is made with 3 applications" });
  list = refusals._id;
  const line = await lineOf(one.code);
  expect(line).toMatchObject({ reason: "Results", offered: null, merit: expect.stringContaining("The entry rules") });
  expect(line.words).toMatch(
    /^For NCE .+ you still need: credit in Fisheries; 3 more credits in other subjects\. Your results meet what .+ asks for: you may apply there\.$/,
  );
  // Who stands on an open list is on no second one.
  expect((await granted(make({ run, programme }))).body).toMatchObject({
    count: 0,
    left: 3,
    message: expect.stringMatching(/; 3 are left out: 3 on another list or decided already$/),
  });
});

test("who is refused reads what the head wrote, or where they wait, and nothing that is the office's own", async () => {
  const { body } = await granted(make({ run }));
  expect(body).toMatchObject({
    count: 3,
    left: 6,
    message: expect.stringMatching(
      /; 6 are left out: 2 not checked yet, 1 recommended, 3 on another list or decided already$/,
    ),
  });
  const [, off, waits, unranked, not] = second;
  const add = { ids: [waits], count: 1 };
  await granted(desk.registrar.post(`${path}/${body._id}/add`, add));
  const words = new Map<string, unknown>();
  const found = await portal.db
    .selectFrom("release_line")
    .select(["application", "reason", "words"])
    .where("release", "=", body._id)
    .execute();
  for (const { application, ...told } of found) words.set(application, told);
  const none = {
    reason: "Places",
    words: expect.stringMatching(/^The places of NCE .+ go to other applicants this session\.$/),
  };
  expect(words.get(String(off))).toEqual(none);
  expect(words.get(String(unranked))).toEqual(none);
  expect(words.get(String(not))).toEqual({
    reason: "Documents",
    words: "You came without your certificate. Bring it in August.",
  });
  expect(words.get(String(waits))).toEqual({
    reason: "Places",
    words: expect.stringMatching(
      / go to other applicants this session\. In the merit list your rank is 3, your aggregate 96\.00\.$/,
    ),
  });
  // The officer may write other words, or choose another reason, which has words of its own.
  const line = (await lines(body._id)).find((one: { reason: string }) => one.reason === "Documents");
  await granted(
    desk.registrar.post(`${path}/${body._id}/refuse-with`, { ids: [line._id], count: 1, reason: "Places" }),
  );
  const { _id: foreign } = await lineOf(one.code);
  expect(
    (await desk.registrar.post(`${path}/${body._id}/refuse-with`, { ids: [foreign], count: 1, reason: "Places" })).body,
  ).toMatchObject({ code: "lines-of-another-list", message: expect.stringContaining("Choose applications of") });
  const again = (await lines(body._id)).find(({ _id }: { _id: string }) => _id === line._id);
  expect(again).toMatchObject(none);
});

test("the words are the office's own where it writes some, and nobody reads them before the minute", async () => {
  const own = await lineOf(one.code);
  const change = (form: object) =>
    desk.registrar.post(`${path}/${list}/refuse-with`, { ids: [own._id], count: 1, ...form });
  const deed = async (name: string, form: object) =>
    (await desk.registrar.post(`${path}/${list}/${name}`, { ids: [own._id], count: 1, ...form })).body;
  expect(await deed("offer-as", { offered: "Provisional" })).toMatchObject({
    code: "list-of-other-kind",
    message: expect.stringContaining("is a list of refusals"),
  });
  expect(await deed("hold", { reason: "Not on this day" })).toMatchObject({
    code: "list-not-proposed",
    message: expect.stringContaining("applications are held back after it is proposed"),
  });
  expect((await change({ reason: "Other" })).body).toMatchObject({
    code: "form-invalid",
    errors: { words: expect.stringContaining("Write the words") },
  });
  await granted(change({ reason: "Other", words: "Your JAMB subjects are others. Change them on CAPS and tell us." }));
  await approved(desk, list);
  expect(await seen()).toMatchObject({ stage: "Received by the admissions office", reason: null });
  await minuteComes(portal);
  await releaseWhatIsDue(portal.app);
  expect(await standingsOf(portal, list)).toEqual({ Out: 3 });
  expect(await seen()).toMatchObject({
    ...{ status: 0, due: null, stage: "The college cannot offer you a place" },
    reason: "Your JAMB subjects are others. Change them on CAPS and tell us",
    next: "Ask the admissions office what you can do now",
  });
  expect((await one.get("/ms_dashboard")).body).toMatchObject({ refused: 1, offers: 0 });
  const letters = await portal.letters(one.emailaddress, 2);
  expect(letters.at(-1)).toMatchObject({
    subject: expect.stringContaining("the decision on your application to NCE"),
    text: expect.stringContaining("Change them on CAPS"),
  });
  const reviews = portal.db
    .selectFrom("review")
    .select("state")
    .where("_id", "in", [one.application, ...others.slice(1)]);
  expect((await reviews.execute()).map(({ state }) => state)).toEqual(["Refused", "Refused", "Refused"]);
  const slip = (await granted(one.get(`/ms_applications/${one.application}`))).body;
  const check = (await caller(portal).get(`/genuine/${slip.genuine.split("/genuine/")[1]}`)).body;
  expect(check).toMatchObject({ valid: true, status: "Application received" });
});

test("refusals that are recalled go back to the desk, and their applicants read that they wait", async () => {
  const form = { release: list, reason: "Wrong list", words: "We sent it by mistake." };
  const { _id } = (await granted(desk.registrar.post("/staff/ms_recall", form))).body;
  await granted(desk.provost.post(`/staff/ms_recall/${_id}/approve`, {}));
  await recallListJob.run(portal.app, { recall: _id });
  expect(await standingsOf(portal, list)).toEqual({ Recalled: 3 });
  expect(await seen()).toMatchObject({ stage: "Received by the admissions office", reason: null, status: 0 });
  const review = portal.db.selectFrom("review").select("state").where("_id", "=", one.application);
  expect(await review.execute()).toEqual([{ state: "Checking" }]);
  expect((await portal.letters(one.emailaddress, 3)).at(-1)?.subject).toContain("is taken back");
});
