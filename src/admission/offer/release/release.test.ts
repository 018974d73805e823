import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { drawnRun, frozen } from "../../../../testing/frozen-run.ts";
import { candidate, offer } from "../../../../testing/offered-applicant.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import {
  applicationsFor,
  approve,
  approved,
  draftOf,
  expectSeatsKept,
  minuteComes,
  propose,
  type ReleaseDesk,
  releaseDesk,
  setSeats,
  standingsOf,
} from "../../../../testing/release-desk.ts";
import { staffMember } from "../../../../testing/staff.ts";
import { granted } from "../../../../testing/walk.ts";
import { releaseWhatIsDue } from "../release-line/release-line.job.server.ts";

let portal: TestPortal;
let desk: ReleaseDesk;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  desk = await releaseDesk(portal);
});
afterEach(() => expectSeatsKept(portal));
afterAll(() => portal.stop());

const path = "/staff/ms_release";
const whole = async (id: string) => (await granted(desk.provost.get(`${path}/${id}/whole`))).body;
const goOut = async () => {
  await minuteComes(portal);
  await releaseWhatIsDue(portal.app);
};
const programmeOf = async (application: string) =>
  portal.db
    .selectFrom("application")
    .select(["programme", "session"])
    .where("_id", "=", application)
    .executeTakeFirstOrThrow();

test("an offer is proposed by one, approved by another, and seen by nobody before its minute", async () => {
  const one = await candidate(portal);
  await setSeats(portal, await programmeOf(one.application), 10);
  const id = await draftOf(desk, [one.application]);
  const offerAs = { ids: [(await linesOf(id))[0]._id], count: 1, offered: "Conditional", condition: "Bring your NECO" };
  await granted(desk.registrar.post(`${path}/${id}/offer-as`, offerAs));
  expect((await whole(id)).unready).toEqual({ unchecked: 1, undecided: 0, asked: 0 });
  await portal.db
    .updateTable("review")
    .set({ state: "Checked", asked: 1 })
    .where("_id", "=", one.application)
    .execute();
  expect((await whole(id)).unready).toEqual({ unchecked: 0, undecided: 0, asked: 1 });
  await approved(desk, id, { duedays: 20 });
  await releaseWhatIsDue(portal.app);
  const seen = async () => (await one.get("/ms_applications")).body[0];
  expect(await seen()).toMatchObject({
    status: 0,
    stage: "Received by the admissions office",
    due: null,
    reason: null,
  });
  expect(await whole(id)).toMatchObject({ state: "Approved", out: 0, proposed: { by: "Mrs Hauwa Bello" } });
  await goOut();
  expect(await seen()).toMatchObject({ status: 2, reason: "Bring your NECO", daysleft: 20 });
  expect(await whole(id)).toMatchObject({
    ...{ state: "Released", lines: 1, out: 1, held: 0, accepted: 0, approved: { by: "Mrs Aminu Lawal" } },
    programmes: [{ lines: 1, out: 1, seats: 10, taken: 1, free: 9 }],
  });
  const review = await portal.db.selectFrom("review").select("state").where("_id", "=", one.application).execute();
  expect(review).toEqual([{ state: "Offered" }]);
  expect((await portal.letters(one.emailaddress, 2)).at(-1)?.subject).toContain("Conditional Admission");
});

const linesOf = async (release: string) =>
  (await granted(desk.registrar.get(`/staff/ms_release_line?release=${release}&limit=100`))).body.list;

