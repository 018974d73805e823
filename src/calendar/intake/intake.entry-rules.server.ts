import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import * as v from "valibot";
import { staff } from "#access/permission/permission.server.ts";
import { columnsOf, lockedRow, mayRead, registryOf } from "#console/record/record.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { requireVersion } from "#platform/write/version.server.ts";
import { write } from "#platform/write/write.server.ts";
import { type EntryRules, entryRules } from "./intake.entry-rules.contract.ts";
import { readRules, writeRules } from "./intake.entry-rules-form.contract.ts";
import { intakeRules } from "./intake.record.server.ts";
import { asksInWords, directEntryWords, formOfRules, rulesOfForm } from "./intake.rules.ts";

/** The entry rules of an intake: read and set beside its plain fields, under the same version. */
export function intakeRulesCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, readRules, staff("intakes"), async ({ who, params }) => {
    const { version, rules, note } = await keptRules(db, who, params.id);
    return { version, isSet: rules.olevel !== undefined, form: formOfRules(rules, note), words: wordsOf(rules) };
  });

  handle(app, writeRules, staff("intakes.change"), (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const { who, params, body, request } = ask;
      const { _title: title } = await lockedRow(registryOf(app), intakeRules, trx, who, params.id);
      const before = await keptRules(trx, who, params.id);
      requireVersion(request, before.version);
      const after = rulesOfForm(body);
      await sql`update portal.intake set entryrules = ${JSON.stringify(after)}::jsonb, version = version + 1,
        "updatedAt" = now() where _id = ${params.id}`.execute(trx);
      note({
        deed: "intake.set-rules",
        subject: `intake:${params.id}`,
        before: { entryrules: before.kept, hasrules: before.rules.olevel !== undefined },
        after: { entryrules: after, hasrules: true },
        reason: wordsOf(after).join(". "),
      });
      return { type: "success" as const, message: `Entry rules of ${title} saved`, version: before.version + 1 };
    }),
  );
}

/** What an intake keeps, if it is within the asker's reach. What cannot be read counts as not set. */
async function keptRules(db: Database | Trx, who: Officer, id: string) {
  const { rows } = isId(id)
    ? await sql<{ version: number; entryrules: unknown }>`select t.version, t.entryrules from portal.intake t
        where t._id = ${id} and ${mayRead(intakeRules, who, columnsOf("t"))}`.execute(db)
    : { rows: [] };
  const [row] = rows;
  if (!row) throw notFound();
  const read = v.safeParse(entryRules, row.entryrules);
  const remark = v.safeParse(remarked, row.entryrules);
  return {
    version: row.version,
    kept: row.entryrules,
    rules: read.success ? read.output : {},
    note: remark.success ? remark.output.olevel.note : undefined,
  };
}

/** The registry's own remark, which nobody judges by. */
const remarked = v.object({ olevel: v.object({ note: v.optional(v.string()) }) });

const wordsOf = (rules: EntryRules): string[] =>
  [...asksInWords(rules), directEntryWords(rules)].filter((sentence) => sentence !== null);
