import { expect, test } from "vitest";
import type { Dashboard } from "./applicant-dashboard.contract.ts";
import { cards } from "./cards.contract.ts";
import { nextStep, steps } from "./next-step.contract.ts";

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
  asked: 0,
  offers: 0,
  due: null,
  lapsed: 0,
  refused: 0,
  accepted: 0,
  notices: 0,
  open: true,
};
const profile = { ref: 2, bio: 1, olevel: 1, result: 5, photo: true };
const submitted = { ...profile, pay: true, applications: 1 };

test.each<[Partial<Dashboard>, string, string]>([
  [{}, "Add your parents or guardians", "/app/parents"],
  [{ ref: 1 }, "Add one more parent or guardian", "/app/parents"],
  [{ ref: 2 }, "Fill in your bio data", "/app/bio"],
  [{ ref: 2, bio: 1 }, "Add your O-Level sitting", "/app/olevel"],
  [{ ref: 2, bio: 1, olevel: 1 }, "Add 5 more O-Level results", "/app/olevelresult"],
  [{ ref: 2, bio: 1, olevel: 1, result: 4 }, "Add one more O-Level result", "/app/olevelresult"],
  [{ ...profile, photo: false }, "Upload your passport photo", "/app/photo"],
  [profile, "Get your payment reference", "/app/pay"],
  [{ ...profile, unpaid: 1 }, "Pay your application fee", "/app/pay"],
  [{ ...profile, pay: true, unused: 1 }, "Submit your application", "/app/start"],
  [{ ...profile, pay: true, unused: 1, unpaid: 1 }, "Submit your application", "/app/start"],
  [{ ...profile, pay: true, applications: 1 }, "Your application is with the admissions office", "/app/admission"],
  [{ ...profile, pay: true, applications: 1, unused: 1 }, "You have a payment that is not used yet", "/app/start"],
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
  [{ ...submitted, refused: 1 }, "The college has decided", "/app/admission"],
  [{ ...profile, pay: true, applications: 1, accepted: 1 }, "Your admission is accepted", "/app/admission"],
  [{ ...profile, pay: true, unused: 1, open: false }, "Applications are not open at the moment", "/app/start"],
])("with %o the next step is: %s", (seen, title, to) => {
  expect(nextStep({ ...nothing, ...seen })).toMatchObject({ title, to });
});

test("progress counts the seven steps to a submitted application", () => {
  const done = (seen: Partial<Dashboard>) => steps({ ...nothing, ...seen }).filter((step) => step.done).length;
  expect(steps(nothing)).toHaveLength(7);
  expect([
    done({}),
    done(profile),
    done({ ...profile, pay: true }),
    done({ ...profile, pay: true, applications: 1 }),
  ]).toEqual([0, 5, 6, 7]);
});

test("the ten cards stand in the order of the specification", () => {
  expect(cards.map(({ title, detail, to }) => `${title} (${detail}) ${to}`)).toEqual([
    "Parents (Guardians) /app/parents",
    "Bio (Information) /app/bio",
    "O-Level (Sitting) /app/olevel",
    "O-Level (Result) /app/olevelresult",
    "A-Level (Result Statement) /app/alevel",
    "Upload (Passport Photograph) /app/photo",
    "Apply (For Admission) /app/start",
    "My (Admission Letters) /app/admission",
    "Pay (Before Application) /app/pay",
    "Accept (My Admission) /app/accept",
  ]);
});

const badges = (seen: Partial<Dashboard>) => cards.map(({ badge }) => badge(seen));

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

test("the last day to accept stands in the next step and on the card", () => {
  const seen = { ...nothing, ...submitted, offers: 1, due: "2026-12-05" };
  expect(nextStep(seen).text).toBe("Accept it by 5 December 2026: its acceptance fee must be paid by then.");
  expect(cards.find(({ to }) => to === "/app/accept")?.hint(seen)).toBe("Accept by 5 December 2026");
});

test.each([
  [0, "Optional: you can apply without it"],
  [1, "1 result added"],
  [3, "3 results added"],
])("with %i A-Level results their card is complete and says so", (alevel, words) => {
  const card = cards.find(({ to }) => to === "/app/alevel");
  const seen = { ...nothing, alevel };
  expect([card?.badge(seen), card?.hint(seen)]).toEqual(["Complete", words]);
});
