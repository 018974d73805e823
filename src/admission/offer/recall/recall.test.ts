import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { newId } from "#platform/database/id.server.ts";
import { makeAcceptance, payAcceptance } from "../../../../testing/admitted-applicant.ts";
import { caller } from "../../../../testing/applicant.ts";
import { whileTableHeld } from "../../../../testing/held-table.ts";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { type Candidate, candidate, offer, offered } from "../../../../testing/offered-applicant.ts";
import { tenSecondsLater } from "../../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import {
  approved,
  draftOf,
  expectSeatsKept,
  minuteComes,
  type ReleaseDesk,
  releaseDesk,
  setSeats,
} from "../../../../testing/release-desk.ts";
import { sandboxControl } from "../../../../testing/sandbox-control.ts";
import { staffMember } from "../../../../testing/staff.ts";
import { granted } from "../../../../testing/walk.ts";
import { releaseWhatIsDue } from "../release-line/release-line.job.server.ts";
import { recallListJob } from "./recall.job.server.ts";

let portal: TestPortal;
let desk: ReleaseDesk;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  desk = await releaseDesk(portal);
});
afterAll(() => portal.stop());

const path = "/staff/ms_recall";
const words = "A name was taken for another. The college decides again";
const propose = (of: object) => desk.registrar.post(path, { ...of, reason: "Wrong person", words });
const seen = async (one: Candidate) => (await one.get("/ms_applications")).body[0];

/** The address of the public check of an offer's admission letter. */
async function letterCode(one: Candidate): Promise<string> {
  await portal.db.insertInto("setting").values({ name: "admissionLetter", value: '"offered"' }).execute();
  const { genuine } = (await granted(one.get(`/ms_applications/letter/${one.application}`))).body;
  await portal.db.deleteFrom("setting").where("name", "=", "admissionLetter").execute();
  return genuine.split("/genuine/")[1];
}

test("an offer is recalled by two people: pending again, its reference cancelled, its papers void, its applicant told", async () => {
  const one = await offered(portal, 2);
  const code = await letterCode(one);
  const rrr = await makeAcceptance(one);
  const { _id } = (await granted(propose({ application: one.application }))).body;
  expect((await propose({ application: one.application })).body).toMatchObject({
    code: "proposal-waits-already",
    message: expect.stringContaining("waits for a second person"),
  });
  expect(await seen(one)).toMatchObject({ status: 2, acceptable: true });
  const both = await staffMember(portal, { pages: ["releases", "releases.change", "releases.approve"] });
  const own = (await granted(both.post(`${path}/${_id}/dismiss`, {}))).body;
  expect(own.message).toBe("What was offered stays offered");
  const again = (await granted(both.post(path, { application: one.application, reason: "Wrong person", words }))).body
    ._id;
  expect((await both.post(`${path}/${again}/approve`, {})).status).toBe(403);
  await granted(desk.provost.post(`${path}/${again}/approve`, {}));
  expect(await seen(one)).toMatchObject({
    ...{ status: 0, due: null, acceptable: false, letter: false, acceptanceFee: null, reason: words },
    stage: expect.stringContaining("The college recalled its offer on"),
  });
  expect((await one.get(`/ms_applications/letter/${one.application}`)).body).toMatchObject({
    code: "offer-recalled",
    message: expect.stringContaining("recalled this offer"),
  });
  const check = (await caller(portal).get(`/genuine/${code}`)).body;
  expect(check).toMatchObject({
    valid: false,
    status: "Conditional Admission, recalled",
    why: expect.stringContaining("recalled"),
  });
  const state = portal.db.selectFrom("payment_reference").select("state").where("rrr", "=", rrr);
  expect(await state.execute()).toEqual([{ state: "CANCELLED" }]);
  const review = portal.db.selectFrom("review").select("state").where("_id", "=", one.application);
  // Nobody had recommended it, so nobody finds it recommended now.
  expect(await review.execute()).toEqual([{ state: "Checking" }]);
  const letters = await portal.letters(one.emailaddress, 3);
  expect(letters.at(-1)).toMatchObject({
    subject: expect.stringContaining("is recalled"),
    text: expect.stringContaining(words),
  });
  const listed = (await desk.registrar.get(`/staff/ms_offer?q=${encodeURIComponent(one.code)}`)).body.list;
  expect(listed).toMatchObject([{ standing: "Recalled", kind: "Conditional" }]);
  const lines = portal.db.selectFrom("audit").select(["deed", "after", "reason"]);
  expect(
    await lines.where("subject", "=", `review:${one.application}`).execute(),
    "its file moved, and it is said",
  ).toEqual([{ deed: "review.offer-recalled", after: { state: "Checking" }, reason: "Wrong person" }]);
  await expectInvariants(portal.db);
  expect((await desk.provost.post(`${path}/${again}/approve`, {})).status).toBe(409);
  await expectSeatsKept(portal);

  // Money that comes all the same is credit, and says why.
  await sandboxControl(portal.sandbox).payAnyway(rrr);
  await tenSecondsLater(portal);
  const { body } = await one.get(`/ms_acceptance_fee_rrr/verify/${rrr}`);
  expect(body).toMatchObject({
    state: "PAID",
    surplus: "recalled",
    message: expect.stringContaining("had recalled the offer"),
  });
});

