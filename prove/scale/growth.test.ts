import { expect, test, vi } from "vitest";
import { deskFigures } from "../../bench/desk-figures.ts";
import { staffFigures } from "../../bench/staff-figures.ts";
import type { Figure } from "../../bench/table.ts";
import { type Evidence, keepEvidence } from "../../testing/evidence.ts";

/** How many applications the desks have; a million takes an hour to make, `SIZES=10000,100000,1000000`. */
const SIZES = (process.env.SIZES ?? "10000,100000").split(",").map(Number);
vi.setConfig({ testTimeout: 4 * 3_600_000 });

const rowOf = ({ name, measured, ceiling, holds }: Figure): Evidence => ({
  figure: "F-07",
  asked: `${name}: at most ${ceiling}`,
  measured,
  held: holds,
});

test("lists, files, merit runs and searches of the desks over a growing number of applications", async (context) => {
  const figures = await deskFigures(SIZES);
  expect(figures.length).toBeGreaterThan(4);
  for (const figure of figures) keepEvidence(context, rowOf(figure));
});

test("every question to the office's lists over a hundred thousand rows each, and their files", async (context) => {
  const figures = await staffFigures();
  expect(figures.length).toBeGreaterThan(2);
  for (const figure of figures) keepEvidence(context, rowOf(figure));
});
