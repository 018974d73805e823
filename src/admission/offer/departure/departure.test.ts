import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { makeAcceptance, payAcceptance } from "../../../../testing/admitted-applicant.ts";
import { caller } from "../../../../testing/applicant.ts";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { type Candidate, candidate, dueIn, offer, offered } from "../../../../testing/offered-applicant.ts";
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
  standingsOf,
} from "../../../../testing/release-desk.ts";
import { sandboxControl } from "../../../../testing/sandbox-control.ts";
import { staffMember } from "../../../../testing/staff.ts";
import { granted } from "../../../../testing/walk.ts";
import { releaseWhatIsDue } from "../release-line/release-line.job.server.ts";

let portal: TestPortal;
let desk: ReleaseDesk;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  desk = await releaseDesk(portal);
});
afterEach(async () => {
  await expectInvariants(portal.db);
  await expectSeatsKept(portal);
});
afterAll(() => portal.stop());

const seen = async (one: Candidate) => (await one.get("/ms_applications")).body[0];
const decline = (one: Candidate, form: object = { reason: "Cost" }) =>
  one.post(`/ms_applications/${one.application}/decline`, form);
const withdraw = (one: Candidate, form: object = { reason: "Distance" }) =>
  one.post(`/ms_applications/${one.application}/withdraw`, form);
const stage = async ({ application }: Candidate) =>
  (await portal.db.selectFrom("review").select("state").where("_id", "=", application).executeTakeFirstOrThrow()).state;
const departure = async ({ code }: Candidate) =>
  (await desk.registrar.get(`/staff/ms_departure?q=${encodeURIComponent(code)}`)).body.list[0];
const placeOf = ({ application }: Candidate) =>
  portal.db
    .selectFrom("application")
    .select(["programme", "session"])
    .where("_id", "=", application)
    .executeTakeFirstOrThrow();
const takenOf = async (one: Candidate): Promise<number> => {
  const { programme, session } = await placeOf(one);
  const intake = portal.db.selectFrom("intake").select("taken");
  return (await intake.where("programme", "=", programme).where("session", "=", session).executeTakeFirstOrThrow())
    .taken;
};

test("an offer is declined for a reason of the college's list: the seat is free at once, everybody reads it, and it is counted", async () => {
  const one = await offered(portal, 2);
  const rrr = await makeAcceptance(one);
  const held = await takenOf(one);
  const { body: leaving } = await one.get(`/ms_applications/${one.application}/leaving`);
  expect(leaving).toMatchObject({
    ...{ deed: "decline", why: null, code: one.code, rrr },
    reasons: ["Another institution", "Cost", "Programme", "Distance", "Personal", "Other"],
  });
  expect((await decline(one, { reason: "Weather" })).body).toMatchObject({
    code: "choice-not-found",
    errors: { reason: "Reason: choose one of the list" },
  });
  expect((await decline(one, { reason: "Other" })).body).toMatchObject({
    code: "field-required",
    errors: { words: "In your own words: write what the reason is" },
  });
  await granted(decline(one, { reason: "Other", words: "I go to the polytechnic" }));

  expect(await takenOf(one)).toBe(held - 1);
  expect(await stage(one)).toBe("Declined");
  expect(await seen(one)).toMatchObject({
    ...{ status: 0, due: null, acceptable: false, leaving: null, letter: false, acceptanceFee: null },
    stage: expect.stringContaining("You declined this offer on"),
    reason: "Your reason: I go to the polytechnic",
  });
  expect((await portal.letters(one.emailaddress, 3)).at(-1)).toMatchObject({
    subject: expect.stringContaining("you have declined your offer"),
    text: expect.stringContaining("I go to the polytechnic"),
  });
  expect((await one.get(`/ms_applications/letter/${one.application}`)).body).toMatchObject({
    code: "given-up-already",
  });
  expect(await departure(one)).toMatchObject({ kind: "Declined", reason: "Other", words: "I go to the polytechnic" });
  const listed = (await desk.registrar.get(`/staff/ms_offer?q=${encodeURIComponent(one.code)}`)).body.list;
  expect(listed).toMatchObject([{ standing: "Declined", kind: "Conditional" }]);
  expect((await decline(one)).body).toMatchObject({ code: "given-up-already" });
  const wish = { application: one.application };
  expect((await one.post("/ms_acceptance_fee_rrr", wish)).body).toMatchObject({ code: "given-up-already" });
  await expect(offer(portal, one)).rejects.toMatchObject({ code: "given-up-already" });

  // What is paid all the same is credit, and the money desk sees it.
  await sandboxControl(portal.sandbox).payAnyway(rrr);
  await tenSecondsLater(portal);
  const { body: paid } = await one.get(`/ms_acceptance_fee_rrr/verify/${rrr}`);
  expect(paid).toMatchObject({
    ...{ state: "PAID", surplus: "given-up" },
    message: expect.stringContaining("you had given the place up. The bursary keeps it as your credit"),
  });
  const cases = portal.db.selectFrom("payment_exception").select(["kind", "closedAt"]).where("rrr", "=", rrr);
  expect(await cases.execute()).toEqual([{ kind: "Paid for a place given up", closedAt: null }]);
});

