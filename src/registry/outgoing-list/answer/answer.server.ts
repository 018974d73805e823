import { sql } from "kysely";
import type { Values } from "#console/record/record.contract.ts";
import type { FormChange, RecordRules } from "#console/record/record.server.ts";
import { asDay, lagosToday } from "#kit/value/dates.rules.ts";
import { type Refusal, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { everyStudent, ofStudentsWithin, studentsFound } from "../../student/student.server.ts";
import { matriculationAnswers } from "./answer.contract.ts";

interface Sent {
  /** Of a merged record the one that stays. */
  readonly student: string;
  /** The day on which the number left first, in Lagos. */
  readonly left: string;
}

/** Who stands under a JAMB number in a National Matriculation List that was signed off, by the number. */
async function sentUnder(trx: Trx, numbers: readonly string[]): Promise<ReadonlyMap<string, Sent>> {
  const { rows } = await sql<Sent & { jamb: string }>`
    select distinct on (l.jamb) l.jamb, coalesce(s.mergedinto, s._id) as student,
      (min(o."decidedAt") over (partition by l.jamb) at time zone 'Africa/Lagos')::date as left
    from portal.outgoing_list_line l join portal.outgoing_list o on o._id = l.list join ${everyStudent()} s on s._id = l.student
    where l.jamb = any(${[...numbers]}::text[]) and l.student is not null and l.standing = 'In the file'
      and o.kind = 'National Matriculation List' and o.state in ('Signed off', 'Superseded')
    order by l.jamb, o."createdAt" desc, l.student`.execute(trx);
  return new Map(rows.map(({ jamb, student, left }) => [jamb, { student, left }]));
}

const numbersOf = (changes: readonly FormChange[]): string[] => changes.map(({ form }) => String(form.jamb));

async function answersRefused({ trx }: Work, changes: readonly FormChange[]): Promise<ReadonlyMap<string, Refusal>> {
  const sent = await sentUnder(trx, numbersOf(changes));
  return new Map(
    changes.flatMap(({ id, before, form }) => {
      const known = sent.get(String(form.jamb));
      const trouble = before ? troubleOf(form, known, before) : troubleOf(form, known);
      return trouble ? [[id, trouble]] : [];
    }),
  );
}

function troubleOf(form: FormChange["form"], known: Sent | undefined, before?: FormChange["before"]): Refusal | null {
  // A number that was put right since is the same student's.
  if (before && before.jamb !== form.jamb && before.student !== known?.student)
    return refuseFields("answer-of-another", { jamb: "An answer stays with its JAMB number. Add the other's" });
  if (!known)
    return refuseFields("not-in-signed-list", {
      jamb: "No National Matriculation List that was signed off holds this JAMB number",
    });
  if (String(form.day) > lagosToday())
    return refuseFields("day-to-come", { day: "Answered on must not be in the future" });
  return String(form.day) < known.left
    ? refuseFields("day-before-list", {
        day: `Answered on must not lie before ${asDay(known.left)}, when the number left the college`,
      })
    : null;
}

async function studentsAnswered({ trx }: Work, changes: readonly FormChange[]): Promise<ReadonlyMap<string, Values>> {
  const sent = await sentUnder(trx, numbersOf(changes));
  // Whoever is listed has nothing to put right.
  return new Map(
    changes.map(({ id, form }) => [
      id,
      { student: sent.get(String(form.jamb))?.student, ...(form.answer === "Listed" && { reason: null }) },
    ]),
  );
}

export const matriculationAnswerRules: RecordRules<typeof matriculationAnswers> = {
  of: matriculationAnswers,
  table: "matriculation_answer",
  within: (column, scope) => ofStudentsWithin(column("student"), scope),
  found: (words, column) => sql`${column("student")} in (${studentsFound(words)})`,
  constraints: {
    matriculation_answer_jamb: [
      "value-taken",
      "jamb",
      "JAMB's answer about this number stands already. Change that one",
    ],
    matriculation_answer_once: [
      "value-taken",
      "jamb",
      "JAMB's answer about this student stands already. Change that one",
    ],
  },
  many: { apart: {}, check: answersRefused, columns: ["student"], fills: studentsAnswered },
};
