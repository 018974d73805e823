import { sql } from "kysely";
import type { Values } from "#console/record/record.contract.ts";
import type { FormChange, RecordRules } from "#console/record/record.server.ts";
import { lagosToday } from "#kit/value/dates.rules.ts";
import { type Refusal, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { everyStudent, ofStudentsWithin, studentsFound } from "../../student/student.server.ts";
import { matriculationAnswers } from "./answer.contract.ts";

/** Who stands under a JAMB number in a National Matriculation List that was signed off, by the number. */
async function sentUnder(trx: Trx, numbers: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ jamb: string; student: string }>`
    select distinct on (l.jamb) l.jamb, coalesce(s.mergedinto, s._id) as student
    from portal.outgoing_list_line l join portal.outgoing_list o on o._id = l.list join ${everyStudent()} s on s._id = l.student
    where l.jamb = any(${[...numbers]}::text[]) and l.standing = 'In the file'
      and o.kind = 'National Matriculation List' and o.state in ('Signed off', 'Superseded')
    order by l.jamb, o."createdAt" desc, l.student`.execute(trx);
  return new Map(rows.map(({ jamb, student }) => [jamb, student]));
}

const numbersOf = (changes: readonly FormChange[]): string[] => changes.map(({ form }) => String(form.jamb));

async function answersRefused({ trx }: Work, changes: readonly FormChange[]): Promise<ReadonlyMap<string, Refusal>> {
  const sent = await sentUnder(trx, numbersOf(changes));
  return new Map(
    changes.flatMap(({ id, before, form }) => {
      if (before && before.jamb !== form.jamb)
        return [
          [id, refuseFields("answer-of-another", { jamb: "An answer stays with its JAMB number. Add the other's" })],
        ];
      if (!sent.has(String(form.jamb)))
        return [
          [
            id,
            refuseFields("not-in-signed-list", {
              jamb: "No National Matriculation List that was signed off holds this JAMB number",
            }),
          ],
        ];
      return form.day > lagosToday()
        ? [[id, refuseFields("day-to-come", { day: "Answered on must not be in the future" })]]
        : [];
    }),
  );
}

async function studentsAnswered({ trx }: Work, changes: readonly FormChange[]): Promise<ReadonlyMap<string, Values>> {
  const sent = await sentUnder(trx, numbersOf(changes));
  // Whoever is listed has nothing to put right.
  return new Map(
    changes.map(({ id, form }) => [
      id,
      { student: sent.get(String(form.jamb)), ...(form.answer === "Listed" && { reason: null }) },
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
