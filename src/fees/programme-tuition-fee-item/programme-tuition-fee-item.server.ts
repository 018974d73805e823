import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { addSessionPart, copiedRows, usualAdmittingSession } from "#calendar/session/session.server.ts";
import { ofProgrammesWithin } from "#college/programme/programme.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { programmeTuitionFeeItems } from "./programme-tuition-fee-item.contract.ts";

export const programmeTuitionFeeItemRules: RecordRules<typeof programmeTuitionFeeItems> = {
  of: programmeTuitionFeeItems,
  table: "programme_tuition_fee_item",
  within: ofProgrammesWithin,
  usual: usualAdmittingSession,
  constraints: {
    programme_tuition_fee_item_once: [
      "value-taken",
      "label",
      "The programme has this line for such students in this session already. Change that one",
    ],
  },
};

export const tuitionLinesOpening = (app: FastifyInstance): void =>
  addSessionPart(app, {
    name: "tuition fee lines",
    copy: (work, from, to) =>
      copiedRows(
        work,
        {
          noun: "programme_tuition_fee_item",
          table: "programme_tuition_fee_item",
          columns: ["programme", "label", "indigene", "amount_kobo", "status"],
          group: ["programme"],
        },
        from,
        to,
      ),
  });

interface Sums {
  readonly indigene: number;
  readonly others: number;
}

/** What a semester of a programme costs in a session by its active lines, in kobo, for indigenes and for others. */
export async function tuitionSums(db: Database, session: string, programme: string): Promise<Sums> {
  const { rows } = await sql<Sums>`select s.indigene, s.others from (${tuitionSumsOfAll(session)}) s
    where s.programme = ${programme}`.execute(db);
  return rows[0] ?? { indigene: 0, others: 0 };
}

/** The same of every programme that has lines, as a part of a larger query: `programme, indigene, others`. */
export const tuitionSumsOfAll = (session: string): RawBuilder<unknown> => sql`
  select programme, coalesce(sum(amount_kobo) filter (where indigene), 0)::bigint as indigene,
    coalesce(sum(amount_kobo) filter (where not indigene), 0)::bigint as others
  from portal.programme_tuition_fee_item where session = ${session} and status group by programme`;

/** The active lines of a session, as a part of a larger query: `programme, indigene, label, amount_kobo` and their order, `nth`. */
export const tuitionLinesOf = (session: string): RawBuilder<unknown> => sql`
  select programme, indigene, label, amount_kobo, row_number() over (partition by programme, indigene order by _id) as nth
  from portal.programme_tuition_fee_item where session = ${session} and status`;

export const programmeTuitionFeeItemNoun: Noun = {
  name: "programme-tuition-fee-item",
  calls: tuitionLinesOpening,
  records: [programmeTuitionFeeItemRules],
};
