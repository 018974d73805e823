import * as v from "valibot";
import { record } from "#console/record/record.contract.ts";
import { maybe, refersTo, whole } from "#console/record/record.fields.contract.ts";
import { done, fields, post } from "#kit/wire/endpoint.contract.ts";

const programme = maybe(
  v.pipe(refersTo("Programme", "programme"), v.description("Left empty: every programme that has no steps of its own")),
);

/** The ordinal of a semester in a programme. Specification 3, contract 5. */
export const steps = record({
  noun: "step",
  one: "Step",
  many: "Steps",
  page: "steps",
  link: "/staff/steps",
  entries: {
    level: v.pipe(
      whole("Level", 100, 900),
      v.check((level) => level % 100 === 0, "Level must be 100, 200 and so on"),
      v.title("Level"),
      v.metadata({ kind: "whole" }),
    ),
    semester: whole("Semester", 1, 2),
    step: whole("Step", 1, 30),
    programme,
  },
  title: ["level", "semester"],
  columns: ["step", "level", "semester", "programme"],
  sorts: ["step", "createdAt"],
  filters: ["programme"],
  searched: null,
  none: {
    title: "No steps yet",
    text: "Generate them: each semester of a programme gets its place in the order, by the years that it takes.",
  },
  key: [],
});

export const generateForm = fields({
  programme,
  levels: maybe(
    v.pipe(
      whole("Levels", 1, 9),
      v.description("Left empty: as many as the programme takes years, or the longest of all"),
    ),
  ),
  semesters: maybe(v.pipe(whole("Semesters of a level", 1, 2), v.description("Left empty: 2"))),
});

export const generateSteps = post(
  "/staff/ms_step/generate",
  "Gives each semester of a programme its step, from 100 level on; those that stand are put right, others go",
  generateForm,
  done({ count: v.number() }),
);
