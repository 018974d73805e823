import { expect, test } from "vitest";
import { cardsOf } from "./applicant-dashboard.cards.rules.ts";
import type { Dashboard } from "./applicant-dashboard.contract.ts";
import { nextStep, stepsOf } from "./applicant-dashboard.steps.rules.ts";

const nothing: Dashboard = {
  ref: 0,
  bio: 0,
  olevel: 0,
  result: 0,
  alevel: 0,
  photo: false,
  pay: false,
  needed: 5,
  unpaid: 0,
  unused: 0,
  applications: 0,
  submitted: null,
  asked: 0,
  offers: 0,
  due: null,
  lapsed: 0,
  refused: 0,
  accepted: 0,
  student: false,
  notices: 0,
  open: true,
};
const profile = { ref: 2, bio: 1, olevel: 1, result: 5, photo: true };
const submitted = { ...profile, pay: true, applications: 1, submitted: "2025-11-12T09:00:00Z" };

test.each<[Partial<Dashboard>, string, string]>([
  [{}, "Add your parents or guardians", "/app/parents?add=1"],
  [{ ref: 1 }, "Add one more parent or guardian", "/app/parents?add=1"],
  [{ ref: 2 }, "Fill in your bio data", "/app/bio"],
  [{ ref: 2, bio: 1 }, "Add your O-Level sitting", "/app/olevel?add=1"],
  [{ ref: 2, bio: 1, olevel: 1 }, "Add 5 more O-Level results", "/app/olevelresult?add=1"],
  [{ ref: 2, bio: 1, olevel: 1, result: 4 }, "Add one more O-Level result", "/app/olevelresult?add=1"],
  [{ ...profile, photo: false }, "Upload your passport photo", "/app/photo"],
  [profile, "Get your payment reference", "/app/pay?add=1"],
  [{ ...profile, unpaid: 1 }, "Pay your application fee", "/app/pay"],
  [{ ...profile, pay: true, unused: 1 }, "Submit your application", "/app/start?continue"],
  [{ ...profile, pay: true, unused: 1, unpaid: 1 }, "Submit your application", "/app/start?continue"],
  [{ ...profile, pay: true, applications: 1 }, "Your application is with the admissions office", "/app/admission"],
  [
    { ...profile, pay: true, applications: 1, unused: 1 },
    "You have a payment that is not used yet",
    "/app/start?continue",
  ],
  [{ ...profile, photo: false, pay: true, applications: 1 }, "Upload your passport photo", "/app/photo"],
  [
    { ...profile, pay: true, applications: 1, open: false },
    "Your application is with the admissions office",
    "/app/admission",
  ],
  [{ ...submitted, asked: 1 }, "The office asks you for a document", "/app/admission"],
  [{ ...submitted, asked: 2, accepted: 1 }, "The office asks you for 2 documents", "/app/admission"],
  [{ ...submitted, asked: 1, offers: 1, due: "2026-12-05" }, "You have an offer of admission", "/app/accept"],
  [{ ...submitted, offers: 1, due: "2026-12-05" }, "You have an offer of admission", "/app/accept"],
  [{ ...submitted, offers: 2, due: "2026-12-05" }, "You have 2 offers of admission", "/app/accept"],
  [{ ...submitted, offers: 1, due: "2026-12-05", lapsed: 1 }, "You have an offer of admission", "/app/accept"],
  [{ ...submitted, lapsed: 1 }, "The last day to accept your offer is over", "/app/accept"],
  [{ ...submitted, refused: 1 }, "An application of yours has ended", "/app/admission"],
  [{ ...profile, pay: true, applications: 1, accepted: 1 }, "Your admission is accepted", "/app/clearance"],
  [{ ...submitted, asked: 2, accepted: 1, student: true }, "You are a student", "/student"],
  [{ ...profile, pay: true, unused: 1, open: false }, "Applications are not open at the moment", "/app/start"],
])("with %o the next step is: %s", (seen, title, to) => {
  expect(nextStep({ ...nothing, ...seen })).toMatchObject({ title, to });
});

test("progress counts the seven steps to a submitted application", () => {
  const done = (seen: Partial<Dashboard>) => stepsOf({ ...nothing, ...seen }).filter((step) => step.done).length;
  expect(stepsOf(nothing)).toHaveLength(7);
  expect([
    done({}),
    done(profile),
    done({ ...profile, pay: true }),
    done({ ...profile, pay: true, applications: 1 }),
  ]).toEqual([0, 5, 6, 7]);
});