test("nobody approves what they proposed, and the table says so too", async () => {
  const { ids } = await applicationsFor(portal, 1, 1, 5);
  const both = await staffMember(portal, {
    pages: ["releases", "releases.change", "releases.approve", "applications"],
  });
  const id = await draftOf({ ...desk, registrar: both }, ids);
  await granted(propose(both, id));
  const refused = await approve(both, id);
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    403,
    "another-must-decide",
    expect.stringContaining("somebody else must approve"),
  ]);
  const forced = portal.db
    .updateTable("release")
    .set({ state: "Approved", approvedby: both._id, approvedAt: new Date().toISOString() })
    .where("_id", "=", id);
  await expect(forced.execute()).rejects.toMatchObject({ constraint: "release_two_people" });
  // Two who decide opposite ways: it is withdrawn, whether or not it was approved before, and whoever comes late is told.
  const [back, yes] = await Promise.all([
    both.post(`${path}/${id}/withdraw`, { reason: "Too early" }),
    approve(desk.provost, id),
  ]);
  const { state, history } = await whole(id);
  const approvals = history.filter(({ deed }: { deed: string }) => deed === "Approved");
  expect([back.body.type, state, yes.status]).toEqual(["success", "Withdrawn", approvals.length === 1 ? 200 : 409]);
  const late = await approve(desk.provost, id);
  expect([late.status, late.body.code, late.body.message]).toEqual([
    409,
    "state-has-moved",
    expect.stringMatching(/is Withdrawn now: .+ brought it there on/),
  ]);
});

test("one's own file goes on no list, and nobody who applied approves, changes or stops the list that holds it", async () => {
  const one = await candidate(portal);
  const own = (pages: Parameters<typeof staffMember>[1]) => staffMember(portal, pages);
  const applicant = await own({ pages: ["releases", "releases.change", "releases.approve", "applications"] });
  await portal.db
    .updateTable("staff")
    .set({ emailaddress: one.emailaddress })
    .where("_id", "=", applicant._id)
    .execute();
  const form = { title: "Mine", kind: "Offers", session: desk.session };
  const { _id } = (await granted(applicant.post(path, form))).body;
  const refused = await applicant.post(`${path}/${_id}/add`, { ids: [one.application], count: 1 });
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    403,
    "own-file",
    expect.stringContaining("Your own file"),
  ]);
  expect(await linesOf(_id)).toEqual([]);
  const id = await draftOf(desk, [one.application]);
  await setSeats(portal, await programmeOf(one.application), 10);
  await granted(propose(desk.registrar, id));
  const reason = "Mine";
  const [line] = await linesOf(id);
  const shown = (await granted(applicant.get(`/staff/ms_release_line?release=${id}`))).body;
  expect([shown.total, (await applicant.get(`/staff/ms_release_line/${line._id}`)).status]).toEqual([0, 404]);
  const chosen = { ids: [line._id], count: 1 };
  const deeds = async (tried: Record<string, object>) => {
    for (const [deed, body] of Object.entries(tried))
      expect([deed, (await applicant.post(`${path}/${id}/${deed}`, body)).status]).toEqual([deed, 403]);
  };
  const { version } = await whole(id);
  await deeds({ approve: { version }, hold: { ...chosen, reason } });
  await deeds({ "take-back": { reason }, "send-back": { reason }, withdraw: { reason } });
  await granted(desk.provost.post(`${path}/${id}/send-back`, { reason: "Once more" }));
  await deeds({ "take-off": chosen, "offer-as": { ...chosen, offered: "Conditional" } });
  await granted(desk.registrar.post(`${path}/${id}/withdraw`, { reason: "Over" }));
  const refusals = await draftOf(desk, [one.application], "Refusals");
  const [told] = await linesOf(refusals);
  const words = { ids: [told._id], count: 1, reason: "Other", words: "Come again" };
  expect((await applicant.post(`${path}/${refusals}/refuse-with`, words)).status).toBe(403);
});

