import { sql } from "kysely";
import type { MergePart } from "#console/noun/noun.server.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import { isKeptBack } from "#registry/course-result/course-result.server.ts";
import { everyStudent, studentsOfAccount } from "#registry/student/student.server.ts";

export const impossibleGraduations: readonly Impossible[] = [
  {
    name: "award-beside-status",
    sentence: "Whom the award was conferred on is Graduated, until two people take that back",
    rows: sql`select 'student:' || l.student as subject from portal.graduand l join ${everyStudent()} s on s._id = l.student
      where l.state = 'Conferred' and s.status not in ('Graduated', 'Deceased')`,
  },
  {
    name: "award-conferred-by-one",
    sentence: "A graduation list is proposed by one and approved by another",
    rows: sql`select 'graduation:' || g._id as subject from portal.graduation g
      where g.state = 'Approved' and g.decidedby is not distinct from g.proposedby`,
  },
  {
    name: "award-beside-its-list",
    sentence:
      "Who stands on a list is what its state says: nobody is conferred by a list that is not approved, or waits on one that is",
    rows: sql`select 'graduand:' || l._id as subject from portal.graduand l join portal.graduation g on g._id = l.graduation
      where (l.state in ('Conferred', 'Undone')) <> (g.state = 'Approved') and l.state in ('Conferred', 'Undone', 'Listed')
        and not (l.state = 'Listed' and g.state = 'Proposed')`,
  },
];

/** While results are kept back, no figure and no class that rests on them, nor why somebody was taken off. */
export const ownGraduands: OwnRows = {
  name: "graduations",
  tables: ["graduand"],
  rows: (owner) => sql`select case when ${isKeptBack(sql`l.student`, studentsOfAccount(owner))}
        then kept.row - '{points,units,cgpa,passedunits,passclass,classfrom,reason,looked}'::text[] || '{"keptback": true}'
        else kept.row end as row
    from portal.graduand l cross join lateral (select to_jsonb(l) - '{search,takenoffby,lookedby}'::text[] as row) kept
    where l.student in (${studentsOfAccount(owner)})`,
  stays: {
    what: (rows) => rows.map(() => "Your place on a graduation list"),
    why: "The college says for ever who holds its awards",
  },
};

interface OfBoth {
  readonly student: string;
  readonly state: string;
  readonly status: string;
}

/** A place on a list goes along. Two places, or an award that would come to somebody who is not Graduated, are settled first. */
export const graduandMerge: MergePart = {
  tables: ["graduand"],
  async plan(trx, { kept, gone }) {
    const { rows } = await sql<OfBoth>`
      select s._id as student, l.state, s.status from ${everyStudent()} s
      join portal.graduand l on l.student = s._id and l.state in ('Listed', 'Conferred')
      where s._id in (${kept._id}, ${gone._id})`.execute(trx);
    const going = rows.find(({ student }) => student === gone._id);
    if (!going) return {};
    if (rows.length > 1)
      return {
        stops: ["Each record stands on a graduation list. Take the wrong one off, or its graduation back, first"],
      };
    return going.state === "Conferred"
      ? { stops: ["The record that goes has the award. Let the other one go, so that this one stays"] }
      : { moves: ["The place on the graduation list goes along"] };
  },
  async move({ trx, note }, { kept, gone }) {
    const { rows } =
      await sql`update portal.graduand l set student = ${kept._id}, version = l.version + 1, "updatedAt" = now()
      where l.student = ${gone._id} and not exists (select from portal.graduand k
        where k.student = ${kept._id} and k.graduation = l.graduation) returning l._id`.execute(trx);
    if (rows.length > 0)
      note({
        deed: "graduand.go-along",
        subject: `student:${kept._id}`,
        after: { from: gone._id, lines: rows.length },
      });
  },
};
