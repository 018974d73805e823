import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import * as v from "valibot";
import { onDay } from "#console/record/record.fields.contract.ts";
import { refuseForm } from "#kit/wire/refusal.server.ts";
import type { FormFailures, sides } from "./form-failure.contract.ts";
import { fieldOf } from "./form-failure.fields.server.ts";
import { namedForms } from "./form-failure.names.server.ts";
import { isOfOffice } from "./form-failure.tally.server.ts";

/** What is asked: both days with what lies between, in Lagos, and whose forms; everybody's while `side` is empty. */
export interface Asked {
  readonly from: string;
  readonly to: string;
  readonly side: (typeof sides)[number] | "";
}

const USUAL_DAYS = 30;
const DAY_MS = 86_400_000;

const question = v.strictObject({
  from: v.optional(v.union([v.literal(""), onDay("From")], "From must be a date such as 2026-11-30"), ""),
  to: v.optional(v.union([v.literal(""), onDay("To")], "To must be a date such as 2026-11-30"), ""),
  side: v.optional(v.picklist(["", "Applicants", "Office"], "Forms of must be Applicants or Office"), ""),
});

/** Reads a query string; without days it asks for the last thirty, by the database's clock. */
export async function readAsked({ portal: { db } }: FastifyInstance, given: unknown): Promise<Asked> {
  const { success, output, issues } = v.safeParse(question, given);
  if (!success) {
    const errors = Object.fromEntries(issues.map((issue) => [v.getDotPath(issue) ?? "form", issue.message]));
    throw refuseForm(Object.values(errors).join(". "), errors);
  }
  const { rows } = await sql<{ today: string }>`select (now() at time zone 'Africa/Lagos')::date as today`.execute(db);
  const to = output.to || (rows[0]?.today ?? "");
  const from = output.from || dayBefore(to, USUAL_DAYS - 1);
  if (from > to) throw refuseForm(BACKWARDS, { to: BACKWARDS });
  return { from, to, side: output.side };
}

const BACKWARDS = "To must be the same day as From, or a later one";

const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);

/** What was counted between two days, in the office's words; a call that is gone keeps its address for a name. */
export async function formFailures(app: FastifyInstance, { from, to, side }: Asked): Promise<FormFailures> {
  const { db } = app.portal;
  const within = sql`day between ${from} and ${to}`;
  const [tried, told] = await Promise.all([
    sql<{ call: string; attempts: number; refused: number }>`
      select call, sum(attempts) as attempts, sum(refused) as refused from portal.form_attempt
      where ${within} group by call`.execute(db),
    sql<{ call: string; field: string; times: number; sentence: string | null }>`
      with told as (
        select call, field, sentence, sum(times) as times from portal.form_failure where ${within}
        group by call, field, sentence)
      select call, field, sum(times)::bigint as times,
        (array_agg(sentence order by times desc, sentence) filter (where sentence <> ''))[1] as sentence
      from told group by call, field`.execute(db),
  ]);
  const attempts = new Map(tried.rows.map((row) => [row.call, row.attempts]));
  const named = namedForms(app);
  const isAsked = ({ call }: { readonly call: string }) => side === "" || sideOf(call) === side;
  return {
    from,
    to,
    forms: tried.rows
      .filter((row) => row.refused > 0 && isAsked(row))
      .map((row) => ({ ...row, name: named.get(row.call)?.name ?? row.call, side: sideOf(row.call) }))
      .sort((one, other) => other.refused - one.refused || (one.call < other.call ? -1 : 1)),
    failures: told.rows
      .filter(isAsked)
      .map((row) => {
        const form = named.get(row.call);
        const label = (form && fieldOf(form.endpoint.body, row.field)?.label) ?? row.field;
        return {
          ...row,
          name: form?.name ?? row.call,
          side: sideOf(row.call),
          label: row.field === "" ? "The form as a whole" : label,
          attempts: attempts.get(row.call) ?? row.times,
        };
      })
      .sort((one, other) => other.times - one.times || (one.call + one.field < other.call + other.field ? -1 : 1)),
  };
}

const sideOf = (call: string): (typeof sides)[number] => (isOfOffice(call) ? "Office" : "Applicants");
