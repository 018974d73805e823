import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import type { Scope } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, Refusal, refuseFields, stale } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { brokenConstraint } from "#platform/database/constraint.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Portal } from "#platform/portal/portal.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { changeClass } from "./catalogue.contract.ts";

/** How many students stand in each of some classes, by `_id`; in none where it is not said. */
type ClassCount = (db: Database | Trx, classes: readonly string[]) => Promise<ReadonlyMap<string, number>>;

const counts = new WeakMap<Portal, ClassCount>();

/** Tells the catalogue how many have registered; the noun that registers them does so with its calls. */
export function countClassesBy({ portal }: FastifyInstance, count: ClassCount): void {
  counts.set(portal, count);
}

/** How many students stand in each of some classes. */
export const registeredIn = async (
  { portal }: FastifyInstance,
  db: Database | Trx,
  classes: readonly string[],
): Promise<ReadonlyMap<string, number>> => (await counts.get(portal)?.(db, classes)) ?? new Map();

/** Whether a right reaches the department that teaches the class called `k`. */
export const isClassWithin = (scope: Scope): RawBuilder<boolean> =>
  scope === "all" ? sql<boolean>`true` : sql<boolean>`k.department = any(${[...scope.departments]}::uuid[])`;

interface LockedClass {
  readonly code: string;
  readonly department: string;
  readonly seats: number | null;
  readonly version: number;
  readonly iswithin: boolean;
}

/** Who teaches a class, and for how many. */
export function classCalls(app: FastifyInstance): void {
  handle(app, changeClass, staff("courses.change"), (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const { params, who, body } = ask;
      // Whoever registers keeps the class as it is until the end: their lines are counted then.
      const { rows } = await sql<LockedClass>`
        select k.code, k.department, k.seats, k.version, ${isClassWithin(who.scope)} as iswithin from portal.course_class k
        where k._id = ${isId(params.id) ? params.id : null} for update`.execute(trx);
      const [found] = rows;
      if (!found) throw notFound();
      if (!found.iswithin)
        throw new Refusal(
          "beyond-reach",
          403,
          `Another department teaches ${found.code}. Ask its head, or the Registry`,
        );
      if (found.version !== body.version)
        throw stale(
          "version-stale",
          `${found.code} was changed in another place meanwhile. Look at it again, then save`,
        );
      const registered = (await registeredIn(app, trx, [params.id])).get(params.id) ?? 0;
      if (body.seats !== undefined && body.seats < registered)
        throw refuseFields("seats-taken", {
          seats: `${asCount(registered, "student has", "students have")} registered ${found.code} already. Seats must be at least that many`,
        });
      const after = { department: body.department, seats: body.seats ?? null };
      if (!isId(body.department)) throw unknownDepartment();
      await sql`update portal.course_class set department = ${after.department}, seats = ${after.seats}, version = version + 1,
        "updatedAt" = now() where _id = ${params.id}`
        .execute(trx)
        .catch((fault: unknown) => {
          throw brokenConstraint(fault) === "course_class_department" ? unknownDepartment() : fault;
        });
      const { department, seats } = found;
      note({ deed: "course_class.change", subject: `course_class:${params.id}`, before: { department, seats }, after });
      return { type: "success" as const, message: `${found.code} saved`, version: body.version + 1 };
    }),
  );
}

const unknownDepartment = () =>
  refuseFields("choice-not-found", { department: "Teaching department was not found. Choose it from the list" });
