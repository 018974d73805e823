import { test, vi } from "vitest";
import { collegeGrowthFigures } from "../../bench/college-growth-figures.ts";
import { deskFigures } from "../../bench/desk-figures.ts";
import { staffFigures } from "../../bench/staff-figures.ts";
import { keepFigures } from "../kept-figures.ts";

/** How many applications the desks have; a million `SIZES=10000,100000,1000000 CLUSTER_FOLDER=/var/tmp`. */
const SIZES = (process.env.SIZES ?? "10000,100000").split(",").map(Number);
/** Of ten applicants three become students. */
const STUDENTS = SIZES.map((size) => (3 * size) / 10);
vi.setConfig({ testTimeout: 4 * 3_600_000 });

test("lists, files, merit runs and searches of the desks over a growing number of applications", async (context) => {
  keepFigures(context, await deskFigures(SIZES), "F-07");
});

test("every question to the office's lists over a hundred thousand rows each, and their files", async (context) => {
  keepFigures(context, await staffFigures(), "F-07");
});

test("lists, records, broadsheets and progression of a growing number of students", async (context) => {
  keepFigures(context, await collegeGrowthFigures(STUDENTS), "F-07");
});