test("a line that can not go is held back with its reason and stops no other", async () => {
  const { ids, programme, session } = await applicationsFor(portal, 2, 6, 3);
  const [offered = "", against = "", held = "", fault = ""] = ids;
  const id = await draftOf(desk, ids.slice(0, 3));
  await setSeats(portal, { programme, session }, 10);
  await granted(desk.registrar.post(`${path}/${id}/add`, { ids: ids.slice(3), count: 3 }));
  await approved(desk, id);
  const code = await portal.db
    .selectFrom("application")
    .select("code")
    .where("_id", "=", offered)
    .executeTakeFirstOrThrow();
  await offer(portal, { code: code.code } as Parameters<typeof offer>[1]);
  await portal.db.updateTable("review").set({ state: "Refused" }).where("_id", "=", against).execute();
  const heldLine = await portal.db
    .selectFrom("release_line")
    .select("_id")
    .where("application", "=", held)
    .executeTakeFirstOrThrow();
  await granted(
    desk.registrar.post(`${path}/${id}/hold`, { ids: [heldLine._id], count: 1, reason: "Does not want the place" }),
  );
  await portal.app.portal.pool.query(`create function portal.break_one() returns trigger language plpgsql as $$
    begin if new.application = '${fault}' then raise exception 'broken'; end if; return new; end $$;
    create trigger break_one before insert on portal.offer for each row execute function portal.break_one()`);
  await setSeats(portal, { programme, session }, 2);
  await goOut();
  await portal.app.portal.pool.query("drop trigger break_one on portal.offer; drop function portal.break_one");
  expect(await standingsOf(portal, id)).toEqual({ Out: 1, "Held back": 5 });
  const { reasons, state } = await whole(id);
  expect(state).toBe("Released");
  expect(reasons.map(({ held: why }: { held: string }) => why).sort()).toEqual([
    expect.stringContaining("Application has an offer already: Provisional Admission"),
    "Does not want the place",
    expect.stringContaining("Is Refused, so it can not be offered a place"),
    expect.stringContaining("No seat is left for"),
    "The portal could not send this one out. An administrator finds why in its log",
  ]);
});

test("a programme without seats said, more offers than seats, and an empty list are refused with what to do", async () => {
  const { ids, programme, session } = await applicationsFor(portal, 3, 3, null);
  const id = await draftOf(desk, []);
  const proposed = (form = {}) => propose(desk.registrar, id, form);
  expect((await proposed()).body).toMatchObject({
    code: "list-empty",
    message: expect.stringContaining("holds no application yet"),
  });
  await granted(desk.registrar.post(`${path}/${id}/add`, { ids, count: 3 }));
  expect((await proposed()).body).toMatchObject({
    code: "no-seat-left",
    message: expect.stringMatching(/nobody has said how many seats .+ has/),
  });
  await setSeats(portal, { programme, session }, 2);
  expect((await proposed()).body).toMatchObject({
    code: "no-seat-left",
    message: expect.stringContaining("has 3 offers here and 2 free seats"),
  });
  await setSeats(portal, { programme, session }, 3);
  expect((await proposed({ minute: "2020-01-01T08:00:00Z" })).body.errors).toEqual({
    minute: "Goes out on: choose a time that is still to come",
  });
  expect((await proposed({ duedays: 7 })).body.errors).toEqual({
    duedays: "Days to accept must be at least 14: the letter promises two weeks",
  });
  expect((await proposed({ letter: "01900000-0000-7000-8000-000000000000" })).body.errors).toHaveProperty("letter");
  await granted(proposed());
  const all = { query: `release=${id}`, count: 3, reason: "All of them" };
  expect((await desk.registrar.post(`${path}/${id}/hold`, all)).body).toMatchObject({
    code: "list-would-be-empty",
    message: expect.stringMatching(/would go out with nobody/),
  });
  const off = await desk.registrar.post(`${path}/${id}/take-off`, { ids: [(await linesOf(id))[0]._id], count: 1 });
  expect(off.body).toMatchObject({
    code: "list-not-in-draft",
    message: expect.stringContaining("is Proposed, so its applications stay as they are"),
  });
  await granted(desk.provost.post(`${path}/${id}/send-back`, { reason: "One too many" }));
  await granted(desk.registrar.post(`${path}/${id}/take-off`, { ids: [(await linesOf(id))[0]._id], count: 1 }));
  expect(await whole(id)).toMatchObject({ state: "Draft", lines: 2, proposed: null, minute: null });
  expect((await whole(id)).history[1]).toMatchObject({
    deed: "Sent back",
    reason: "One too many",
    who: expect.stringContaining("Lawal"),
  });
});

const askDeans = (value: "asked" | "not asked") =>
  portal.db
    .insertInto("setting")
    .values({ name: "countersignature", value: JSON.stringify(value) })
    .onConflict((on) => on.column("name").doUpdateSet({ value: JSON.stringify(value) }))
    .execute();

