/** `npm run bench`: every figure that the portal holds itself to, beside its ceiling of the same run. */
import { serverFigures } from "./server-figures.ts";
import { printTable } from "./table.ts";

const figures = [...(await serverFigures())];
printTable(figures);
process.exit(figures.every(({ holds }) => holds) ? 0 : 1);