test("an accepted place is not recalled, nor an offer that is out for longer than the college lets it", async () => {
  const paid = await payAcceptance(portal, await offered(portal));
  expect((await propose({ application: paid.application })).body).toMatchObject({
    code: "offer-accepted-already",
    message: expect.stringContaining("is accepted, so it can not be recalled"),
  });
  const old = await offered(portal);
  const { pool } = portal.app.portal;
  await pool.query("alter table portal.offer disable trigger offer_guard");
  await pool.query(`update portal.offer set "releasedAt" = now() - interval '49 hours' where application = $1`, [
    old.application,
  ]);
  await pool.query("alter table portal.offer enable trigger offer_guard");
  expect((await propose({ application: old.application })).body).toMatchObject({
    code: "recall-time-over",
    message: expect.stringMatching(/^An offer can be recalled within 48 hours/),
  });
  await expect(portal.db.deleteFrom("offer").where("application", "=", old.application).execute()).rejects.toThrow(
    "an offer goes by a recall only",
  );
  expect((await propose({})).status).toBe(500);
  expect((await propose({ application: "01900000-0000-7000-8000-000000000000" })).body).toMatchObject({
    code: "no-offer",
    message: expect.stringContaining("no offer"),
  });
});

test("a proposal is given up by its proposer only, and nobody dismisses the recall of their own offer", async () => {
  const one = await offered(portal);
  const { _id } = (await granted(propose({ application: one.application }))).body;
  const colleague = await staffMember(portal, { pages: ["releases", "releases.change", "releases.approve"] });
  const back = await colleague.post(`${path}/${_id}/take-back`, {});
  expect([back.status, back.body.code, back.body.message]).toEqual([
    403,
    "only-proposer-withdraws",
    expect.stringContaining("Only who proposed this recall"),
  ]);
  const mine = { emailaddress: one.emailaddress };
  await portal.db.updateTable("staff").set(mine).where("_id", "=", colleague._id).execute();
  const list = (await granted(colleague.get(path))).body.list as { _id: string }[];
  expect([list.some((row) => row._id === _id), (await colleague.get(`${path}/${_id}`)).status]).toEqual([false, 404]);
  const dismissed = await colleague.post(`${path}/${_id}/dismiss`, {});
  expect([dismissed.status, dismissed.body.code, dismissed.body.message]).toEqual([
    403,
    "own-file",
    expect.stringContaining("Your own file"),
  ]);
  await granted(desk.registrar.post(`${path}/${_id}/take-back`, {}));
  // Of two who end one in the same moment one did it.
  const { _id: again } = (await granted(propose({ application: one.application }))).body;
  const [given, dismissing] = await whileTableHeld(portal, "recall", 2, () =>
    Promise.all([
      desk.registrar.post(`${path}/${again}/take-back`, {}),
      desk.provost.post(`${path}/${again}/dismiss`, {}),
    ]),
  );
  expect([given.status, dismissing.status].sort()).toEqual([200, 409]);
});

const idOf = ({ application }: Candidate) => application;

