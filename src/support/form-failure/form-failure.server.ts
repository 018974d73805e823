import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import * as v from "valibot";
import { builtPages } from "#access/permission/permission.pages.rules.ts";
import { staff } from "#access/permission/permission.server.ts";
import { sendReport } from "#console/export/export.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { onDay } from "#console/record/record.fields.contract.ts";
import { type RecordRegistry, registryOf } from "#console/record/record.server.ts";
import { requireWholeCollege } from "#console/scope/scope.server.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import type { AnyEndpoint } from "#kit/wire/endpoint.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuseForm } from "#kit/wire/refusal.server.ts";
import { exportFormFailures, type FormFailures, type formSides, readFormFailures } from "./form-failure.contract.ts";
import { deedWords, formNames } from "./form-failure.names.rules.ts";
import { shareInWords } from "./form-failure.rules.ts";
import { callOf, FormTally, fieldOf, isAnsweredForm, isOfOffice } from "./form-failure.tally.server.ts";

/** Between two writings of what was counted. */
const PAUSE_MS = 5_000;

const keepers = new WeakMap<FastifyInstance["portal"], () => Promise<void>>();

/**
 * Counts every form that is answered, and what it was refused for, by day. No request waits for it: the counts are kept
 * in memory and written every five seconds and at the end, by one statement. What a crash or a database that is away
 * takes of them is lost, and that is fine: they are statistics.
 */
function countFormFailures(app: FastifyInstance): void {
  const tally = new FormTally();
  app.addHook("onSend", async (request, reply) => {
    const { endpoint } = request.routeOptions.config;
    if (!endpoint || !isAnsweredForm(request, reply.statusCode)) return;
    try {
      tally.count(endpoint, request.body, request.refusal);
    } catch (fault) {
      // Nobody's answer is lost for a number.
      request.log.error({ err: fault }, "uncounted");
    }
  });

  let writing: Promise<void> = Promise.resolve();
  const keep = () => {
    writing = writing.then(() => write(app, tally)).catch((fault) => app.log.warn({ err: fault }, "uncounted"));
    return writing;
  };
  keepers.set(app.portal, keep);
  const timer = setInterval(keep, PAUSE_MS).unref();
  app.addHook("onClose", async () => {
    clearInterval(timer);
    await keep();
  });
}

/** Writes what this process has counted so far. */
export const keepFormFailures = async ({ portal }: FastifyInstance): Promise<void> => keepers.get(portal)?.();

/** In one order, so that two processes that write at once wait for each other. */
async function write({ portal: { db } }: FastifyInstance, tally: FormTally): Promise<void> {
  const { attempts, failures } = tally.take();
  if (attempts.length === 0) return;
  await sql`
    with today as (select (now() at time zone 'Africa/Lagos')::date as day),
    tried as (
      insert into portal.form_attempt (day, call, attempts, refused)
      select day, call, attempts, refused
      from today, jsonb_to_recordset(${JSON.stringify(attempts)}::jsonb) as t(call text, attempts int, refused int)
      order by call
      on conflict (day, call) do update set attempts = form_attempt.attempts + excluded.attempts,
        refused = form_attempt.refused + excluded.refused)
    insert into portal.form_failure (day, call, field, sentence, times)
    select day, call, field, sentence, times
    from today, jsonb_to_recordset(${JSON.stringify(failures)}::jsonb)
      as f(call text, field text, sentence text, times int)
    order by call, field, sentence
    on conflict (day, call, field, sentence) do update set times = form_failure.times + excluded.times`.execute(db);
}

/** What the office calls a form, such as "Requirements: import"; and what the form holds. */
interface NamedForm {
  readonly name: string;
  readonly endpoint: AnyEndpoint;
}

export function namedForms(app: FastifyInstance): ReadonlyMap<string, NamedForm> {
  const registry = registryOf(app);
  return new Map(
    app.calls.flatMap(({ endpoint, guard = "" }) =>
      endpoint ? [[callOf(endpoint), { endpoint, name: nameOf(registry, endpoint, guard) }] as const] : [],
    ),
  );
}

