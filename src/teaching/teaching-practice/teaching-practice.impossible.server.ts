import { sql } from "kysely";
import { membersOfStaff } from "#access/staff/staff.server.ts";
import type { MergePart } from "#console/noun/noun.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Round } from "#platform/jobs/jobs.server.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import { perform, portalItself } from "#platform/write/perform.server.ts";
import { contact } from "#reference/brand/brand.rules.ts";
import { writeMails } from "#reference/message-template/message-template.server.ts";
import { practiceMarks } from "#registry/past-mark/past-mark.server.ts";
import { studentsOfAccount } from "#registry/student/student.server.ts";
import { everyRound } from "../practice-round/practice-round.server.ts";
import { everySchool } from "../practice-school/practice-school.server.ts";
import { freedMail } from "./teaching-practice.mail.server.ts";

export const impossiblePractice: readonly Impossible[] = [
  {
    name: "practice-places-miscounted",
    sentence: "A school's taken places are those of its postings that stand",
    rows: sql`select 'practice_round:' || coalesce(held.round, counted.round) as subject
      from portal.practice_seat held full join (
        select p.round, p.school, count(*)::int as taken from portal.practice_posting p where p.state <> 'Released'
        group by p.round, p.school) counted on (counted.round, counted.school) = (held.round, held.school)
      where coalesce(held.taken, 0) <> coalesce(counted.taken, 0)`,
  },
  {
    name: "practice-confirmed-by-one",
    sentence: "A result of teaching practice is proposed by one person and confirmed by another",
    rows: sql`select 'practice_posting:' || p._id as subject from portal.practice_posting p
      where p.state = 'Confirmed' and p.decidedby is not distinct from p.proposedby`,
  },
  {
    name: "practice-without-mark",
    sentence: "A confirmed result of teaching practice is the mark of its course",
    rows: sql`select 'practice_posting:' || p._id as subject from portal.practice_posting p join ${everyRound()} r on r._id = p.round
      where p.state = 'Confirmed' and not exists (select from ${practiceMarks()} mark where mark.student = p.student
        and (mark.session, mark.semester, lower(mark.course)) = (r.session, r.semester, lower(p.course)))`,
  },
  {
    name: "practice-score-above-maximum",
    sentence: "No item of a score sheet brings more than its maximum, and the sheet adds up",
    rows: sql`select 'practice_posting:' || v.posting as subject from portal.practice_visit v
      where v.scores is not null and (
        (select sum((item ->> 'score')::int) from jsonb_array_elements(v.scores) item) <> v.got
        or (select sum((item ->> 'most')::int) from jsonb_array_elements(v.scores) item) <> v.most
        or exists (select from jsonb_array_elements(v.scores) item where (item ->> 'score')::int > (item ->> 'most')::int))`,
  },
];

export const ownPostings: OwnRows = {
  name: "teachingpractice",
  tables: ["practice_wish", "practice_posting", "practice_visit"],
  rows: (owner) => sql`select to_jsonb(p) - 'search' - 'postedby' - 'supervisor' - 'proposedby' - 'decidedby'
      - case when p.state = 'Confirmed' then '{}'::text[] else '{total,code,reason}'::text[] end
      || jsonb_build_object('visits', case when p.state = 'Confirmed' then (
        select coalesce(jsonb_agg(to_jsonb(v) - 'staff' order by v.day), '[]') from portal.practice_visit v where v.posting = p._id)
        else '[]'::jsonb end) as row
    from portal.practice_posting p where p.student in (${studentsOfAccount(owner)})
    union all select to_jsonb(w) from portal.practice_wish w where w.student in (${studentsOfAccount(owner)})`,
  stays: {
    what: ({ length }) => [`Your teaching practice: ${asCount(length, "entry", "entries")}`],
    why: "Your result of it is a part of your award",
  },
};

/**
 * Attempts go along. One person teaches at one school at a time: two that stand are settled first. Of one round one goes along, and a
 * second confirmed one stays with its record: which result stands is said by the marks.
 */
