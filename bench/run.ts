/** `npm run bench`: every figure that the portal holds itself to, beside its ceiling of the same run. */

import { deskFigures } from "./desk-figures.ts";
import { growthFigures } from "./growth-figures.ts";
import { pageFigures } from "./page-figures.ts";
import { serverFigures } from "./server-figures.ts";
import { staffFigures } from "./staff-figures.ts";
import { startFigure } from "./start-figure.ts";
import { printTable } from "./table.ts";

const figures = [
  await startFigure(),
  ...(await serverFigures()),
  ...(await growthFigures()),
  ...(await staffFigures()),
  ...(await deskFigures()),
  ...(await pageFigures()),
];
printTable(figures);
process.exit(figures.every(({ holds }) => holds) ? 0 : 1);
