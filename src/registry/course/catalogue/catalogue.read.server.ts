import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { sessionsById, usualRunningSession } from "#calendar/session/session.server.ts";
import { departmentName } from "#college/department/department.server.ts";
import {
  programmeTitles,
  type TaughtProgramme,
  taughtProgramme,
  taughtProgrammesWithin,
  yearsTaught,
} from "#college/programme/programme.server.ts";
import { unitsByAward } from "#college/setting/setting.lines.rules.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import type { Choice } from "#console/record/record.contract.ts";
import type { Scope } from "#console/scope/scope.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuseFields, refuseForm } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { type CheckedCourse, type CheckedProgramme, catalogueFindings, type Finding } from "./catalogue.check.rules.ts";
import { isClassWithin, registeredIn } from "./catalogue.class.server.ts";
import { type CatalogueGrid, checkCatalogue, type GridCourse, readCatalogueGrid } from "./catalogue.contract.ts";

/** What a programme teaches in a session, and what is wrong with it. */
export function catalogueReads(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, readCatalogueGrid, staff("courses"), async ({ who, request }) => {
    const session = await sessionOf(db, request.query);
    const programme = await programmeOf(db, request.query, who.scope);
    const [courses, general] = await Promise.all([
      coursesOf(app, session._id, programme._id, who.scope),
      generalOf(db, session._id, programme._id),
    ]);
    return { session, ...gridOf(programme, courses), general };
  });

  handle(app, checkCatalogue, staff("courses"), async ({ who, request }) => {
    const session = await sessionOf(db, request.query);
    const asked = (request.query as { programme?: unknown }).programme;
    const programmes = asked
      ? [await programmeOf(db, request.query, who.scope)]
      : await taughtProgrammesWithin(db, who.scope);
    const labels = new Map(programmes.map(({ _id, label }) => [_id, label]));
    const findings = await findingsOf(db, session._id, programmes);
    return {
      session,
      programmes: programmes.length,
      findings: findings.map(({ programme, ...found }) => ({
        ...found,
        programme: { _id: programme, label: labels.get(programme) ?? "" },
      })),
    };
  });
}

/** The session that a query names, or the one that runs. */
async function sessionOf(db: Database, query: unknown): Promise<Choice> {
  const { session: asked } = query as { session?: unknown };
  const wanted = asked === undefined || asked === "" ? (await usualRunningSession(db)).session : asked;
  if (wanted === undefined) throw refuseFields("field-required", { session: "Choose a session: none runs now" });
  const [found] = (await sessionsById(db, typeof wanted === "string" && isId(wanted) ? [wanted] : [])).values();
  if (!found) throw notFound();
  return { _id: found._id, label: found.name };
}

async function programmeOf(db: Database, query: unknown, scope: Scope): Promise<TaughtProgramme> {
  const { programme } = query as { programme?: unknown };
  if (typeof programme !== "string" || programme === "")
    throw refuseForm("form-invalid", "Choose a programme", { programme: "Choose a programme" });
  const found = await taughtProgramme(db, programme, scope);
  if (!found) throw notFound();
  return found;
}

function gridOf(
  programme: TaughtProgramme,
  courses: readonly GridCourse[],
): Omit<CatalogueGrid, "session" | "general"> {
  const { _id, label, minunit, maxunit } = programme;
  const usual = Array.from({ length: yearsTaught(programme) }, (_, year) => (year + 1) * 100);
  const levels = [...new Set([...usual, ...courses.map(({ level }) => level)])].toSorted((one, other) => one - other);
  return { programme: { _id, label }, minunit, maxunit, levels, courses: [...courses] };
}

type StoredCourse = Omit<GridCourse, "class"> & {
  readonly class: Omit<GridCourse["class"], "registered">;
};

/** A programme's own courses, active or not, in the order in which they are read. */
async function coursesOf(
  app: FastifyInstance,
  session: string,
  programme: string,
  scope: Scope,
): Promise<GridCourse[]> {
  const { db } = app.portal;
  const { rows } = await sql<StoredCourse>`
    select c._id, c.version, c.code, c.name, c.moduletype, c.credit, c.level, c.semester, c.status, c.general, c.half,
      c.choice, c.choose, c.needs, c.excludes,
      jsonb_build_object('_id', k._id, 'seats', k.seats, 'version', k.version, 'isown', ${isClassWithin(scope)},
        'department', jsonb_build_object('_id', k.department, 'label', ${departmentName(sql.ref("k.department"))})) as class
    from portal.course c join portal.course_class k on k._id = c.class
    where c.session = ${session} and c.programme = ${programme}
    order by c.level, c.semester, c.code, c._id`.execute(db);
  const registered = await registeredIn(
    app,
    db,
    rows.map((row) => row.class._id),
  );
  return rows.map((row) => ({ ...row, class: { ...row.class, registered: registered.get(row.class._id) ?? 0 } }));
}

/** General courses that stand in other programmes alone, each code once. */
async function generalOf(db: Database, session: string, programme: string): Promise<CatalogueGrid["general"]> {
  const { rows } = await sql<CatalogueGrid["general"][number]>`
    select distinct on (c.level, c.semester, c.code) c._id, c.code, c.name, c.moduletype, c.credit, c.level, c.semester, c.choice,
      c.choose, t.title as programme
    from portal.course c join (${programmeTitles()}) t on t._id = c.programme
    where c.session = ${session} and c.general and c.status and c.programme <> ${programme}
      and not exists (select from portal.course own
        where own.session = ${session} and own.programme = ${programme} and own.code = c.code and own.status)
    order by c.level, c.semester, c.code, c._id`.execute(db);
  return rows;
}

/** What is wrong with some programmes' catalogues of a session: one read of all that session's courses, whatever their number. */
export async function findingsOf(
  db: Database,
  session: string,
  programmes: readonly TaughtProgramme[],
): Promise<readonly Finding[]> {
  const [{ rows: courses }, units] = await Promise.all([
    sql<CheckedCourse>`${activeCourses(session)}`.execute(db),
    readSetting(db, "unitsToGraduate"),
  ]);
  const needed = unitsByAward(units);
  return catalogueFindings(
    programmes.map(
      (one): CheckedProgramme => ({ ...one, years: yearsTaught(one), toGraduate: needed.get(one.award) ?? null }),
    ),
    courses,
  );
}

const activeCourses = (session: string): RawBuilder<unknown> => sql`
  select c.programme, c.code, c.name, c.moduletype, c.credit, c.level, c.semester, c.general, c.half, c.choice, c.choose, c.needs,
    c.excludes
  from portal.course c where c.session = ${session} and c.status order by c.level, c.semester, c.code, c._id`;