test("an accepted place is not declined, a lapsed offer is, and what is another's is not there", async () => {
  const paid = await payAcceptance(portal, await offered(portal));
  expect((await decline(paid)).body).toMatchObject({
    code: "offer-accepted-already",
    message: expect.stringContaining("Your acceptance fee is paid, so the place is accepted"),
  });
  expect(await seen(paid)).toMatchObject({ accepted: true, leaving: null });
  expect((await paid.get(`/ms_applications/${paid.application}/leaving`)).body).toMatchObject({
    deed: null,
    why: expect.stringContaining("You have accepted this place"),
  });
  const lapsed = await offered(portal);
  await dueIn(portal, lapsed, -1);
  expect((await paid.post(`/ms_applications/${lapsed.application}/decline`, { reason: "Cost" })).status).toBe(404);
  await granted(decline(lapsed));
  expect(await stage(lapsed)).toBe("Declined");
  const none = await candidate(portal);
  expect((await decline(none)).body).toMatchObject({ code: "no-offer" });
});

test("two people take back who declined, while a seat is free, and the offer goes out anew", async () => {
  const one = await offered(portal, 2);
  await granted(decline(one));
  const { _id } = await departure(one);
  const path = `/staff/ms_departure/${_id}`;
  const { body: proposed } = await granted(desk.registrar.post(`${path}/propose`, { reason: "Pressed by mistake" }));
  expect(proposed.message).toContain("may approve it");
  expect((await desk.registrar.post(`${path}/propose`, { reason: "Once more" })).status).toBe(409);
  const both = await staffMember(portal, { pages: ["offers", "releases.change", "releases.approve"] });
  await granted(both.post(`${path}/dismiss`, {}));
  await granted(both.post(`${path}/propose`, { reason: "Pressed by mistake" }));
  expect((await both.post(`${path}/approve`, {})).status).toBe(403);

  const { programme, session } = await placeOf(one);
  await setSeats(portal, { programme, session }, await takenOf(one));
  expect((await desk.provost.post(`${path}/approve`, {})).body).toMatchObject({ code: "no-seat-left" });
  expect(await stage(one)).toBe("Declined");
  await setSeats(portal, { programme, session }, null);
  await granted(desk.provost.post(`${path}/approve`, {}));
  expect(await seen(one)).toMatchObject({ status: 2, acceptable: true, leaving: "decline" });
  expect(await departure(one)).toMatchObject({ state: "Reinstated" });
  await payAcceptance(portal, one);
  expect(await seen(one)).toMatchObject({ accepted: true });
});

test("an application is withdrawn before its decision: no list takes it, one on its way holds it back, two people bring it back", async () => {
  const [drafted, going] = [await candidate(portal), await candidate(portal)];
  const other = await candidate(portal);
  await setSeats(portal, await placeOf(other), 500);
  const draft = await draftOf(desk, [drafted.application]);
  const list = await approved(desk, await draftOf(desk, [going.application, other.application]));
  for (const one of [drafted, going]) await granted(withdraw(one));
  expect(await standingsOf(portal, draft)).toEqual({});
  await minuteComes(portal);
  await releaseWhatIsDue(portal.app);
  expect(await standingsOf(portal, list)).toEqual({ "Held back": 1, Out: 1 });
  const { reasons } = (await desk.registrar.get(`/staff/ms_release/${list}/whole`)).body;
  expect(reasons).toMatchObject([{ held: "Was withdrawn by its applicant" }]);
  expect(await stage(going)).toBe("Withdrawn");
  expect(await seen(going)).toMatchObject({
    stage: expect.stringContaining("You withdrew this application on"),
    leaving: null,
  });
  expect((await going.get("/ms_dashboard")).body).toMatchObject({ refused: 1 });
  expect((await withdraw(going)).body).toMatchObject({ code: "given-up-already" });
  const form = { ids: [going.application], count: 1 };
  expect((await desk.registrar.post(`/staff/ms_release/${draft}/add`, form)).body).toMatchObject({
    code: "application-not-listable",
    message: expect.stringContaining("is Withdrawn"),
  });
  const { programme } = await placeOf(going);
  const again = await going.post("/ms_application_fee", { programme });
  expect(again.body.type, "the same programme is not paid for once more").toBe("error");

  const { _id } = await departure(going);
  await granted(desk.registrar.post(`/staff/ms_departure/${_id}/propose`, { reason: "A cousin pressed it" }));
  await granted(desk.provost.post(`/staff/ms_departure/${_id}/approve`, {}));
  expect(await stage(going)).toBe("Checking");
  expect(await seen(going)).toMatchObject({ stage: "Received by the admissions office", leaving: "withdraw" });
  await offer(portal, going);
  expect((await withdraw(going)).body).toMatchObject({ code: "offer-made-already" });
});

