import { test, vi } from "vitest";
import { collegeGrowthFigures } from "../../bench/college-growth-figures.ts";
import { deskFigures } from "../../bench/desk-figures.ts";
import { staffFigures } from "../../bench/staff-figures.ts";
import type { Figure } from "../../bench/table.ts";
import { type Evidence, keepEvidence } from "../../testing/evidence.ts";

/** How many applications the desks have; a million `SIZES=10000,100000,1000000 CLUSTER_FOLDER=/var/tmp`. */
const SIZES = (process.env.SIZES ?? "10000,100000").split(",").map(Number);
/** Of ten applicants three become students. */
const STUDENTS = SIZES.map((size) => (3 * size) / 10);
vi.setConfig({ testTimeout: 4 * 3_600_000 });

const rowOf = ({ name, measured, ceiling, holds }: Figure): Evidence => ({
  figure: "F-07",
  asked: `${name}: at most ${ceiling}`,
  measured,
  held: holds,
});

test("lists, files, merit runs and searches of the desks over a growing number of applications", async (context) => {
  for (const figure of await deskFigures(SIZES)) keepEvidence(context, rowOf(figure));
});

test("every question to the office's lists over a hundred thousand rows each, and their files", async (context) => {
  for (const figure of await staffFigures()) keepEvidence(context, rowOf(figure));
});

test("lists, records, broadsheets and progression of a growing number of students", async (context) => {
  for (const figure of await collegeGrowthFigures(STUDENTS)) keepEvidence(context, rowOf(figure));
});
