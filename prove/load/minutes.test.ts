import { test, vi } from "vitest";
import { gradingFigures } from "../../bench/grading-figures.ts";
import { registrationFigures } from "../../bench/registration-figures.ts";
import { keepFigures } from "../kept-figures.ts";

vi.setConfig({ testTimeout: 1_800_000 });

test("two thousand students in the first minute of registration, and the office beside them", async (context) => {
  keepFigures(context, await registrationFigures());
});

test("ten thousand students in the minute in which results are published, and what the office makes of results", async (context) => {
  keepFigures(context, await gradingFigures());
});
