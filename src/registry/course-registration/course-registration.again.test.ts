import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { registeredFor } from "../../../testing/catalogue.ts";
import { headOver } from "../../../testing/head.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { earlierSession } from "../../../testing/lecturer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { publishedFor, recalled } from "../../../testing/published-mark.ts";
import { openRegistration } from "../../../testing/registration.ts";
import type { StaffMember } from "../../../testing/staff.ts";
import type { Student } from "../../../testing/student.ts";
import { runRound } from "../../../testing/taught.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let term: Awaited<ReturnType<typeof openRegistration>>;
let head: StaffMember;
let earlier: string;
const path = "/staff/ms_registration";

beforeAll(async () => {
  portal = await startPortal(inject("place"));
  term = await openRegistration(portal);
  head = await headOver(portal, "programme", term.usual.programme);
  earlier = await term.course("CRS 111", { session: await earlierSession(portal) });
});
beforeEach(() => term.opens({ hodapproval: true }));
afterEach(() => expectInvariants(portal.db));
afterAll(() => portal.stop());

const again = () => runRound(portal, "judge-registrations-again");
const ownOf = async (me: Student) => (await me.get("/student/registration")).body.registration;
const judged = async (me: Student) => (await granted(head.get(`${path}/${(await ownOf(me))._id}`))).body;
const checked = async (me: Student) => (await granted(head.get(`${path}/${(await ownOf(me))._id}/checked`))).body;
const decide = async (me: Student, deed: "approve" | "allow") => {
  const { _id, version } = await ownOf(me);
  return deed === "approve"
    ? head.put(`${path}/approve`, { rows: [{ _id, version }] })
    : head.put(`${path}/${_id}/allow`, { version });
};

/** Whoever took CRS 111 before, with a result that is awaited, and has sent what it opens. */
async function opened(): Promise<Student> {
  const me = await term.student(200);
  await registeredFor(portal, me.student, [earlier]);
  await granted(term.send(me, ["CRS 211", "CRS 212"]));
  return me;
}

test("what waits is judged again when marks come: an awaited result that became a fail shows, and one that passed does not", async () => {
  const [failed, passed, other] = [await opened(), await opened(), await opened()];
  for (const me of [failed, passed, other]) expect(await judged(me)).toMatchObject({ verdict: "Clear", stops: null });
  const result = await publishedFor(portal, failed.student, earlier);
  await publishedFor(portal, passed.student, earlier, { ca: 30, examination: 30 });
  await again();
  expect((await judged(failed)).stops).toContain("prerequisite-missing");
  expect((await judged(failed)).stops).toContain("carry-over-left");
  expect(await judged(passed)).toMatchObject({ verdict: "Clear" });
  expect(await judged(other)).toMatchObject({ verdict: "Clear" });
  expect((await decide(failed, "approve")).status).toBe(409);
  // Taken back, it is awaited again.
  await recalled(portal, result);
  await again();
  expect(await judged(failed)).toMatchObject({ verdict: "Clear" });
  await granted(decide(failed, "approve"));
});

test("what counts and was opened by a course that was failed since is shown to the head, who leaves it or changes it", async () => {
  const me = await opened();
  await granted(decide(me, "approve"));
  await again();
  expect(await judged(me)).toMatchObject({ state: "Registered", stops: null });
  await publishedFor(portal, me.student, earlier);
  await again();
  expect(await judged(me)).toMatchObject({ state: "Registered", stops: ["opened-by-failed"] });
  expect((await checked(me)).found).toEqual([
    { code: "opened-by-failed", sentence: "CRS 211 was opened by CRS 111, which was failed since", mending: "keep" },
  ]);
  const listed = (await granted(head.get(`${path}?stops=opened-by-failed`))).body.list;
  expect(listed.map(({ student }: { student: { _id: string } }) => student._id)).toEqual([me.student]);
  await granted(decide(me, "allow"));
  expect(await judged(me)).toMatchObject({ stops: null });
  await again();
  expect(await judged(me)).toMatchObject({ stops: null });
});

test("a mark that was corrected to a pass takes the finding away, and one that is read later says nothing yet", async () => {
  const me = await opened();
  await granted(decide(me, "approve"));
  const planned = await publishedFor(portal, me.student, earlier, { visibleAt: "now() + interval '1 hour'" });
  await again();
  expect(await judged(me)).toMatchObject({ stops: null });
  await recalled(portal, planned);
  const result = await publishedFor(portal, me.student, earlier);
  await again();
  expect(await judged(me)).toMatchObject({ stops: ["opened-by-failed"] });
  await recalled(portal, result);
  await publishedFor(portal, me.student, earlier, { ca: 30, examination: 30 });
  await again();
  expect(await judged(me)).toMatchObject({ stops: null });
});
