import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { handlePlainStep, handleProposal, type Proposal, type ProposalKind } from "#access/proposal/proposal.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { requireWholeCollege, wholeCollege } from "#console/scope/scope.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import { type Trx, tryAgain } from "#platform/write/perform.server.ts";
import { exampleValues, paperTemplate, usual, value } from "#reference/message-template/message-template.rules.ts";
import { paperWords } from "#reference/message-template/message-template.server.ts";
import {
  addTemplate,
  enforceTemplate,
  letterTemplates,
  readLetterWords,
  retireTemplate,
} from "./letter-template.contract.ts";

/** What every letter says beside the paragraphs of its release. */
export const admissionLetter = paperTemplate({
  key: "admission-letter",
  name: "Admission letter",
  when: "An applicant prints the letter of an offer; it keeps the words of the day of its release. Paragraphs for one release are written at Releases",
  reader: "applicants",
  values: {
    ...usual("name", "code", "programme", "session", "due"),
    status: value("what is offered", "Provisional Admission"),
    offers: value("the word offers, or offered once the offer has lapsed", "offers"),
  },
  must: ["name", "status"],
  // It stays on one page, with the paragraphs of its release.
  most: { opening: 300, notes: 300, closing: 300, signatories: 160 },
  words: {
    heading: "Offer of Provisional or conditional admission",
    greeting: "Dear {name},",
    opening: "{college} {offers} you {status} to the programme below in the {session} session.",
    notes: `Accept the admission on JAMB's portal (CAPS) too.
Print the acceptance letter and sign it with a parent or guardian.
Bring both letters, the receipts and the originals of your documents to the registration.`,
    closing:
      "If it is found at any time that you do not hold a qualification that you claimed, or that a document is not genuine, you will be required to withdraw from the college.",
    signatories: "Yours faithfully,",
  },
});

export const letterTemplateRules: RecordRules<typeof letterTemplates> = {
  of: letterTemplates,
  table: "letter_template",
  within: wholeCollege,
};

/** A version of the letter's own paragraphs, which a second person puts in force and takes out again. */
const templateProposal: ProposalKind<LockedTemplate> = {
  noun: "letter_template",
  approval: "releases.approve",
  lock: lockTemplate,
  mayGo: (from, to) => from !== to,
  async keep({ trx }, { _id }, to, { staff }) {
    await sql`update portal.letter_template set inforce = false, version = version + 1 where inforce`.execute(trx);
    if (to === "In force")
      await sql`update portal.letter_template set inforce = true, approvedby = ${staff}, "approvedAt" = now(),
        version = version + 1 where _id = ${_id}`.execute(trx);
  },
  whyLate: async (_, { number, state }) =>
    refuse("already-so", `Version ${number} is ${state === "In force" ? "in force already" : "not in force"}`),
};

export function letterTemplateCalls(app: FastifyInstance): void {
  handle(app, readLetterWords, staff("releases"), ({ who }) => {
    requireWholeCollege(who);
    return paperWords(app.portal.db, admissionLetter, exampleValues(admissionLetter));
  });

  handleProposal(app, templateProposal, addTemplate, {
    right: "releases.change",
    async propose({ trx, note }, { who, body }) {
      const _id = newId();
      const { opening = null, conditions = null, closing = null, note: news } = body;
      const adding = sql<{ number: number }>`insert into portal.letter_template
        (_id, number, opening, conditions, closing, note, madeby)
        select ${_id}, coalesce(max(number), 0) + 1, ${opening}, ${conditions}, ${closing}, ${news}, ${who.staff}::uuid
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
      return { message: `Version ${number} is written`, reply: { _id } };
    },
  });

  handlePlainStep(app, templateProposal, enforceTemplate, {
    right: "releases.approve",
    to: "In force",
    by: "another",
    deed: "enforce",
    says: ({ number }) => `Version ${number} is in force: new lists begin with it`,
  });

  handlePlainStep(app, templateProposal, retireTemplate, {
    right: "releases.approve",
    to: "Not in force",
    by: "anybody",
    deed: "retire",
    says: () => "New lists begin with the usual letter now",
  });
}

interface LockedTemplate extends Proposal {
  readonly number: number;
  readonly state: "In force" | "Not in force";
}

/** A version, with all others locked too: at most one is in force. */
async function lockTemplate(trx: Trx, id: string): Promise<LockedTemplate | undefined> {
  const { rows } = await sql<LockedTemplate>`select _id, number, madeby as proposedby,
      case when inforce then 'In force' else 'Not in force' end as state
    from portal.letter_template order by _id for update`.execute(trx);
  return rows.find(({ _id }) => _id === id);
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

export async function letterTitle(db: Database, id: string): Promise<string> {
  const { rows } = await sql<{ title: string }>`select title from portal.letter_template where _id = ${id}`.execute(db);
  return rows[0]?.title ?? "";
}

export const letterTemplateNoun: Noun = {
  name: "letter-template",
  calls: letterTemplateCalls,
  listings: [letterTemplateRules],
};
