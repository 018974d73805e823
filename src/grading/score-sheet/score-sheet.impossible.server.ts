import { sql } from "kysely";
import type { MergePart } from "#console/noun/noun.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import { everyClass } from "#registry/course/course.server.ts";
import { everyRound } from "#teaching/practice-round/practice-round.server.ts";

export const impossibleSheets: readonly Impossible[] = [
  {
    name: "score-above-maximum",
    sentence: "No mark is above the most that its sheet has for CA and examination",
    rows: sql`select 'score_sheet:' || c.sheet as subject from portal.score c join portal.score_sheet s on s._id = c.sheet
      where greatest(c.ca, c.ca2) > s.camax or greatest(c.examination, c.examination2) > s.exammax`,
  },
  {
    name: "score-changed-while-locked",
    sentence: "Once a sheet is sent in, nobody writes on it until it is returned",
    // A step and a mark of the same moment wait for each other, and may bear either time.
    rows: sql`select distinct 'score_sheet:' || c.sheet as subject from portal.score_change c join portal.score_sheet s on s._id = c.sheet
      where s.state not in ('Open', 'Returned') and c."createdAt" > s."movedAt" + interval '1 minute'`,
  },
  {
    name: "score-without-its-change",
    sentence: "A mark is what was written last, and who wrote it is known",
    rows: sql`select 'score_sheet:' || c.sheet as subject from portal.score c
      left join lateral (select w.after from portal.score_change w where w.sheet = c.sheet and w.student = c.student
        and w.how <> 'Second typing' order by w."createdAt" desc, w._id desc limit 1) last on true
      where jsonb_build_object('ca', c.ca, 'examination', c.examination, 'code', c.code) is distinct from last.after`,
  },
  {
    name: "sheet-of-practice",
    sentence: "A course that is taken as a practice has no score sheet with marks beside the confirmed result",
    rows: sql`select distinct 'score_sheet:' || s._id as subject from portal.score_sheet s join ${everyClass()} k on k._id = s.class
      join ${everyRound()} r on r.session = s.session and k.code = any(string_to_array(r.courses, ', '))
      where exists (select from portal.score c where c.sheet = s._id
        and (c.ca is not null or c.examination is not null or c.code is not null))`,
  },
];

interface Both {
  readonly code: string;
  readonly isboth: boolean;
}

/** Marks on sheets go along. Two marks of one person on one sheet are two examinations: the lecturer says which of them is none. */
export const scoreMerge: MergePart = {
  tables: ["score", "score_change"],
  async plan(trx, { kept, gone }) {
    const { rows } = await sql<Both>`
      select k.code, own._id is not null as isboth
      from portal.score c join portal.score_sheet s on s._id = c.sheet join ${everyClass()} k on k._id = s.class
      left join portal.score own on own.sheet = c.sheet and own.student = ${kept._id}
      where c.student = ${gone._id} order by k.code`.execute(trx);
    const going = rows.filter(({ isboth }) => !isboth).length;
    return {
      moves: going > 0 ? [asCount(going, "mark on a score sheet goes along", "marks on score sheets go along")] : [],
      stops: rows
        .filter(({ isboth }) => isboth)
        .map(
          ({ code }) =>
            `Both records have a mark on the score sheet of ${code}. They are two marks of one person: ask its lecturer which of them was examined, and the Registry which record stays`,
        ),
    };
  },
  async move({ trx, note }, { kept, gone }) {
    const { rows } = await sql`
      update portal.score set student = ${kept._id} where student = ${gone._id} returning _id`.execute(trx);
    await sql`update portal.score_change set student = ${kept._id} where student = ${gone._id}`.execute(trx);
    if (rows.length > 0)
      note({
        deed: "score.go-along",
        subject: `student:${kept._id}`,
        after: { marks: rows.length, from: gone._id },
      });
  },
};
