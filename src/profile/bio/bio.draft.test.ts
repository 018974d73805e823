import { expect, test } from "vitest";
import { bioEntries } from "./bio.contract.ts";
import { draftFrom, firstUnfilled, labelOf, steps } from "./bio.rules.ts";

const account = {
  firstname: "Aisha",
  middlename: null,
  lastname: "Bello",
  emailaddress: "aisha@example.com",
  phonenumber: "2348031234567",
};
const rest = {
  gender: "Female",
  dateofbirth: "2007-03-27",
  maritalstatus: "Single",
  religion: "Muslim",
  homeaddress: "No. 4, Bello Street",
  stateoforigin: "Kano",
  lgaoforigin: "Dala",
  stateofresidence: "Niger",
  lgaofresidence: "Chanchaga",
  qualification: "University Degree",
};

test("every field of the bio stands in exactly one step and has a label", () => {
  const asked = steps.flatMap(({ fields }) => fields);
  expect([...asked].sort()).toEqual(Object.keys(bioEntries).sort());
  expect(asked.map(labelOf).every((label) => /^[A-Z]/.test(label))).toBe(true);
});

test("a first draft knows what the account knows, with the phone number as people read it", () => {
  const { typed, seen } = draftFrom(null, account);
  expect(typed).toMatchObject({ ...account, middlename: "", phonenumber: "0803 123 4567", gender: "" });
  expect(seen).toBe(0);
});

test("the first step with something missing or wrong is told, and none once all is right", () => {
  const draft = draftFrom(null, account);
  expect(firstUnfilled(draft)).toBe(1);
  const whole = { ...draft, typed: { ...draft.typed, ...rest } };
  expect(firstUnfilled(whole)).toBeUndefined();
  expect(firstUnfilled({ ...whole, typed: { ...whole.typed, dateofbirth: "2007-02-30" } })).toBe(1);
  expect(firstUnfilled({ ...whole, typed: { ...whole.typed, qualification: "" } })).toBe(1);
  expect(firstUnfilled({ ...whole, typed: { ...whole.typed, homeaddress: "" } })).toBe(2);
});
