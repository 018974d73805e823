import { type RawBuilder, sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { type Trx, tryAgain } from "#platform/write/perform.server.ts";
import type { Words } from "./message-template.rules.ts";

export type VersionState = "Proposed" | "In force" | "Replaced" | "Declined" | "Withdrawn";

/** A version of a template's words; null are those as shipped. */
export interface TemplateVersion {
  readonly _id: string;
  readonly template: string;
  readonly number: number;
  readonly words: Words | null;
  readonly note: string;
  readonly state: VersionState;
  readonly proposedby: string;
  readonly decidedby: string | null;
  readonly decidedAt: string | null;
  readonly decision: string | null;
  readonly version: number;
  readonly createdAt: string;
}

const columns = sql`_id, template, number, words, note, state, proposedby, decidedby, "decidedAt", decision, version, "createdAt"`;

/** Every version of a template, the newest first. */
export async function versionsOf(db: Database | Trx, template: string): Promise<TemplateVersion[]> {
  const { rows } = await sql<TemplateVersion>`select ${columns} from portal.template_version
    where template = ${template} order by number desc`.execute(db);
  return rows;
}

export interface StandingWords {
  readonly template: string;
  readonly inforce: number | null;
  readonly isreset: boolean;
  readonly proposed: number | null;
}

/** How each template stands of which there is a version. */
export async function standingWords(db: Database): Promise<StandingWords[]> {
  const { rows } = await sql<StandingWords>`
    select template, max(number) filter (where state = 'In force') as inforce,
      coalesce(bool_or(words is null) filter (where state = 'In force'), true) as isreset,
      max(number) filter (where state = 'Proposed') as proposed
    from portal.template_version group by template`.execute(db);
  return rows;
}

interface NewVersion {
  readonly template: string;
  readonly words: Words | null;
  readonly note: string;
  readonly proposedby: string;
}

/** Keeps a version that waits for a second person. Of two who propose at once the later one counts again. */
export async function addVersion(trx: Trx, { template, words, note, proposedby }: NewVersion, taken: () => Error) {
  const _id = newId();
  const adding = sql<{
    number: number;
  }>`insert into portal.template_version (_id, template, number, words, note, proposedby)
    select ${_id}, ${template}, coalesce(max(number), 0) + 1, ${words === null ? null : JSON.stringify(words)}::jsonb, ${note},
      ${proposedby}::uuid from portal.template_version where template = ${template} returning number`;
  const { rows } = await onConstraint(
    { template_version_number: tryAgain, template_version_one_proposed: taken },
    adding.execute(trx),
  );
  return { _id, number: rows[0]?.number ?? 0 };
}

/** A version, with all others of its template locked too: at most one is in force. */
export async function lockVersion(trx: Trx, id: string): Promise<TemplateVersion | undefined> {
  const { rows } = await sql<TemplateVersion>`select ${columns} from portal.template_version
    where template = (select one.template from portal.template_version one where one._id = ${id}) order by _id for update`.execute(
    trx,
  );
  return rows.find(({ _id }) => _id === id);
}

/** Where a proposed version stands from now on; one that comes into force takes the place of the one before. */
export async function decideVersion(
  trx: Trx,
  { _id, template }: Pick<TemplateVersion, "_id" | "template">,
  to: VersionState,
  { staff, reason }: { readonly staff: string; readonly reason: string | null },
): Promise<void> {
  if (to === "In force")
    await sql`update portal.template_version set state = 'Replaced', version = version + 1
      where template = ${template} and state = 'In force'`.execute(trx);
  await sql`update portal.template_version set state = ${to}, decidedby = ${staff}::uuid, "decidedAt" = now(), decision = ${reason},
    version = version + 1 where _id = ${_id}`.execute(trx);
}

/** What waits for whoever did not propose it. */
export const proposedVersions = (member: string): RawBuilder<unknown> =>
  sql`select from portal.template_version where state = 'Proposed' and proposedby <> ${member}::uuid`;
