import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { diploma, nce } from "../../../testing/a-levels.ts";
import { offeredTwice, payAcceptance } from "../../../testing/admitted-applicant.ts";
import { caller, signedInApplicant } from "../../../testing/applicant.ts";
import { type Candidate, dueIn, offered } from "../../../testing/offered-applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { openProgramme, openReference, readyApplicant, verifiedPayment } from "../../../testing/ready-applicant.ts";
import { matriculate } from "../../../testing/student.ts";

let portal: TestPortal;
let wanted: { programme: string; session: string };
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  wanted = await openProgramme(portal);
});
afterAll(() => portal.stop());

const nothing = { ref: 0, bio: 0, olevel: 0, result: 0, alevel: 0, photo: false, pay: false };
const waiting = { needed: 5, unpaid: 0, unused: 0, asked: 0, open: true };
const standing = {
  ...waiting,
  applications: 0,
  submitted: null,
  notices: 0,
  offers: 0,
  due: null,
  lapsed: 0,
  refused: 0,
  accepted: 0,
  student: false,
};
const profile = { ref: 2, bio: 1, olevel: 1, result: 5, alevel: 0, photo: false };

test("a newcomer's dashboard counts nothing", async () => {
  const person = await signedInApplicant(portal);
  const { status, body } = await person.get("/ms_dashboard");
  expect([status, body]).toEqual([200, { ...nothing, ...standing }]);
});

test("whoever is a student by now is told so, and nobody else", async () => {
  const [person, other] = [await signedInApplicant(portal), await signedInApplicant(portal)];
  await matriculate(portal, other._id);
  expect((await other.get("/ms_dashboard")).body.student).toBe(true);
  expect((await person.get("/ms_dashboard")).body.student).toBe(false);
});

test("the counts follow what the applicant does, and are nobody else's", async () => {
  const [person, other] = [await readyApplicant(portal, wanted), await signedInApplicant(portal)];
  const seen = async () => (await person.get("/ms_dashboard")).body;
  expect(await seen()).toEqual({ ...profile, pay: false, ...standing });
  await openReference(portal, person._id, wanted);
  expect(await seen()).toEqual({ ...profile, pay: false, ...standing, unpaid: 1 });
  const elsewhere = await openProgramme(portal, 1);
  const { rrr } = await verifiedPayment(portal, person._id, elsewhere);
  expect(await seen()).toEqual({ ...profile, pay: true, ...standing, unpaid: 1, unused: 1 });
  expect((await other.get("/ms_dashboard")).body).toEqual({ ...nothing, ...standing });
  expect(rrr).toHaveLength(12);
});

test("A-Level results are counted", async () => {
  const person = await signedInApplicant(portal);
  await person.post("/ms_applicant_alevel", nce);
  await person.post("/ms_applicant_alevel", diploma);
  expect((await person.get("/ms_dashboard")).body).toEqual({ ...nothing, ...standing, alevel: 2 });
});

test("a used payment still counts as paid, and the application is counted", async () => {
  const person = await readyApplicant(portal, wanted);
  const { rrr } = await verifiedPayment(portal, person._id, wanted);
  await person.post("/ms_applications", { programme: wanted.programme, payment: rrr, type: "JAMB UTME" });
  const { body } = await person.get("/ms_dashboard");
  expect(body).toEqual({
    ...profile,
    pay: true,
    ...standing,
    unused: 0,
    applications: 1,
    submitted: expect.any(String),
  });
});

test("an offer is counted with its last day, then as lapsed or accepted", async () => {
  const [one, other] = [await offered(portal), await offered(portal)];
  const seen = async (whose: Candidate) => (await whose.get("/ms_dashboard")).body;
  const due = await dueIn(portal, one, 3);
  expect(await seen(one)).toMatchObject({ offers: 1, due, lapsed: 0, accepted: 0 });
  await dueIn(portal, one, -1);
  expect(await seen(one)).toMatchObject({ offers: 0, due: null, lapsed: 1, accepted: 0 });
  await payAcceptance(portal, other);
  expect(await seen(other)).toMatchObject({ offers: 0, due: null, lapsed: 0, accepted: 1 });
});

test("the nearest last day of two offers is the one that is told", async () => {
  const [one, other] = await offeredTwice(portal);
  await dueIn(portal, one, 9);
  const due = await dueIn(portal, other, 2);
  expect((await one.get("/ms_dashboard")).body).toMatchObject({ offers: 2, due });
});

test("the number of results asked for is the college's, and a closed session is not open", async () => {
  const person = await signedInApplicant(portal);
  await portal.db.insertInto("setting").values({ name: "resultsNeeded", value: "6" }).execute();
  await portal.db
    .updateTable("session")
    .set({ closes: new Date().toISOString() })
    .where("admission", "=", true)
    .execute();
  const { body } = await person.get("/ms_dashboard");
  expect(body).toEqual({ ...nothing, ...standing, needed: 6, open: false });
});

test("without a sign-in there is no dashboard", async () => {
  const { status, body } = await caller(portal).get("/ms_dashboard");
  expect([status, body.code, body.message]).toEqual([401, "signed-out", expect.stringContaining("expired")]);
});
