import { sql } from "kysely";
import { sessionsInOrder } from "#calendar/session/session.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { isElective, offeredTo, semesterCalled } from "#registry/course/course.rules.ts";
import { everyCourse } from "#registry/course/course.server.ts";
import { everyRegistration, takenCourses } from "#registry/course-registration/course-registration.server.ts";
import type { ElectiveGroup, RequiredCourse } from "./audit.rules.ts";

interface Leaver {
  readonly _id: string;
  readonly programme: string | null;
  /** Of entry. */
  readonly session: string | null;
  readonly entrylevel: number | null;
}

interface Place {
  readonly level: number;
  readonly semester: number;
  readonly session: string;
}

interface Asked {
  readonly places: ReadonlyMap<string, readonly Place[]>;
  readonly taken: ReadonlyMap<string, ReadonlySet<string>>;
}

/** In which sessions some students registered at which level, and which codes. */
export async function demandsOf(db: Database | Trx, students: readonly string[]): Promise<Asked> {
  const { rows: places } = await sql<Place & { student: string }>`
    select r.student, r.level, r.semester, r.session from ${everyRegistration()} r
    where r.student = any(${[...students]}::uuid[]) and r.state = 'Registered'`.execute(db);
  const { rows: taken } = await sql<{ student: string; codes: string[] }>`
    select t.student, array_agg(distinct upper(t.code)) as codes from ${takenCourses()} t
    where t.student = any(${[...students]}::uuid[]) group by t.student`.execute(db);
  return {
    places: Map.groupBy(places, ({ student }) => student),
    taken: new Map(taken.map(({ student, codes }) => [student, new Set(codes)])),
  };
}

interface Offered extends Place {
  readonly programme: string;
  readonly code: string;
  readonly name: string;
  readonly moduletype: string;
  readonly general: boolean;
  readonly choice: string | null;
  readonly choose: number | null;
}

export interface Demanded {
  readonly required: readonly RequiredCourse[];
  readonly groups: readonly ElectiveGroup[];
  /** Everything that the programme offers on the way, also what nobody must take. */
  readonly codes: readonly string[];
}

/**
 * What the catalogue asks of some students on their way: of each semester that of the session in which it was registered last, else that
 * of the session in which it was due. Where the portal has no catalogue of then, the record alone speaks.
 */
export async function demandedOf(
  db: Database | Trx,
  people: readonly Leaver[],
  { places }: Asked,
  years: ReadonlyMap<string, number>,
): Promise<Map<string, Demanded>> {
  const sessions = (await sessionsInOrder(db)).toSorted((one, other) => one.name.localeCompare(other.name));
  const order = new Map(sessions.map(({ _id }, at) => [_id, at]));
  const { rows: catalogue } = await sql<Offered>`
    select c.programme, c.session, c.level, c.semester, c.code, c.name, c.moduletype, c.general, c.choice, c.choose
    from ${everyCourse()} c where c.status and (c.general or c.programme = any(${[...years.keys()]}::uuid[]))`.execute(
    db,
  );
  const byPlace = Map.groupBy(catalogue, keyOf);
  const known = new Map<string, Demanded>();
  const offeredAt = (programme: string, place: Place): Demanded => {
    const key = `${programme} ${keyOf(place)}`;
    const found = known.get(key) ?? demandOf(programme, place, byPlace.get(keyOf(place)) ?? []);
    known.set(key, found);
    return found;
  };
  return new Map(
    people.map(({ _id, programme, session, entrylevel }) => {
      if (programme === null) return [_id, { required: [], groups: [], codes: [] }];
      const first = entrylevel ?? 100;
      const registered = places.get(_id) ?? [];
      const due = (level: number) => sessions[(order.get(session ?? "") ?? Number.NaN) + (level - first) / 100]?._id;
      const terms = Array.from({ length: (years.get(programme) ?? 3) * 2 }, (_, nth) => ({
        level: 100 * (1 + (nth >> 1)),
        semester: 1 + (nth % 2),
      })).filter(({ level }) => level >= first);
      const all = terms.flatMap((term) => {
        const own = registered
          .filter(({ level, semester }) => level === term.level && semester === term.semester)
          .toSorted((one, other) => (order.get(other.session) ?? 0) - (order.get(one.session) ?? 0))[0]?.session;
        const of = own ?? due(term.level);
        return of === undefined ? [] : [offeredAt(programme, { ...term, session: of })];
      });
      return [
        _id,
        {
          required: all.flatMap(({ required }) => required),
          groups: all.flatMap(({ groups }) => groups),
          codes: all.flatMap(({ codes }) => codes),
        },
      ];
    }),
  );
}

const keyOf = ({ session, level, semester }: Place): string => `${session} ${level} ${semester}`;

function demandOf(programme: string, { level, semester }: Place, rows: readonly Offered[]): Demanded {
  const own = rows.filter((row) => row.programme === programme);
  // A session whose catalogue of this programme was never entered asks for nothing.
  if (own.length === 0) return { required: [], groups: [], codes: [] };
  const offered = [
    ...offeredTo(
      own,
      rows.filter(({ general }) => general),
    ).values(),
  ];
  const chosen = Map.groupBy(offered, ({ choice }) => choice);
  return {
    required: offered.filter((one) => !isElective(one)).map(({ code, name }) => ({ code, title: name })),
    groups: [...chosen].flatMap(([choice, of]) =>
      choice === null
        ? []
        : [
            {
              name: choice,
              term: semesterCalled(level, semester),
              choose: of[0]?.choose ?? 0,
              codes: of.map(({ code }) => code),
            },
          ],
    ),
    codes: offered.map(({ code }) => code),
  };
}