test("the ten cards stand in the order of the specification, each named in one line", () => {
  expect(cardsOf.map(({ name, to }) => `${name} ${to}`)).toEqual([
    "Parents (Guardians) /app/parents",
    "Bio Information /app/bio",
    "O-Level Sitting /app/olevel",
    "O-Level Result /app/olevelresult",
    "A-Level Result Statement /app/alevel",
    "Upload Passport Photograph /app/photo",
    "Apply For Admission /app/start",
    "My Admission Letters /app/admission",
    "Pay Before Application /app/pay",
    "Accept My Admission /app/accept",
  ]);
});

const badges = (seen: Partial<Dashboard>) => cardsOf.map(({ badge }) => badge(seen));

test.each<[string, Partial<Dashboard>, string]>([
  ["nothing is there", nothing, "P P P P C P P I P I"],
  ["all is there", { ...nothing, ...profile, pay: true }, "C C C C C C P I C I"],
  ["one parent and one result are there", { ...nothing, ref: 1, result: 1 }, "I P P C C P P I P I"],
  ["the server said nothing", {}, "P A A A C A P I A I"],
])("when %s the badges are those of the specification", (_when, seen, letters) => {
  expect(
    badges(seen)
      .map(([first]) => first)
      .join(" "),
  ).toBe(letters);
});

const stateOf = (to: string, seen: Partial<Dashboard>) =>
  cardsOf.find((card) => card.to === to)?.state({ ...nothing, ...seen });
const offer = { ...submitted, offers: 1, due: "2026-12-05" };

test("the last day to accept stands in the next step and on the card", () => {
  expect(nextStep({ ...nothing, ...offer }).text).toBe(
    "Accept it by 5 December 2026: its acceptance fee must be paid by then.",
  );
  expect(stateOf("/app/accept", offer)?.hint).toBe("Accept by 5 December 2026");
});

test.each([
  [0, "Optional", "plain"],
  [1, "1 result added", "good"],
  [3, "3 results added", "good"],
])("with %i A-Level results their card is complete and says so", (alevel, words, look) => {
  expect(cardsOf.find(({ to }) => to === "/app/alevel")?.badge({ ...nothing, alevel })).toBe("Complete");
  expect(stateOf("/app/alevel", { alevel })).toMatchObject({ words, look });
});

test.each<[string, string, Partial<Dashboard>, string, string]>([
  ["nothing done", "/app/start", {}, "Cannot start yet", "plain"],
  ["a payment verified", "/app/start", { ...profile, pay: true, unused: 1 }, "Ready to apply", "info"],
  ["an application submitted", "/app/start", submitted, "Submitted on 12 November 2025", "good"],
  ["another payment verified", "/app/start", { ...submitted, unused: 1 }, "Submitted on 12 November 2025", "good"],
  ["an offer made", "/app/start", offer, "Submitted on 12 November 2025", "good"],
  ["nothing done", "/app/admission", {}, "Cannot start yet", "plain"],
  ["an application submitted", "/app/admission", submitted, "With the college", "info"],
  ["a document asked for", "/app/admission", { ...submitted, asked: 1 }, "1 document asked for", "bad"],
  ["an offer made", "/app/admission", { ...offer, asked: 1 }, "Offer made", "good"],
  ["the offer accepted", "/app/admission", { ...submitted, accepted: 1 }, "Accepted", "good"],
  ["the college decided", "/app/admission", { ...submitted, refused: 1 }, "Ended", "info"],
  ["an application submitted", "/app/accept", submitted, "Cannot start yet", "plain"],
  ["an offer made", "/app/accept", offer, "Offer made", "info"],
  ["the offer accepted", "/app/accept", { ...submitted, accepted: 1 }, "Accepted", "good"],
  ["an offer lapsed", "/app/accept", { ...submitted, lapsed: 1 }, "The last day to accept is over", "bad"],
  ["no bio data", "/app/pay", {}, "Cannot start yet", "plain"],
  ["bio data", "/app/pay", { bio: 1 }, "Not started", "plain"],
  ["a reference made", "/app/pay", { bio: 1, unpaid: 1 }, "Reference made", "info"],
  ["a fee verified beside another reference", "/app/pay", { pay: true, unpaid: 1 }, "Paid", "good"],
])("with %s the card of %s speaks of it before its badge", (_when, to, seen, words, look) => {
  expect(stateOf(to, seen)).toMatchObject({ words, look });
});

test("nobody who submitted, was offered a place or accepted it reads of anything wrong, whatever the badges are", () => {
  for (const seen of [submitted, offer, { ...submitted, accepted: 1 }]) {
    const states = cardsOf.map(({ to }) => stateOf(to, seen));
    expect(states.filter((state) => state?.look === "bad")).toEqual([]);
  }
});