export const practiceMerge: MergePart = {
  tables: ["practice_wish", "practice_posting"],
  async plan(trx, { kept, gone }) {
    const { rows } = await sql<{ count: number; isboth: boolean }>`
      select count(*)::int as count, coalesce(bool_or(p.state <> 'Released' and exists (select from portal.practice_posting k
        where k.student = ${kept._id} and k.state <> 'Released' and (k.round = p.round
          or (k.state in ('Posted', 'Proposed') and p.state in ('Posted', 'Proposed'))))), false) as isboth
      from portal.practice_posting p where p.student = ${gone._id} and not exists (select from portal.practice_posting k
        where k.student = ${kept._id} and k.round = p.round and k.state = 'Confirmed' and p.state = 'Confirmed')`.execute(
      trx,
    );
    const { count = 0, isboth = false } = rows[0] ?? {};
    return {
      moves:
        count > 0
          ? [asCount(count, "posting of teaching practice goes along", "postings of teaching practice go along")]
          : [],
      stops: isboth
        ? ["Both records are posted for teaching practice. Take one posting back first, under Teaching practice"]
        : [],
    };
  },
  async move({ trx, note }, { kept, gone }) {
    await sql`update portal.practice_wish w set student = ${kept._id} where w.student = ${gone._id}
      and not exists (select from portal.practice_wish k where k.student = ${kept._id} and k.round = w.round)`.execute(
      trx,
    );
    const { rows } = await sql`update portal.practice_posting set student = ${kept._id}, version = version + 1,
      "updatedAt" = now() where student = ${gone._id} and not exists (select from portal.practice_posting k
        where k.student = ${kept._id} and k.round = practice_posting.round and k.state = 'Confirmed' and practice_posting.state = 'Confirmed')
      returning _id`.execute(trx);
    if (rows.length > 0)
      note({
        deed: "practice_posting.go-along",
        subject: `student:${kept._id}`,
        after: { postings: rows.length, from: gone._id },
      });
  },
};

interface Freed {
  readonly _id: string;
  readonly name: string;
  readonly school: string;
  readonly releasing: string;
  readonly supervisor: string | null;
}

const AT_ONCE = 200;

/** Whoever visits, and the registry, are told of places that are free because a student stopped studying. */
export const tellFreedPlaces: Round = {
  name: "tell-freed-places",
  cron: "*/10 * * * *",
  async run({ portal: { db, config } }) {
    const { rows } =
      await sql`select from portal.practice_posting p where p.state = 'Released' and p."toldAt" is null limit 1`.execute(
        db,
      );
    if (rows.length === 0) return;
    await perform(db, portalItself, async ({ trx, note }) => {
      const { rows: freed } = await sql<Freed>`
        update portal.practice_posting p set "toldAt" = now() from ${everySchool()} s
        where s._id = p.school and p._id in (select due._id from portal.practice_posting due
          where due.state = 'Released' and due."toldAt" is null order by due."releasedAt" limit ${AT_ONCE} for update skip locked)
        returning p._id, p.name, s.name as school, p.releasing, p.supervisor`.execute(trx);
      const members = await membersOfStaff(
        trx,
        freed.flatMap(({ supervisor }) => supervisor ?? []),
      );
      for (const { _id, releasing } of freed)
        note({ deed: "practice_posting.release", subject: `practice_posting:${_id}`, reason: releasing });
      if (freed.length === 0) note({ deed: "practice_posting.nothing", subject: "practice_posting:many" });
      await writeMails(
        trx,
        freed.flatMap((one) => {
          const member = one.supervisor === null ? undefined : members.get(one.supervisor);
          const to = [contact.emailaddress, ...(member?.isactive ? [member.emailaddress] : [])];
          return to.map((recipient) => ({ _id: newId(), ...freedMail(config, recipient, one) }));
        }),
      );
    });
  },
};