test("a mass action is done to all or none, and says which are in the way", async () => {
  const { ids } = await applicationsFor(portal, 4, 4, 10);
  const [first = "", second = "", ...rest] = ids;
  await portal.db.updateTable("review").set({ state: "Checked" }).where("_id", "=", first).execute();
  await portal.db.updateTable("review").set({ state: "Not recommended" }).where("_id", "=", first).execute();
  const id = await draftOf(desk, [second]);
  const [third = ""] = rest;
  await askDeans("asked");
  for (const state of ["Checked", "Recommended"])
    await portal.db.updateTable("review").set({ state }).where("_id", "=", third).execute();
  const refused = (await desk.registrar.post(`${path}/${id}/add`, { ids, count: 4 })).body;
  expect(refused).toMatchObject({
    code: "application-not-listable",
    message: expect.stringMatching(
      /^3 of the 4 chosen can not be put on this list.+\(is Not recommended\).+\(is on this list already\).+\(awaits the dean\)/,
    ),
  });
  expect(await linesOf(id)).toHaveLength(1);
  await portal.db.updateTable("review").set({ state: "Checking" }).where("_id", "=", third).execute();
  await granted(desk.registrar.post(`${path}/${id}/add`, { ids: rest, count: 2 }));
  const counts = await desk.registrar.post(`${path}/${id}/take-off`, { query: `release=${id}`, count: 2 });
  expect([counts.status, counts.body.code, counts.body.message]).toEqual([
    409,
    "rows-changed",
    expect.stringContaining("3 rows fit this list now, not 2"),
  ]);
  await granted(desk.registrar.post(`${path}/${id}/take-off`, { query: `release=${id}`, count: 3 }));
  expect(await whole(id)).toMatchObject({ lines: 0, programmes: [] });
});

test("what is approved is what was seen, and by nobody who had a hand in it", async () => {
  const { ids } = await applicationsFor(portal, 5, 4, 10);
  const [first = "", second = "", friend = "", slipped = ""] = ids;
  const { registrar, provost } = desk;
  const id = await draftOf(desk, [first]);
  await granted(propose(registrar, id));
  const { version, hand } = await whole(id);
  await granted(registrar.post(`${path}/${id}/take-back`, { reason: "A moment" }));
  await granted(registrar.post(`${path}/${id}/add`, { ids: [friend], count: 1 }));
  await granted(propose(registrar, id));
  const old = await provost.post(`${path}/${id}/approve`, { version });
  expect([hand, old.status, old.body.code, old.body.message]).toEqual([
    false,
    409,
    "version-stale",
    expect.stringMatching(/was changed after you looked at it: Mrs Hauwa Bello did so on .+\. Look at it again/),
  ]);
  expect((await provost.post(`${path}/${id}/approve`, {})).status).toBe(500);
  await granted(approve(provost, id));
  // Who slips a line into a colleague's draft does not approve it, and the colleague does not propose it unseen.
  const both = await staffMember(portal, {
    pages: ["applications", "releases", "releases.change", "releases.approve"],
  });
  const other = await draftOf(desk, [second]);
  const seen = await whole(other);
  await granted(both.post(`${path}/${other}/add`, { ids: [slipped], count: 1 }));
  expect((await propose(registrar, other, { version: seen.version })).status).toBe(409);
  const { version: before } = await whole(other);
  const offerAs = { ids: [(await linesOf(other))[0]._id], count: 1, offered: "Conditional" };
  await granted(registrar.post(`${path}/${other}/offer-as`, offerAs));
  expect((await propose(registrar, other, { version: before })).status).toBe(409);
  await granted(propose(registrar, other));
  const refused = await approve(both, other);
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    403,
    "another-must-decide",
    expect.stringContaining("changed what stands on it"),
  ]);
  expect((await granted(both.get(`${path}/${other}/whole`))).body.hand).toBe(true);
  const forced = portal.db
    .updateTable("release")
    .set({ state: "Approved", approvedby: both._id, approvedAt: new Date().toISOString() })
    .where("_id", "=", other);
  await expect(forced.execute()).rejects.toMatchObject({ constraint: "release_two_people" });
  await granted(approve(provost, other));
});

