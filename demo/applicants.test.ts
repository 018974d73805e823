import sharp from "sharp";
import * as v from "valibot";
import { expect, test } from "vitest";
import { aLevelForm } from "#academics/alevel-result/alevel-result.form.contract.ts";
import { refereeForm } from "#profile/referee/referee.contract.ts";
import { email, personName, phone } from "../src/kit/field/fields.contract.ts";
import { areaBelongsTo } from "../src/reference/states-and-lgas/states-and-lgas.rules.ts";
import { isSubject } from "../src/reference/subjects/subjects.rules.ts";
import { generateApplicant, SEEDS } from "./applicants.ts";
import { passportPhotograph } from "./passport.ts";

const everybody = Array.from({ length: 5_000 }, (_, seed) => generateApplicant(seed));

test("a seed gives the same person every time, another seed another", () => {
  expect(generateApplicant(42)).toEqual(generateApplicant(42));
  expect(generateApplicant(42)).not.toEqual(generateApplicant(43));
});

test("no two of 5,000 share a JAMB number or an address of mail", () => {
  expect(new Set(everybody.map(({ registration }) => registration.jamb)).size).toBe(5_000);
  expect(new Set(everybody.map(({ registration }) => registration.emailaddress.toLowerCase())).size).toBe(5_000);
  expect(new Set(everybody.map(({ registration }) => registration.jamb.slice(4, 12))).size).toBe(5_000);
});

test("every letter would go to example.com", () => {
  for (const { registration, referees } of everybody)
    for (const { emailaddress } of [registration, ...referees]) expect(emailaddress).toMatch(/^$|@example\.com$/);
});

test("names, addresses of mail and phone numbers are such as forms take, JAMB numbers twelve digits and two letters", () => {
  for (const { registration } of everybody) {
    expect(v.is(personName("First name"), registration.firstname), registration.firstname).toBe(true);
    expect(v.is(personName("Last name"), registration.lastname), registration.lastname).toBe(true);
    expect(v.is(email("Email Address"), registration.emailaddress)).toBe(true);
    expect(v.is(phone("Phone Number"), registration.phonenumber), registration.phonenumber).toBe(true);
    expect(registration.jamb).toMatch(/^2026\d{8}[A-Z]{2}$/);
    expect(registration.password.length).toBeLessThanOrEqual(32);
  }
});

test("every person is at least 16, of one family with the first two referees, and lives where the area lies", () => {
  for (const { bio, referees } of everybody) {
    expect(areaBelongsTo(bio.stateoforigin, bio.lgaoforigin)).toBe(true);
    expect(areaBelongsTo(bio.stateofresidence, bio.lgaofresidence)).toBe(true);
    expect(bio.dateofbirth <= "2010-09-30", bio.dateofbirth).toBe(true);
    expect(referees.length === 2 || referees.length === 3).toBe(true);
    expect(referees.slice(0, 2).every((referee) => referee.lastname === bio.lastname)).toBe(true);
  }
});

test("every referee passes the form", () => {
  for (const referee of everybody.flatMap(({ referees }) => referees)) expect(v.is(refereeForm, referee)).toBe(true);
});

test("everybody has one or two sittings, five results at least, no subject twice on a slip, and English", () => {
  for (const { sittings } of everybody) {
    expect(sittings.length === 1 || sittings.length === 2).toBe(true);
    for (const { results, examinationyear } of sittings) {
      const names = results.map(({ subject }) => subject);
      expect(results.length).toBeGreaterThanOrEqual(5);
      expect(new Set(names).size).toBe(names.length);
      expect(names.every(isSubject)).toBe(true);
      expect(names).toContain("English Language");
      expect(examinationyear).toMatch(/^(199|20[012])\d$/);
    }
  }
});

test("everybody of direct entry has an A-Level result that passes the form, of each type, and nobody else has", () => {
  for (const { mode, alevels } of everybody) {
    expect(alevels).toHaveLength(mode === "Direct Entry" ? 1 : 0);
    for (const alevel of alevels) expect(v.safeParse(aLevelForm, alevel).issues).toBeUndefined();
  }
  const types = everybody.flatMap(({ alevels }) => alevels.map(({ type }) => type));
  expect(new Set(types)).toEqual(new Set(["IJMB", "NCE", "Diploma"]));
});

test("the mix has every group: women and men, both faiths, middle names and none, all modes of entry", () => {
  const share = (is: (one: (typeof everybody)[number]) => boolean) => everybody.filter(is).length / everybody.length;
  expect(share(({ bio }) => bio.gender === "Female")).toBeCloseTo(0.55, 1);
  expect(share(({ registration }) => registration.middlename === "")).toBeCloseTo(0.35, 1);
  expect(share(({ bio }) => bio.religion === "Muslim")).toBeGreaterThan(0.5);
  expect(share(({ bio }) => bio.religion === "Christain")).toBeGreaterThan(0.2);
  expect(share(({ sittings }) => sittings.length === 2)).toBeCloseTo(0.28, 1);
  expect(new Set(everybody.map(({ mode }) => mode)).size).toBe(3);
});

test("the passport photograph is a small JPEG without EXIF, the same for the same person", async () => {
  const photograph = await passportPhotograph(generateApplicant(7));
  const { format, width, height, exif } = await sharp(photograph).metadata();
  expect({ format, width, height, exif }).toEqual({ format: "jpeg", width: 350, height: 450, exif: undefined });
  expect(photograph.length).toBeLessThan(20_000);
  expect(await passportPhotograph(generateApplicant(7))).toEqual(photograph);
  expect(await passportPhotograph(generateApplicant(8))).not.toEqual(photograph);
});

test("a seed outside the range is refused", () => {
  for (const seed of [-1, 0.5, SEEDS]) expect(() => generateApplicant(seed)).toThrow(`A seed is 0 to ${SEEDS - 1}`);
});
