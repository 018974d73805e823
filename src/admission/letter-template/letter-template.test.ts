import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { asDay } from "#kit/value/dates.rules.ts";
import { type Candidate, candidate, offered } from "../../../testing/offered-applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import {
  approved,
  draftOf,
  minuteComes,
  propose,
  type ReleaseDesk,
  releaseDesk,
  setSeats,
} from "../../../testing/release-desk.ts";
import { staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";
import { releaseWhatIsDue } from "../offer/release-line/release-line.job.server.ts";
import { fillParagraph, sampleValues, sizeOf, unknownFields } from "./letter-template.rules.ts";

let portal: TestPortal;
let desk: ReleaseDesk;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  desk = await releaseDesk(portal);
  await portal.db.insertInto("setting").values({ name: "admissionLetter", value: '"offered"' }).execute();
});
afterAll(() => portal.stop());

const path = "/staff/ms_letter_template";
const write = (form: object) => desk.registrar.post(path, { note: "First words", ...form });
const letterOf = async (one: Candidate) => (await granted(one.get(`/ms_applications/letter/${one.application}`))).body;

test("fields are filled by name, and what is no field is named", () => {
  expect(fillParagraph("Welcome {name} to {programme} by {due}", sampleValues)).toBe(
    "Welcome Aisha Ngozi Bello to NCE Biology/Chemistry by 5 December 2026",
  );
  expect(unknownFields("{name} {Name} {} {due")).toEqual(["{Name}", "{}", "{"]);
  const ofAnyObject = "{constructor} {toString} {__proto__}";
  expect(unknownFields(ofAnyObject)).toEqual(ofAnyObject.split(" "));
  expect(fillParagraph(ofAnyObject, sampleValues)).toBe(ofAnyObject);
});

test.each([
  [
    { opening: "Dear {first}" },
    "opening",
    /^Opening: \{first\} is no field of the letter\. Use \{name\}, \{programme\}/,
  ],
  [{ closing: "Yours {" }, "closing", /^Closing: \{ is no field/],
  [{ opening: "" }, "opening", /^Write at least one paragraph/],
  [{ opening: "x".repeat(601) }, "opening", /at most 600/],
  [
    { opening: "x".repeat(600), conditions: "y".repeat(600), closing: "zz" },
    "closing",
    /too long for a letter of one page/,
  ],
  [{ opening: "One\nline\nafter\nthe\nother\n".repeat(3) }, "closing", /and fewer lines$/],
  [{ opening: "Hello", note: "" }, "note", /What is new is required/],
])("%o is refused at its field", async (form, field, sentence) => {
  const { status, body } = await write(form);
  expect([status, body.errors[field]]).toEqual([500, expect.stringMatching(sentence)]);
});

test("a version is put in force by a second person, never changes, and one is in force", async () => {
  const versions = [
    (await granted(write({ opening: "Welcome to Gurara, {name}." }))).body._id,
    (await granted(write({ opening: "Congratulations, {name}!", closing: "Bring {fee} by {due}." }))).body._id,
  ];
  const both = await staffMember(portal, { pages: ["releases", "releases.change", "releases.approve"] });
  const written = (await granted(both.post(path, { opening: "Mine", note: "Own" }))).body;
  expect(written.message).toMatch(/^Version 3 is written\. .+ may approve it$/);
  const own = written._id;
  expect((await both.post(`${path}/${own}/enforce`, {})).status).toBe(403);
  for (const id of versions) await granted(desk.provost.post(`${path}/${id}/enforce`, {}));
  const { list } = (await desk.registrar.get(path)).body;
  expect(list.filter(({ inforce }: { inforce: boolean }) => inforce)).toMatchObject([{ title: "Version 2" }]);
  const change = portal.db.updateTable("letter_template").set({ opening: "Other" }).where("_id", "=", own);
  await expect(change.execute()).rejects.toThrow("a version of the letter does not change");
});

test("an offer keeps the version it was released with; without one the letter is the usual one", async () => {
  const single = await offered(portal);
  const { due } = await letterOf(single);
  expect(await letterOf(single)).toMatchObject({
    opening: expect.stringMatching(/^Congratulations, \w+/),
    conditions: null,
    closing: `Bring ₦17,500.00 by ${asDay(due)}.`,
  });
  const one = await candidate(portal);
  const place = await portal.db
    .selectFrom("application")
    .select(["programme", "session"])
    .where("_id", "=", one.application)
    .executeTakeFirstOrThrow();
  await setSeats(portal, place, 20);
  const [first] = (await desk.registrar.get(path)).body.list;
  const list = await draftOf(desk, [one.application]);
  const unread = (await granted(write({ opening: "Nobody has read this", note: "Unread" }))).body._id;
  const sent = await propose(desk.registrar, list, { letter: unread });
  expect(sent.body).toMatchObject({
    code: "letter-not-approved",
    errors: { letter: expect.stringMatching(/^Letter: Version \d+ is not approved yet/) },
  });
  await approved(desk, list, { letter: first._id });
  await minuteComes(portal);
  await releaseWhatIsDue(portal.app);
  expect(await letterOf(one)).toMatchObject({ opening: expect.stringContaining("Welcome to Gurara,"), closing: null });
  const standing = async ({ application }: Candidate) =>
    (await desk.registrar.get(`/staff/ms_offer/standing/${application}`)).body;
  expect(await standing(one)).toMatchObject({
    ...{ application: one.application, standing: "Waiting", daysleft: 14 },
    letter: { _id: first._id, title: first.title },
  });
  expect(await standing(await candidate(portal))).toBeNull();
  const inForce = (await desk.registrar.get(path)).body.list.find(({ inforce }: { inforce: boolean }) => inforce);
  await granted(desk.provost.post(`${path}/${inForce._id}/retire`, {}));
  expect(await letterOf(await offered(portal))).toMatchObject({ opening: null, conditions: null, closing: null });
  expect(await letterOf(single)).toMatchObject({ opening: expect.stringContaining("Congratulations") });
});

test("how large a letter prints is told with what every letter says in the words in force", async () => {
  const pages = ["templates", "templates.change", "templates.approve"] as const;
  const [writer, head] = [
    await staffMember(portal, { pages: [...pages] }),
    await staffMember(portal, { pages: [...pages] }),
  ];
  const words = async () => (await granted(desk.registrar.get(`${path}/words`))).body;
  const own = { opening: "x".repeat(600), conditions: null, closing: null };
  const shipped = await words();
  expect(sizeOf(own, shipped)).toBe("usual");
  const { now } = (await granted(writer.get("/staff/ms_message_template/admission-letter"))).body;
  const longer = { ...now, notes: "Come\n".repeat(14).trim(), note: "More to do" };
  const { _id } = (await granted(writer.post("/staff/ms_message_template/admission-letter/propose", longer))).body;
  await granted(head.post(`/staff/ms_template_version/${_id}/approve`, {}));
  expect(sizeOf(own, await words())).not.toBe("usual");
  const other = await staffMember(portal, { pages: ["templates"] });
  expect((await other.get(`${path}/words`)).status).toBe(403);
});