test("who awaits the dean goes on no list and out with none, whatever became of the setting meanwhile", async () => {
  const { ids, session } = await applicationsFor(portal, 6, 4, 3);
  const codes = await portal.db.selectFrom("review").select(["_id", "code"]).where("_id", "in", ids).execute();
  const codeOf = (id: string) => codes.find(({ _id }) => _id === id)?.code;
  const [sent = "", unanswered = "", off = "", byHand = ""] = ids;
  const { registrar, provost } = desk;
  await askDeans("asked");
  const run = await drawnRun(portal, desk, ids);
  const reason = "The board's wish";
  for (const [id, deed] of [
    [off, "Taken off"],
    [byHand, "Entered"],
  ] as const)
    await granted(registrar.post(`/staff/ms_merit_run/${run}/entry`, { code: codeOf(id), deed, reason }));
  await frozen(desk, run);
  const pages = ["recommendations", "recommendations.change", "recommendations.approve"] as const;
  const [head, dean] = [await staffMember(portal, { pages }), await staffMember(portal, { pages })];
  const decision = { decision: "Recommended", kind: "Meets the requirements", standing: "Checked" };
  const chosen = [sent, unanswered, byHand];
  await granted(head.post("/staff/ms_recommendation", { ...decision, ids: chosen, count: 3 }));
  const seenAt = new Date().toISOString();
  const said = { answer: "Sent back", reason: "Look at it again", standing: "Recommended", seenAt };
  await granted(dean.post("/staff/ms_recommendation/countersign", { ...said, ids: [sent], count: 1 }));
  const made = (await granted(registrar.post(path, { title: "From the run", kind: "Offers", session, run }))).body;
  expect(made).toMatchObject({ count: 1, left: 2, message: expect.stringContaining("left out: 2 awaiting the dean") });
  await askDeans("not asked");
  await granted(registrar.post(`${path}/${made._id}/add`, { ids: [sent, unanswered], count: 2 }));
  await askDeans("asked");
  const proposed = await propose(registrar, made._id);
  const awaiting = [codeOf(sent), codeOf(unanswered)].sort().join(", ");
  expect(proposed.body).toMatchObject({
    code: "dean-has-not-answered",
    message: `${awaiting} await the dean. Take them off the list, or let the dean answer first`,
  });
  await askDeans("not asked");
  await granted(propose(registrar, made._id));
  await askDeans("asked");
  expect((await approve(provost, made._id)).body).toMatchObject({
    code: "dean-has-not-answered",
    message: expect.stringContaining("await the dean"),
  });
  await askDeans("not asked");
  await granted(approve(provost, made._id));
  await askDeans("asked");
  await goOut();
  expect(await standingsOf(portal, made._id)).toEqual({ Out: 1, "Held back": 2 });
  expect((await whole(made._id)).reasons).toMatchObject([
    { count: 2, held: "Awaits the dean, so it can not be offered a place" },
  ]);
});

test("a list goes out as soon as it is approved where nobody sets a minute", async () => {
  const { ids } = await applicationsFor(portal, 5, 2, 20);
  const id = await draftOf(desk, ids);
  const version = async () => (await whole(id)).version;
  const post = async (form: object) =>
    desk.registrar.post(`${path}/${id}/propose`, { ...form, version: await version() });
  expect((await post({})).body.errors).toEqual({
    minute: "Goes out on: choose a time, or let the list go out as soon as it is approved",
  });
  await granted(post({ goes: "As soon as it is approved" }));
  expect(await whole(id)).toMatchObject({ state: "Proposed", soon: true, minute: null });
  await releaseWhatIsDue(portal.app);
  expect((await whole(id)).state).toBe("Proposed");
  await granted(desk.registrar.post(`${path}/${id}/take-back`, { reason: "Another day" }));
  expect(await whole(id)).toMatchObject({ state: "Draft", soon: false });
  await granted(post({ goes: "As soon as it is approved" }));
  expect((await granted(approve(desk.provost, id))).body.message).toContain("is approved and goes out within a minute");
  expect((await whole(id)).minute).toEqual(expect.any(String));
  await releaseWhatIsDue(portal.app);
  expect(await whole(id)).toMatchObject({ state: "Released", out: 2 });
});
