import { sql } from "kysely";
import type { MergePart } from "#console/noun/noun.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import { isKeptBack } from "#registry/course-result/course-result.server.ts";
import { studentsOfAccount } from "#registry/student/student.server.ts";

export const impossibleProgressions: readonly Impossible[] = [
  {
    name: "moved-twice",
    sentence: "Nobody takes one step twice",
    rows: sql`select 'student:' || l.student as subject from portal.progression_line l where l.state in ('Done', 'Kept')
      group by l.student, l.fromsession, l.fromsemester having count(*) > 1`,
  },
  {
    name: "moved-beyond-the-last-level",
    sentence:
      "No progression leads beyond the last level of a programme; who carries courses over from it goes on at that level",
    rows: sql`select 'student:' || l.student as subject from portal.progression_line l
      where l.tolevel > greatest(l.lastlevel, l.level) or l.outcome in ('Repeat', 'Spill-over') and l.tolevel <> l.level`,
  },
  {
    name: "progression-decided-by-one",
    sentence: "Whoever proposed a progression neither approved it nor took it back",
    rows: sql`select 'progression:' || p._id as subject from portal.progression p
      where p.state in ('Running', 'Done', 'Undoing', 'Undone') and (p.decidedby is null or p.decidedby = p.proposedby)
        or p.undoneby = p.proposedby`,
  },
  {
    name: "progression-stands-still",
    sentence: "A progression comes to its end within the hour, and leaves nobody waiting",
    rows: sql`select 'progression:' || p._id as subject from portal.progression p
      where p.state = 'Running' and p."decidedAt" < now() - interval '1 hour'
        or p.state = 'Undoing' and p."undoneAt" < now() - interval '1 hour'
        or p.state in ('Done', 'Undoing', 'Undone') and exists (
          select from portal.progression_line l where l.progression = p._id and l.state = 'Waiting')
        or p.state = 'Undone' and exists (
          select from portal.progression_line l where l.progression = p._id and l.state = 'Done')`,
  },
  {
    name: "moved-before-approval",
    sentence: "Nobody is moved by a progression that was not approved",
    rows: sql`select 'student:' || l.student as subject from portal.progression_line l
      join portal.progression p on p._id = l.progression
      where l.state not in ('Stays', 'Waiting') and p.state in ('Proposed', 'Declined', 'Withdrawn')`,
  },
];

/** How one was listed, and what became of it, once that was approved. Why rests on all marks: while any are kept back it is left out. */
export const ownProgressions: OwnRows = {
  name: "progressions",
  tables: ["progression_line"],
  rows: (owner) => sql`select case when ${isKeptBack(sql`l.student`, studentsOfAccount(owner))}
        then to_jsonb(l) - '{search,reason,said}'::text[] || '{"keptback": true}' else to_jsonb(l) - 'search' end as row
    from portal.progression_line l
    join portal.progression p on p._id = l.progression and p.state in ('Running', 'Done', 'Undoing', 'Undone')
    where l.student in (${studentsOfAccount(owner)})`,
  stays: {
    what: ({ length }) => [
      `Your ${asCount(length, "move to another level or semester", "moves to another level or semester")}`,
    ],
    why: "Your results rest on them, for as long as the rules of the college say",
  },
};

/** What was listed stays as it was listed: whoever waits under a record that goes is skipped, and says so. */
export const progressionMerge: MergePart = {
  tables: ["progression_line"],
  async plan(trx, { gone }) {
    const { rows } = await sql<{ title: string }>`select p.title from portal.progression_line l
      join portal.progression p on p._id = l.progression
      where l.student = ${gone._id} and l.state = 'Waiting' and p.state in ('Proposed', 'Running')`.execute(trx);
    return {
      stays: rows.map(({ title }) => `A progression lists the record that goes (${title}), and will pass over it`),
    };
  },
};
