import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { approversBeside } from "#access/staff/staff.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { requireWholeCollege, wholeCollege } from "#console/scope/scope.server.ts";
import { approverSentence } from "#console/second-person/second-person.rules.ts";
import { requireAnother } from "#console/second-person/second-person.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import { type Trx, tryAgain } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { addTemplate, enforceTemplate, letterTemplates, retireTemplate } from "./letter-template.contract.ts";

export const letterTemplateRules: RecordRules<typeof letterTemplates> = {
  of: letterTemplates,
  table: "letter_template",
  within: wholeCollege,
};

export function letterTemplateCalls(app: FastifyInstance): void {
  handle(app, addTemplate, staff("releases.change"), (ask) =>
    write(app, ask, async ({ trx, note }) => {
      requireWholeCollege(ask.who);
      const _id = newId();
      const { opening = null, conditions = null, closing = null, note: news } = ask.body;
      const adding = sql<{ number: number }>`insert into portal.letter_template
        (_id, number, opening, conditions, closing, note, madeby)
        select ${_id}, coalesce(max(number), 0) + 1, ${opening}, ${conditions}, ${closing}, ${news}, ${ask.who.staff}::uuid
        from portal.letter_template returning number`;
      // Of two who write one at once, the later one counts again.
      const { rows } = await onConstraint({ letter_template_number: tryAgain }, adding.execute(trx));
      const number = rows[0]?.number;
      note({
        deed: "letter_template.create",
        subject: `letter_template:${_id}`,
        after: { number, opening, conditions, closing },
        reason: news,
      });
      const approvers = await approversBeside(trx, "releases.approve", ask.who.staff);
      return { type: "success" as const, message: `Version ${number} is written. ${approverSentence(approvers)}`, _id };
    }),
  );

  handle(app, enforceTemplate, staff("releases.approve"), (ask) =>
    write(app, ask, async ({ trx, note }) => {
      requireWholeCollege(ask.who);
      const template = await lockedTemplate(trx, ask.params.id);
      requireAnother(ask.who, template.madeby);
      if (template.inforce) throw refuse("already-so", `Version ${template.number} is in force already`);
      await sql`update portal.letter_template set inforce = false, version = version + 1 where inforce`.execute(trx);
      await sql`update portal.letter_template set inforce = true, approvedby = ${ask.who.staff}, "approvedAt" = now(),
        version = version + 1 where _id = ${template._id}`.execute(trx);
      note({
        deed: "letter_template.enforce",
        subject: `letter_template:${template._id}`,
        after: { number: template.number },
      });
      return { type: "success" as const, message: `Version ${template.number} is in force: new lists begin with it` };
    }),
  );

  handle(app, retireTemplate, staff("releases.approve"), (ask) =>
    write(app, ask, async ({ trx, note }) => {
      requireWholeCollege(ask.who);
      const template = await lockedTemplate(trx, ask.params.id);
      if (!template.inforce) throw refuse("already-so", `Version ${template.number} is not in force`);
      await sql`update portal.letter_template set inforce = false, version = version + 1 where _id = ${template._id}`.execute(
        trx,
      );
      note({
        deed: "letter_template.retire",
        subject: `letter_template:${template._id}`,
        before: { number: template.number },
      });
      return { type: "success" as const, message: "New lists begin with the usual letter now" };
    }),
  );
}

interface LockedTemplate {
  readonly _id: string;
  readonly number: number;
  readonly madeby: string;
  readonly inforce: boolean;
}

/** A version, with all others locked too: at most one is in force. 404 for an unknown one. */
async function lockedTemplate(trx: Trx, id: string): Promise<LockedTemplate> {
  const { rows } = await sql<LockedTemplate>`select _id, number, madeby, inforce from portal.letter_template
    order by _id for update`.execute(trx);
  const found = isId(id) ? rows.find(({ _id }) => _id === id) : undefined;
  if (!found) throw notFound();
  return found;
}

/** The `_id` of the version that is in force; null while the letter is the usual one. */
export async function letterInForce(db: Database | Trx): Promise<string | null> {
  const { rows } = await sql<{ _id: string }>`select _id from portal.letter_template where inforce`.execute(db);
  return rows[0]?._id ?? null;
}

/** A version by its `_id`, if there is one. */
export async function letterTemplate(db: Database | Trx, id: string): Promise<TemplateParagraphs | undefined> {
  if (!isId(id)) return undefined;
  const { rows } =
    await sql<TemplateParagraphs>`select _id, title, approvedby is not null as approved, opening, conditions, closing
    from portal.letter_template
    where _id = ${id}`.execute(db);
  return rows[0];
}

/** The college's own paragraphs, with fields in braces. */
export interface TemplateParagraphs {
  readonly _id: string;
  readonly title: string;
  /** By a second person, once; it goes out with no list before. */
  readonly approved: boolean;
  readonly opening: string | null;
  readonly conditions: string | null;
  readonly closing: string | null;
}

/** What a version of the letter is called. */
export async function letterTitle(db: Database, id: string): Promise<string> {
  const { rows } = await sql<{ title: string }>`select title from portal.letter_template where _id = ${id}`.execute(db);
  return rows[0]?.title ?? "";
}

export const letterTemplateNoun: Noun = {
  name: "letter-template",
  calls: letterTemplateCalls,
  listings: [letterTemplateRules],
};
