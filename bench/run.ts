/** `npm run bench`: every figure that the portal holds itself to, beside its ceiling of the same run; told as it is found. */

import { deskFigures } from "./desk-figures.ts";
import { gradingFigures } from "./grading-figures.ts";
import { growthFigures } from "./growth-figures.ts";
import { pageFigures } from "./page-figures.ts";
import { registrationFigures } from "./registration-figures.ts";
import { scoreSheetFigures } from "./score-sheet-figures.ts";
import { serverFigures } from "./server-figures.ts";
import { staffFigures } from "./staff-figures.ts";
import { startFigure } from "./start-figure.ts";
import { studentFigures } from "./student-figures.ts";
import { printTable } from "./table.ts";
import { workFigures } from "./work-figures.ts";

const parts = [
  startFigure,
  workFigures,
  deskFigures,
  staffFigures,
  serverFigures,
  growthFigures,
  pageFigures,
  studentFigures,
  registrationFigures,
  gradingFigures,
  scoreSheetFigures,
] as const;

let isHeld = true;
for (const part of parts) {
  const figures = [await part()].flat();
  printTable(figures);
  isHeld &&= figures.every(({ holds }) => holds);
}
process.exit(isHeld ? 0 : 1);
