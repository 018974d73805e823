import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { addSessionPart, copiedRows, sessionsById, sessionsInOrder } from "#calendar/session/session.server.ts";
import { isProgrammeWithin, programmeTitles, taughtProgrammesWithin } from "#college/programme/programme.server.ts";
import { beyondReach } from "#console/record/record.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import { performChecked, type Work } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { copyCourses, listCopySources } from "./catalogue.contract.ts";
import { findingsOf } from "./catalogue.read.server.ts";

/** What of a course goes along; `_id`, programme, session and class are the copy's own. */
const copied = [
  "code",
  "name",
  "moduletype",
  "credit",
  "level",
  "semester",
  "general",
  "choice",
  "choose",
  "needs",
  "excludes",
] as const;

interface Wanted {
  readonly from: string;
  readonly fromsession: string;
  readonly programme: string;
  readonly session: string;
  readonly begins?: string | undefined;
  readonly half?: number | undefined;
  readonly ashalf?: number | undefined;
}

interface FoundCourse {
  readonly _id: string;
  readonly code: string;
  readonly name: string;
  readonly credit: number;
  readonly level: number;
  readonly semester: number;
  readonly isthere: boolean;
}

/** Takes courses over from another programme, or from another session. */
export function copyCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  addOpeningPart(app);

  handle(app, listCopySources, staff("courses"), async ({ request }) => {
    const { programme, session } = request.query as { programme?: unknown; session?: unknown };
    const { rows } = await sql<Source>`
      select c.session, c.programme, t.title, count(*)::int as courses,
        array_remove(array_agg(distinct c.half), null) as halves
      from portal.course c join (${programmeTitles()}) t on t._id = c.programme
      where c.status group by c.session, c.programme, t.title, t.code order by t.code`.execute(db);
    const order = (await sessionsInOrder(db)).map(({ _id, name }) => ({ _id, label: name }));
    return order
      .flatMap((one) =>
        rows
          .filter((row) => row.session === one._id && !(row.session === session && row.programme === programme))
          .map((row) => ({
            session: one,
            programme: { _id: row.programme, label: row.title },
            courses: row.courses,
            halves: row.halves,
          })),
      )
      .toSorted((one, other) => Number(other.programme._id === programme) - Number(one.programme._id === programme));
  });

  handle(app, copyCourses, staff("courses.change"), async (ask) => {
    const { check, ...wanted } = ask.body;
    await requireIds(app, wanted);
    if (wanted.from === wanted.programme && wanted.fromsession === wanted.session)
      throw refuseFields("copy-into-itself", {
        from: "A catalogue is not copied into itself. Choose another programme or session to copy from",
      });
    if (!(await isProgrammeWithin(db, wanted.programme, ask.who.scope))) throw beyondReach();
    const copying = async (work: Work) => {
      const courses = await coursesFound(work, wanted, ask.who);
      if (courses.length === 0)
        throw refuse(
          "nothing-to-copy",
          wanted.begins || wanted.half
            ? "No course of that programme and session fits. Choose another half, or other beginnings of codes"
            : "That programme has no active course in that session. Choose another one to copy from",
        );
      const added = await addCopies(work, wanted, courses);
      const there = courses.length - added;
      const message =
        added === 0
          ? `All ${courses.length} stand there already, so nothing was copied`
          : `${asCount(added, "course was", "courses were")} copied${there > 0 ? `; ${there} stood there already` : ""}`;
      return {
        type: "success" as const,
        message,
        added,
        courses: courses.map(({ _id, ...course }) => course),
      };
    };
    if (!check) return write(app, ask, copying);
    const by = { actor: ask.who.actor, request: ask.request.id };
    return { ...(await performChecked(db, by, copying)), message: "Nothing has been copied yet" };
  });
}

interface Source {
  readonly session: string;
  readonly programme: string;
  readonly title: string;
  readonly courses: number;
  readonly halves: number[];
}

async function requireIds({ portal: { db } }: FastifyInstance, wanted: Wanted): Promise<void> {
  for (const [name, label] of [
    ["fromsession", "Session to copy from"],
    ["session", "Session"],
  ] as const)
    if (!isId(wanted[name]) || !(await sessionsById(db, [wanted[name]])).has(wanted[name]))
      throw refuseFields("choice-not-found", { [name]: `${label} was not found. Choose it from the list` });
  for (const [name, label] of [
    ["from", "Copy from"],
    ["programme", "Programme"],
  ] as const)
    if (!isId(wanted[name]) || !(await isProgrammeThere(db, wanted[name])))
      throw refuseFields("choice-not-found", { [name]: `${label} was not found. Choose it from the list` });
}

async function isProgrammeThere(db: Parameters<typeof sessionsById>[0], id: string): Promise<boolean> {
  const { rows } = await sql`select from (${programmeTitles()}) t where t._id = ${id}`.execute(db);
  return rows.length > 0;
}

/**
 * The active courses of the other catalogue that are asked for. General ones count for every programme where they stand: of the
 * same session they are not among them, nor where the right reaches less than the whole college, and one that stands somewhere
 * in the session is there. Two copies follow each other, so that they stand once.
 */
