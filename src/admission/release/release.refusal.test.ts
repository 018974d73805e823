import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { caller } from "../../../testing/applicant.ts";
import { frozenRunOf } from "../../../testing/frozen-run.ts";
import { type Candidate, candidate } from "../../../testing/offered-applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import {
  applicationsFor,
  approved,
  minuteComes,
  type ReleaseDesk,
  releaseDesk,
  standingsOf,
} from "../../../testing/release-desk.ts";
import { granted } from "../../../testing/walk.ts";
import { recallListJob } from "../recall/recall.job.server.ts";
import { releaseWhatIsDue } from "./release.job.server.ts";

let portal: TestPortal;
let desk: ReleaseDesk;
let one: Candidate;
let others: string[];
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
  run = await frozenRunOf(portal, desk, [
    { application: winner, programme, outcome: "Offer" },
    ...[one.application, ...losers].map((application) => ({ application, programme, outcome: "Not placed" as const })),
  ]);
  // What nobody's results hold.
  const rules = { olevel: { minCredits: 1, maxSittings: 2, credits: [{ anyOf: ["Fisheries"] }] } };
  await sql`update portal.intake set entryrules = ${JSON.stringify(rules)}::jsonb, version = version + 1
    where programme = ${programme} and session = ${session}`.execute(portal.db);
});
afterAll(() => portal.stop());

const path = "/staff/ms_release";
const seen = async () => (await one.get("/ms_applications")).body[0];
const lines = async () => (await granted(desk.registrar.get(`/staff/ms_release_line?release=${list}`))).body.list;

test("a frozen merit list gives the offers and the refusals, each refused by what is known of them", async () => {
  const sources = (await granted(desk.registrar.get(`/staff/ms_release_source/${place.session}`))).body;
  expect(sources).toMatchObject([{ _id: run, version: 1, offers: 1, refused: 3, waiting: 0 }]);
  const make = (form: object) =>
    desk.registrar.post(path, { title: "From the run", kind: "Refusals", session: place.session, ...form });
  expect((await make({ run: place.programme })).body.errors).toEqual({
    run: "Merit list: choose a frozen one of this session",
  });
  const offers = (await granted(make({ kind: "Offers", run }))).body;
  expect(offers).toMatchObject({ count: 1, left: 0 });
  const refusals = (await granted(make({ run, programme: place.programme }))).body;
  expect(refusals).toMatchObject({ count: 3, left: 0 });
  list = refusals._id;
  const [first] = await lines();
  expect(first).toMatchObject({ reason: "Results", offered: null, merit: "Rank 2, aggregate 68" });
  expect(first.words).toMatch(
    /^Your results lack a credit in Fisheries for NCE .+\. They do for .+: you may apply there\.$/,
  );
  // Who stands on an open list is on no second one.
  expect((await granted(make({ run }))).body).toMatchObject({ count: 0, left: 3 });
});

test("the words are the office's own where it writes some, and nobody reads them before the minute", async () => {
  const own = (await lines()).find(({ code }: { code: string }) => code === one.code);
  const change = (form: object) =>
    desk.registrar.post(`${path}/${list}/refuse-with`, { ids: [own._id], count: 1, ...form });
  expect((await change({ reason: "Other" })).body.errors.words).toContain("Write the words");
  await granted(change({ reason: "Places" }));
  const [places] = (await lines()).filter(({ code }: { code: string }) => code === one.code);
  expect(places.words).toMatch(
    /^All places of NCE .+ went to applicants who stand higher in the merit list\. What it says of you: Rank 2, aggregate 68\.$/,
  );
  await granted(change({ reason: "Other", words: "Your JAMB subjects are others. Change them on CAPS and tell us." }));
  await approved(desk, list);
  expect(await seen()).toMatchObject({ stage: "Received by the admissions office", reason: null });
  await minuteComes(portal);
  await releaseWhatIsDue(portal.app);
  expect(await standingsOf(portal, list)).toEqual({ Out: 3 });
  expect(await seen()).toMatchObject({
    ...{ status: 0, due: null, stage: "The college can not offer you a place" },
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