test("the same form again says what was given up, and no success; once it is given back it answers as before", async () => {
  const [left, declined] = [await candidate(portal), await offered(portal, 1)];
  const formOf = async ({ application }: Candidate) =>
    portal.db
      .selectFrom("application")
      .select(["programme", "payment", "type"])
      .where("_id", "=", application)
      .executeTakeFirstOrThrow();
  await granted(withdraw(left));
  await granted(decline(declined));
  expect((await left.post("/ms_applications", await formOf(left))).body).toMatchObject({
    ...{ type: "error", code: "given-up-already" },
    message: expect.stringMatching(
      /^You withdrew this application on .*, so nothing was submitted\. .*admissions office/,
    ),
  });
  expect((await declined.post("/ms_applications", await formOf(declined))).body).toMatchObject({
    ...{ type: "error", code: "given-up-already" },
    message: expect.stringMatching(/^You declined this offer on /),
  });
  const { _id } = await departure(left);
  await granted(desk.registrar.post(`/staff/ms_departure/${_id}/propose`, { reason: "A cousin pressed it" }));
  await granted(desk.provost.post(`/staff/ms_departure/${_id}/approve`, {}));
  expect((await left.post("/ms_applications", await formOf(left))).body).toMatchObject({ code: left.code });
});

test("reasons are counted by programme and session, for whoever sees the offers, and go out as a file", async () => {
  const [one, other] = [await candidate(portal, 3), await candidate(portal, 3)];
  for (const who of [one, other]) await granted(withdraw(who, { reason: "Personal" }));
  const { programme } = await placeOf(one);
  const counts = async () =>
    (await granted(desk.registrar.get(`/staff/ms_reason_count?programme=${programme}&what=Withdrawn`))).body.list;
  expect(await counts()).toMatchObject([{ reason: "Personal", count: 2, late: 0 }]);
  const { _id } = await departure(other);
  await granted(desk.registrar.post(`/staff/ms_departure/${_id}/propose`, { reason: "Came back" }));
  await granted(desk.provost.post(`/staff/ms_departure/${_id}/approve`, {}));
  expect(await counts(), "who is taken back counts no more").toMatchObject([{ count: 1 }]);
});

test("a document that was asked for is asked for no more once the application is withdrawn", async () => {
  const one = await candidate(portal);
  const clerk = await staffMember(portal, { pages: ["applications", "applications.change"] });
  const due = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  const asked = { label: "Birth certificate", reason: "The scan is dark", due };
  await granted(clerk.post(`/staff/ms_review/${one.application}/request`, asked));
  expect((await seen(one)).documents).toHaveLength(1);
  await granted(withdraw(one));
  expect(await seen(one)).toMatchObject({ documents: [], stage: expect.stringContaining("You withdrew") });
  expect((await one.get("/ms_dashboard")).body).toMatchObject({ asked: 0 });
});

test("the slip of who has given up stays genuine and says nothing of it, the letter says so", async () => {
  const one = await offered(portal);
  await portal.db.insertInto("setting").values({ name: "admissionLetter", value: '"offered"' }).execute();
  const { genuine } = (await granted(one.get(`/ms_applications/letter/${one.application}`))).body;
  const slip = (await granted(one.get(`/ms_applications/${one.application}`))).body.genuine;
  await granted(decline(one));
  const check = async (address: string) => (await caller(portal).get(`/genuine/${address.split("/genuine/")[1]}`)).body;
  expect(await check(genuine)).toMatchObject({
    valid: false,
    status: "Provisional Admission, declined",
    why: expect.stringContaining("The applicant declined this offer on"),
  });
  expect(await check(slip)).toMatchObject({ valid: true, status: "Application received" });
});