async function coursesFound({ trx }: Work, wanted: Wanted, { scope }: Pick<Officer, "scope">): Promise<FoundCourse[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('courses are copied', 0))`.execute(trx);
  const beginnings = (wanted.begins ?? "")
    .toUpperCase()
    .split(/[,;\s]+/)
    .filter(Boolean);
  const { rows } = await sql<FoundCourse>`
    select c._id, c.code, c.name, c.credit, c.level, c.semester,
      exists (select from portal.course has where has.session = ${wanted.session} and has.programme = ${wanted.programme}
        and has.code = c.code)
        or c.general and ${generalIn(wanted.session)} as isthere
    from portal.course c
    where c.session = ${wanted.fromsession} and c.programme = ${wanted.from} and c.status
      and not (c.general and (c.session = ${wanted.session} or ${scope !== "all"}))
      and (${wanted.half ?? null}::int is null or c.half = ${wanted.half ?? null}::int)
      and (${beginnings.length === 0} or exists (
        select from unnest(${beginnings}::text[]) as b(beginning) where starts_with(c.code, b.beginning)))
    order by c.level, c.semester, c.code`.execute(trx);
  return rows;
}

/** Whether some programme has the general course `c` in a session already. */
const generalIn = (session: string) => sql`exists (select from portal.course stands
  where stands.session = ${session} and stands.general and stands.code = c.code)`;

/** Adds those that are not there, and begins the history of each; answers how many. */
async function addCopies({ trx, note }: Work, wanted: Wanted, courses: readonly FoundCourse[]): Promise<number> {
  const old = courses.filter(({ isthere }) => !isthere).map(({ _id }) => _id);
  const names = sql.join(copied.map((name) => sql.ref(name)));
  const { rows } = await sql<{ _id: string; code: string }>`
    insert into portal.course (_id, programme, session, half, ${names})
    select n.new, ${wanted.programme}, ${wanted.session}, coalesce(${wanted.ashalf ?? null}::smallint, had.half),
      ${sql.join(copied.map((name) => sql.ref(`had.${name}`)))}
    from unnest(${old}::uuid[], ${old.map(newId)}::uuid[]) as n(old, new) join portal.course had on had._id = n.old
    on conflict on constraint course_once do nothing returning _id, code`.execute(trx);
  if (wanted.session !== wanted.fromsession) await takeClassesAlong(trx, wanted.fromsession, wanted.session);
  for (const { _id, code } of rows)
    note({
      deed: "course.copy",
      subject: `course:${_id}`,
      after: { code, session: wanted.session, from: wanted.fromsession, fromprogramme: wanted.from },
    });
  if (rows.length === 0)
    note({
      deed: "course.copy",
      subject: `programme:${wanted.programme}`,
      after: { session: wanted.session, from: wanted.fromsession, fromprogramme: wanted.from },
      reason: "All stood there already",
    });
  return rows.length;
}

/** Classes that this copy made: who teaches them, and for how many, is as it was. */
async function takeClassesAlong(trx: Work["trx"], from: string, to: string): Promise<void> {
  await sql`update portal.course_class new set department = old.department, seats = old.seats from portal.course_class old
    where new.session = ${to} and new."createdAt" = now() and old.session = ${from} and old.code = new.code`.execute(
    trx,
  );
}

/** A new session begins with the catalogue of the last one, class by class as it was taught. */
function addOpeningPart(app: FastifyInstance): void {
  addSessionPart(app, {
    name: "courses",
    copy: async (work, from, to) => {
      const count = await copiedRows(
        work,
        {
          noun: "course",
          table: "course",
          columns: ["programme", ...copied, "half", "status"],
          group: ["programme"],
          // One that was typed in already stands once.
          where: sql`had.status and not (had.general and exists (select from portal.course stands
            where stands.session = ${to} and stands.general and stands.code = had.code))`,
        },
        from,
        to,
      );
      await takeClassesAlong(work.trx, from, to);
      return count;
    },
    // Of a college that keeps no courses here nothing is lacking.
    holes: async (db, session, programmes) => {
      const kept = await sql`select from portal.course kept limit 1`.execute(db);
      if (kept.rows.length === 0) return [];
      const taught = await taughtProgrammesWithin(db, "all");
      const wanted = new Set(programmes.map(({ _id }) => _id));
      const here = taught.filter(({ _id }) => wanted.has(_id));
      const findings = Map.groupBy(await findingsOf(db, session, here), ({ programme }) => programme);
      const { rows } = await sql`select from portal.course c where c.session = ${session} limit 1`.execute(db);
      if (rows.length === 0)
        return [
          {
            programme: null,
            about: "Courses",
            sentence: "No programme has a course in this session yet. Copy them from the one before, or type them in",
            link: `/staff/courses?session=${session}`,
          },
        ];
      return here.flatMap(({ _id, label }) => {
        const bad = (findings.get(_id) ?? []).filter(({ severity }) => severity === "wrong");
        const [first] = bad;
        if (!first) return [];
        const more = bad.length > 1 ? `, and ${bad.length - 1} more` : "";
        const about = first.sentence.startsWith(label) ? "" : `Courses of ${label}: `;
        const sentence = `${about}${first.sentence}${more}`;
        return {
          programme: { _id, label },
          about: "Courses",
          sentence,
          link: `/staff/courses/grid?session=${session}&programme=${_id}`,
        };
      });
    },
  });
}