function nameOf(registry: RecordRegistry, endpoint: AnyEndpoint, guard: string): string {
  const known = formNames[callOf(endpoint)];
  if (known) return known;
  const [noun = "", ...rest] = endpoint.path.replace(/^\/staff\/ms_/, "").split("/");
  const page = guard.replace(/^staff:/, "").replace(/\.(change|approve)$/, "");
  const whose = registry.get(noun)?.of.many ?? builtPages.find(({ key }) => key === page)?.name;
  return whose ? `${whose}: ${deedOf(endpoint, rest)}` : endpoint.summary;
}

const USUAL = { POST: "add", PUT: "change", DELETE: "delete", GET: "read" } as const;

function deedOf({ method }: AnyEndpoint, steps: readonly string[]): string {
  const last = steps.findLast((step) => !step.startsWith(":"));
  return last === undefined ? USUAL[method] : (deedWords[last] ?? last.replace(/[-_]/g, " "));
}

/** What is asked: both days with what lies between, in Lagos, and whose forms; everybody's while `side` is empty. */
interface Asked {
  readonly from: string;
  readonly to: string;
  readonly side: (typeof formSides)[number] | "";
}

const USUAL_DAYS = 30;
const DAY_MS = 86_400_000;

const question = v.strictObject({
  from: v.optional(v.union([v.literal(""), onDay("From")], "From must be a date such as 2026-11-30"), ""),
  to: v.optional(v.union([v.literal(""), onDay("To")], "To must be a date such as 2026-11-30"), ""),
  side: v.optional(v.picklist(["", "Applicants", "Office"], "Forms of must be Applicants or Office"), ""),
});

/** Reads a query string; without days it asks for the last thirty, by the database's clock. */
async function readAsked({ portal: { db } }: FastifyInstance, given: unknown): Promise<Asked> {
  const { success, output, issues } = v.safeParse(question, given);
  if (!success) {
    const errors = Object.fromEntries(issues.map((issue) => [v.getDotPath(issue) ?? "form", issue.message]));
    throw refuseForm("form-invalid", Object.values(errors).join(". "), errors);
  }
  const { rows } = await sql<{ today: string }>`select (now() at time zone 'Africa/Lagos')::date as today`.execute(db);
  const to = output.to || (rows[0]?.today ?? "");
  const from = output.from || dayBefore(to, USUAL_DAYS - 1);
  if (from > to) throw refuseForm("form-invalid", BACKWARDS, { to: BACKWARDS });
  return { from, to, side: output.side };
}

const BACKWARDS = "To must be the same day as From, or a later one";

const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);

/** What was counted between two days, in the office's words; a call that is gone keeps its address for a name. */
async function formFailures(app: FastifyInstance, { from, to, side }: Asked): Promise<FormFailures> {
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

const sideOf = (call: string): (typeof formSides)[number] => (isOfOffice(call) ? "Office" : "Applicants");

export function formFailureCalls(app: FastifyInstance): void {
  countFormFailures(app);

  handle(app, readFormFailures, staff("form-failures"), async ({ who, request }) => {
    requireWholeCollege(who);
    return formFailures(app, await readAsked(app, request.query));
  });

  handle(app, exportFormFailures, staff("form-failures"), async (ask) => {
    requireWholeCollege(ask.who);
    const asked = await readAsked(app, ask.request.query);
    const { failures } = await formFailures(app, asked);
    return sendReport(app, ask, {
      noun: "form_failure",
      name: "Form failures",
      filter: `from ${asDay(asked.from)} to ${asDay(asked.to)}${asked.side && `, forms of: ${asked.side}`}`,
      headings: ["Forms of", "Form", "Field", "Times refused", "Times sent", "Share", "Sentence", "Call"],
      rows: failures.map(({ side, name, label, times, attempts, sentence, call }) => [
        side,
        name,
        label,
        times,
        attempts,
        shareInWords(times, attempts),
        sentence,
        call,
      ]),
    });
  });
}

export const formFailureNoun: Noun = {
  name: "form-failure",
  calls: formFailureCalls,
};
