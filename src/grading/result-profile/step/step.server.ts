import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import {
  programmesById,
  taughtProgrammesWithin,
  yearsTaught,
  yearsTaughtIn,
} from "#college/programme/programme.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { requireWholeCollege } from "#console/scope/scope.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuseFields } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { generateSteps, steps } from "./step.contract.ts";

export const stepRules: RecordRules<typeof steps> = {
  of: steps,
  table: "step",
  within: "college-wide",
  constraints: {
    step_once: ["value-taken", "semester", "This semester has a step already. Change that one"],
    step_ordinal: ["value-taken", "step", "Another semester has this step already. Change that one first"],
  },
  check: async ({ trx }, { id, form }) => {
    if (!form) return;
    await lockSteps(trx);
    const { rows } = await sql<{ level: number; semester: number; step: number }>`
      select o.level, o.semester, o.step from portal.step o
      where o._id <> ${id} and o.programme is not distinct from ${form.programme ?? null}::uuid
        and sign((o.level * 10 + o.semester) - (${form.level}::int * 10 + ${form.semester}::int)) = sign(${form.step}::int - o.step)
        and o.step <> ${form.step}::int
      order by o.step limit 1`.execute(trx);
    const [other] = rows;
    if (other)
      throw refuseFields("steps-out-of-order", {
        step: `Of two semesters the later one has the higher step: semester ${other.semester} of ${other.level} level is step ${other.step}`,
      });
  },
  deeds: { "step.generate": "Generated" },
};

/** Whoever orders steps does so alone. */
const lockSteps = (trx: Trx) => sql`lock table portal.step in share row exclusive mode`.execute(trx);

export function stepCalls(app: FastifyInstance): void {
  handle(app, generateSteps, staff("steps.change"), (ask) =>
    write(app, ask, async ({ trx, note }) => {
      requireWholeCollege(ask.who);
      const { programme = null, semesters = 2 } = ask.body;
      const called = programme === null ? null : await requireProgramme(trx, programme);
      const levels = ask.body.levels ?? (await yearsOf(trx, programme));
      await lockSteps(trx);
      await writeSteps(trx, programme, stepsOf(levels, semesters));
      note({
        deed: "step.generate",
        subject: `step:${programme ?? "general"}`,
        after: { programme, levels, semesters },
      });
      const count = levels * semesters;
      const whose = called === null ? "every programme without steps of its own" : called;
      return { type: "success" as const, message: `${count} steps generated for ${whose}`, count };
    }),
  );
}

async function requireProgramme(trx: Trx, id: string): Promise<string> {
  const found = isId(id) ? (await programmesById(trx, [id])).get(id) : undefined;
  if (!found) throw refuseFields("choice-not-found", { programme: "Programme was not found. Choose it from the list" });
  return `${found.award} ${found.name}`;
}

const yearsOf = async (trx: Trx, programme: string | null): Promise<number> =>
  programme === null
    ? Math.max(3, ...(await taughtProgrammesWithin(trx, "all")).map(yearsTaught))
    : yearsTaughtIn(trx, programme);

interface Step {
  readonly level: number;
  readonly semester: number;
  readonly step: number;
}

/** 100 level, semester 1 is the first. */
const stepsOf = (levels: number, semesters: number): Step[] =>
  Array.from({ length: levels * semesters }, (_, at) => ({
    level: 100 * (1 + Math.floor(at / semesters)),
    semester: 1 + (at % semesters),
    step: at + 1,
  }));

/** Rows that stand keep their `_id`. */
async function writeSteps(trx: Trx, programme: string | null, wanted: readonly Step[]): Promise<void> {
  const lines = JSON.stringify(wanted.map((one) => ({ ...one, _id: newId() })));
  const given = sql`jsonb_to_recordset(${lines}::jsonb) as w(_id uuid, level smallint, semester smallint, step smallint)`;
  const own = sql`s.programme is not distinct from ${programme}::uuid`;
  await sql`delete from portal.step s where ${own}
    and not exists (select from ${given} where (w.level, w.semester) = (s.level, s.semester))`.execute(trx);
  await sql`update portal.step s set step = w.step, version = s.version + 1, "updatedAt" = now() from ${given}
    where ${own} and (w.level, w.semester) = (s.level, s.semester) and s.step <> w.step`.execute(trx);
  await sql`insert into portal.step (_id, programme, level, semester, step)
    select w._id, ${programme}::uuid, w.level, w.semester, w.step from ${given}
    where not exists (select from portal.step s where ${own} and (w.level, w.semester) = (s.level, s.semester))`.execute(
    trx,
  );
}

/** The steps of a programme, in their order: its own where it has any, else those of all that have none. */
export async function stepsFor(db: Database | Trx, programme: string): Promise<Step[]> {
  const { rows } = await sql<Step>`select s.level, s.semester, s.step from portal.step s
    where s.programme = ${programme}
      or s.programme is null and not exists (select from portal.step own where own.programme = ${programme})
    order by s.step`.execute(db);
  return rows;
}