/** As a head of department does. */
async function recommended({ application }: Candidate) {
  for (const state of ["Checked", "Recommended"])
    await portal.db.updateTable("review").set({ state }).where("_id", "=", application).execute();
  const said = { decision: "Recommended", kind: "Meets the requirements", recommendedby: desk.provost._id };
  await portal.db
    .insertInto("recommendation")
    .values({ _id: newId(), application, ...said })
    .execute();
}

test("a whole list is recalled but for the places that are accepted, and can go out again", async () => {
  const people = [await candidate(portal), await candidate(portal), await candidate(portal)];
  const [first, accepted, third] = people as [Candidate, Candidate, Candidate];
  const place = await portal.db
    .selectFrom("application")
    .select(["programme", "session"])
    .where("_id", "=", first.application)
    .executeTakeFirstOrThrow();
  await setSeats(portal, place, 20);
  await recommended(third);
  const id = await approved(
    desk,
    await draftOf(
      desk,
      people.map(({ application }) => application),
    ),
  );
  expect((await propose({ release: id })).body).toMatchObject({
    code: "list-not-released",
    message: expect.stringContaining("is Approved, so there is nothing to recall"),
  });
  await minuteComes(portal);
  await releaseWhatIsDue(portal.app);
  await payAcceptance(portal, accepted);
  const { _id } = (await granted(propose({ release: id }))).body;
  await granted(desk.provost.post(`${path}/${_id}/approve`, {}));
  await Promise.all([recallListJob.run(portal.app, { recall: _id }), recallListJob.run(portal.app, { recall: _id })]);
  const { body } = await desk.provost.get(`/staff/ms_release/${id}/whole`);
  expect(body).toMatchObject({ state: "Recalled", out: 1, recalled: 2, accepted: 1, recall: { state: "Recalled" } });
  expect((await desk.provost.get(`${path}/${_id}`)).body).toMatchObject({ taken: 2, stayed: 1, state: "Recalled" });
  expect((await Promise.all(people.map(seen))).map(({ status }) => status)).toEqual([0, 1, 0]);
  const mails = (await portal.letters(third.emailaddress, 3)).filter(({ subject }) => subject.includes("is recalled"));
  expect(mails).toHaveLength(1);
  const reviews = portal.db.selectFrom("review").select("state").where("_id", "in", [first, third].map(idOf));
  expect(await reviews.orderBy("createdAt").execute()).toEqual([{ state: "Checking" }, { state: "Recommended" }]);
  await approved(desk, await draftOf(desk, [first.application]));
  await minuteComes(portal);
  await releaseWhatIsDue(portal.app);
  expect(await seen(first)).toMatchObject({ status: 1, acceptable: true });
  await expectSeatsKept(portal);
});

test("a list of refusals that is recalled writes to those alone who read a refusal of it", async () => {
  const people = [await candidate(portal), await candidate(portal), await candidate(portal), await candidate(portal)];
  const [refused, returned, since, twice] = people as [Candidate, Candidate, Candidate, Candidate];
  const refuse = async (of: readonly Candidate[]) => {
    const id = await approved(desk, await draftOf(desk, of.map(idOf), "Refusals"));
    await minuteComes(portal);
    await releaseWhatIsDue(portal.app);
    return id;
  };
  const id = await refuse(people);
  // The desk has decided anew about three of them meanwhile.
  const anew = portal.db.updateTable("review").set({ state: "Checking" });
  await anew.where("_id", "in", [returned, since, twice].map(idOf)).execute();
  await offer(portal, since);
  await refuse([twice]);
  const { _id } = (await granted(propose({ release: id }))).body;
  await granted(desk.provost.post(`${path}/${_id}/approve`, {}));
  await recallListJob.run(portal.app, { recall: _id });
  const told = async ({ emailaddress }: Candidate) =>
    (await portal.letters(emailaddress, 3)).filter(({ subject }) => subject.includes("taken back")).length;
  expect(await Promise.all(people.map(told))).toEqual([1, 1, 0, 0]);
  const reviews = portal.db.selectFrom("review").select("state").where("_id", "in", people.map(idOf));
  expect((await reviews.orderBy("createdAt").execute()).map(({ state }) => state)).toEqual([
    ...["Checking", "Checking", "Offered", "Refused"],
  ]);
  expect(await seen(refused)).toMatchObject({ status: 0, reason: null });
});
