import * as v from "valibot";
import { expect, test } from "vitest";
import { choice, lines } from "#kit/field/fields.contract.ts";
import { type Row, record } from "./record.contract.ts";
import { factsOf } from "./record.facts.rules.ts";
import { atMinute, flag, maybe, naira, onDay, refersTo, several, status, whole } from "./record.fields.contract.ts";
import { blankOf, lagosMinute, minuteIn, typedForm, typedOf, utcMinute, wireOf } from "./record.rules.ts";

const things = record({
  noun: "thing",
  one: "Thing",
  many: "Things",
  page: "things",
  link: "/staff/things",
  entries: {
    note: lines("Note", 200),
    status,
    teaches: flag("Teaches"),
    level: whole("Level", 100, 400),
    amount: naira("Amount"),
    start: onDay("Start"),
    late: maybe(atMinute("Late")),
    modes: several("Modes", ["UTME", "DE"]),
    owner: maybe(refersTo("Owner", "staff")),
  },
  title: ["note"],
  columns: ["note"],
  sorts: ["createdAt"],
  filters: [],
  searched: null,
  key: [],
});
const { facts } = things;
const form = typedForm(facts, things.form);

const row: Row = {
  _id: "1",
  _title: "One",
  version: 3,
  createdAt: "2026-11-20T10:00:00Z",
  note: "One\nTwo",
  status: true,
  teaches: false,
  level: 200,
  amount: 12500.5,
  start: "2026-11-30",
  late: "2026-11-20T13:05:00.000Z",
  modes: ["DE"],
  owner: { _id: "s1", label: "Mrs Sani" },
};

/** The first sentence of each field, which is the one that is shown. */
const errorsOf = (typed: unknown) =>
  Object.fromEntries(
    (v.safeParse(form, typed).issues ?? []).map((issue) => [v.getDotPath(issue), issue.message]).reverse(),
  );

test("a record comes out of its form as it went in, by the types of the wire", () => {
  const { _id, _title, version, createdAt, owner, ...fields } = row;
  expect(wireOf(facts, typedOf(facts, row))).toEqual({ ...fields, owner: "s1" });
  expect(errorsOf(typedOf(facts, row))).toEqual({});
});

test("an empty form says of each required field that it is required, and what is new is in use", () => {
  expect(errorsOf(blankOf(facts))).toEqual({
    note: "Note is required",
    teaches: "Teaches is required",
    level: "Level is required",
    amount: "Amount is required",
    start: "Start is required",
    modes: "Modes is required",
  });
});

test("amounts may be typed as people write them, and what is no number says so", () => {
  const amount = (typed: string) => wireOf(facts, { ...blankOf(facts), amount: typed }).amount;
  expect(["12,500.50", "₦ 2 000", "0.5"].map(amount)).toEqual([12500.5, 2000, 0.5]);
  // A comma before decimals would make a hundred times as much of it.
  expect(["12500,50", "12.500,50", "1,25,000", "12.505"].map(amount)).toEqual([
    "12500,50",
    "12.500,50",
    "1,25,000",
    "12.505",
  ]);
  const typed = { ...typedOf(facts, row), amount: "12.5.0", level: "one hundred" };
  expect(errorsOf(typed)).toEqual({
    amount: "Amount must be a number such as 12,500.50",
    level: "Level must be a number",
  });
});

test("what may stay empty is left out of what is sent", () => {
  const sent = wireOf(facts, { ...typedOf(facts, row), late: "", owner: "" });
  expect(Object.keys(sent)).not.toContain("late");
  expect(Object.keys(sent)).not.toContain("owner");
});

test("a time is typed in Lagos and sent in UTC", () => {
  expect(lagosMinute("2026-11-20T23:30:00Z")).toBe("2026-11-21T00:30");
  expect(utcMinute("2026-11-21T00:30")).toBe("2026-11-20T23:30:00.000Z");
  expect(utcMinute("soon")).toBe("soon");
});

test.each([
  ["2026-11-20 13:05", "2026-11-20T12:05:00.000Z"],
  ["2026-11-20 13:05:00", "2026-11-20T12:05:00.000Z"],
  ["2026-11-20T13:05", "2026-11-20T12:05:00.000Z"],
  ["21/11/2026 13:05", "2026-11-21T12:05:00.000Z"],
  ["1/2/2026 0:30", "2026-01-31T23:30:00.000Z"],
  ["21/11/2026 1:05 pm", "2026-11-21T12:05:00.000Z"],
  ["21/11/2026 12:05 AM", "2026-11-20T23:05:00.000Z"],
  ["2026-11-20T13:05:00Z", "2026-11-20T13:05:00Z"],
  ["31/02/2026 13:05", "31/02/2026 13:05"],
  ["21/11/2026", "21/11/2026"],
  ["2026-11-20 24:05", "2026-11-20 24:05"],
  ["soon", "soon"],
])("a time of a table, %s, is read as %s", (text, read) => {
  expect(minuteIn(text)).toBe(read);
});

test("a closed list that may stay empty is a closed list still", () => {
  expect(factsOf({ mood: maybe(choice("Mood", ["Good", "Bad"])) })).toMatchObject([
    { name: "mood", kind: "choice", options: ["Good", "Bad"], optional: true },
  ]);
});
