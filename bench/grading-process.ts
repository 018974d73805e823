/** A college whose students have sixty results each, in a process of its own. Does what it is told and answers what came of it. */
import { recordsInSlices } from "../src/grading/academic-record/academic-record.server.ts";
import { officer, openBenchPortal } from "./bench-portal.ts";
import { COURSES, fillResults } from "./grading-college.ts";
import { broadsheetPath, fillOrders, moveOrdered, stepOfClass } from "./grading-office.ts";
import { fillReaders, publishIn } from "./grading-readers.ts";
import { questionsToLarge } from "./list-questions.ts";

const { app, pool, url } = await openBenchPortal(3997);
const { db, config } = app.portal;
const { cookie } = await officer(app);
const second = await officer(app, 1);

/** While the database answers for a slice of one half, the process works at one of the other. */
const HALVES = 2;

/** Seconds in which every record is made anew. */
async function recomputed(): Promise<number> {
  const { rows } = await pool.query<{ _id: string }>(
    "select _id from portal.student where matric like 'RES/%' order by _id",
  );
  const ids = rows.map(({ _id }) => _id);
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: HALVES }, async (_, half) => {
      const own = ids.filter((_id, place) => place % HALVES === half);
      for await (const [, { cgpa }] of recordsInSlices(db, own))
        if (cgpa.units !== 6 * 2 * COURSES) throw new Error("a result is missing");
    }),
  );
  return (performance.now() - begun) / 1_000;
}

async function records() {
  const { rows } = await pool.query<{ _id: string }>(
    "select _id from portal.student where matric like 'RES/%' order by _id limit 50",
  );
  return rows.map(({ _id }) => `/staff/ms_academic_record/${_id}`);
}

const deeds = {
  questions: (count: number) => questionsToLarge(app, count),
  step: () => stepOfClass(app),
  move: () => moveOrdered(app),
  fill: (count: number) => fillResults(pool, count),
  records,
  recompute: recomputed,
  broadsheet: () => broadsheetPath(app),
  orders: (count: number) => fillOrders(app, count),
  readers: (count: number) => fillReaders(app, count),
  publish: (seconds: number) => publishIn(app, seconds),
} as const;

process.on("message", async ([deed, count]: [keyof typeof deeds, number]) =>
  process.send?.({ answer: await deeds[deed](count) }),
);
process.send?.({ url, cookie, second: second.cookie, origin: new URL(config.publicUrl).origin });
