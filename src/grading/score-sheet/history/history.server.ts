import { sql } from "kysely";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { everyStudent } from "#registry/student/student.server.ts";
import type { readChain } from "../chain/chain.contract.ts";
import type { Score } from "../score-sheet.rules.ts";

type Changed = Replied<typeof readChain>["changed"];

interface Typing {
  readonly student: string;
  readonly name: string;
  readonly matric: string | null;
  readonly staff: string;
  readonly after: Score;
  readonly at: string;
  readonly again: boolean;
}

/** The marks of a sheet that were typed more than once, but for the second typing that each has; each time it was typed. */
export async function changedMarks(db: Database, sheet: string): Promise<Changed> {
  const { rows } = await sql<Typing>`
    with often as (select w.student from portal.score_change w where w.sheet = ${sheet}
      group by w.student, w.how = 'Second typing' having count(*) > 1)
    select w.student, p.name, p.matric, w.staff, w.after, w."createdAt" as at, w.how = 'Second typing' as again
    from portal.score_change w join ${everyStudent()} p on p._id = w.student
    where w.sheet = ${sheet} and w.student in (select o.student from often o)
    order by p.matric, p.name, w.student, w."createdAt", w._id`.execute(db);
  const names = await namesOfStaff(db, [...new Set(rows.map(({ staff }) => staff))]);
  return [...Map.groupBy(rows, ({ student }) => student)].flatMap(([student, all]) => {
    const [first] = all;
    if (!first) return [];
    const typings = all.map(({ staff, after: { ca, examination, code }, at, again }) => ({
      ...{ ca, examination, code, at, again },
      by: names.get(staff) ?? "",
    }));
    return [{ student, name: first.name, matric: first.matric, typings }];
  });
}
