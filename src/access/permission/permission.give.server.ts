import { sql } from "kysely";
import { refuse } from "#kit/wire/refusal.server.ts";
import { type AuditLine, deedsOn } from "#platform/audit/audit.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { scopeWords } from "./permission.contract.ts";
import { readGrants } from "./permission.grants.server.ts";
import { powerPages } from "./permission.pages.rules.ts";
import { hasNobodyToAsk, isAdministrator, whomToAsk } from "./user-group/user-group.administrators.server.ts";

/**
 * Refuses to give the power over rights, or a right to approve, to somebody whose account the giver added, or whose email
 * address the giver chose, and to whom such a person has made: it could be the giver under another name. Whoever has
 * nobody to ask is let.
 */
export async function requireSecondPerson(trx: Trx, giver: string, members: readonly string[]): Promise<void> {
  const [member] = await madeBy(trx, giver, members);
  if (!member || (await hasNobodyToAsk(trx, giver))) return;
  throw refuse(
    "second-person-needed",
    `You added ${member} or chose the email address, so ${await whomToAsk(trx, giver)} must give this person power over rights, or a right to approve`,
  );
}

/** The names of those of the members whom one person made, or somebody whom that person made. */
async function madeBy(trx: Trx, giver: string, members: readonly string[]): Promise<string[]> {
  const made: string[] = [];
  for (const member of members) if ((await makersOf(trx, member)).has(giver)) made.push(member);
  const { rows } = await sql<{ name: string }>`
    select concat_ws(' ', firstname, lastname) as name from portal.staff where _id = any(${made}::uuid[])
    order by name`.execute(trx);
  return rows.map(({ name }) => name);
}

/** Who added a person or gave an email address, and who did so to them, and so on. The audit keeps who did. */
async function makersOf(trx: Trx, member: string): Promise<ReadonlySet<string>> {
  const makers = new Set<string>();
  for (let line = [member]; line.length > 0; ) {
    const subjects = line.map((one) => `staff:${one}`);
    const did = await deedsOn(trx, { subjects, deeds: ["staff.create", "staff.change"] });
    const chose = did.filter(
      ({ deed, before, after }) => deed === "staff.create" || addressIn(before) !== addressIn(after),
    );
    line = [...new Set(chose.flatMap(({ actor }) => actor ?? []))].filter((actor) => !makers.has(actor));
    for (const actor of line) makers.add(actor);
  }
  return makers;
}

const addressIn = (row: AuditLine["before"]) => String(row?.emailaddress).toLowerCase();

interface Gift {
  /** By their `_id`. */
  readonly pages: readonly string[];
  /** The `_id` of each member of staff who would hold them at once. */
  readonly to: readonly string[];
}

/**
 * Refuses to give a page that the giver does not hold for the whole college, unless the giver is an administrator; and
 * pages of power to whom the giver alone has made.
 */
export async function mayGive(trx: Trx, giver: string, { pages, to }: Gift): Promise<void> {
  if (!(await isAdministrator(trx, giver))) await requireHeld(trx, giver, pages);
  if (await areOfPower(trx, pages)) await requireSecondPerson(trx, giver, to);
}

/** A right that reaches one's own units would reach others' in another's hands, so it is not given on. */
async function requireHeld(trx: Trx, giver: string, pages: readonly string[]): Promise<void> {
  const own = await readGrants(trx, sql`g.staff = ${giver}`);
  const lacking = pages.find((page) => !own.some((grant) => grant.page === page && grant.scope === "all"));
  if (lacking === undefined) return;
  const name = await pageName(trx, lacking);
  throw refuse(
    "right-not-held",
    own.some(({ page }) => page === lacking)
      ? `Your own right to ${name} does not reach ${scopeWords.all}, so you cannot give it. Ask an administrator`
      : `You do not hold ${name} yourself, so you cannot give it. Ask an administrator`,
  );
}

async function areOfPower(trx: Trx, pages: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from portal.page where _id = any(${[...pages]}::uuid[]) and key = any(${[...powerPages]}::text[]) limit 1`.execute(
    trx,
  );
  return rows.length > 0;
}

async function pageName(trx: Trx, page: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from portal.page where _id = ${page}`.execute(trx);
  return rows[0]?.name ?? "this page";
}

interface Named {
  readonly _id: string;
  readonly name: string;
}

/**
 * The page that a right to change, to approve or to send for another is about: without the right to open it, that right opens nothing. Null of
 * a page that is opened itself.
 */
export async function openingOf(trx: Trx, page: string): Promise<Named | null> {
  const { rows } = await sql<Named>`
    select opens._id, opens.name from portal.page deed
    join portal.page opens on deed.key in (opens.key || '.change', opens.key || '.approve', opens.key || '.advise')
    where deed._id = ${page}`.execute(trx);
  return rows[0] ?? null;
}

/** What is said of a page beside its own name: that the right to open it came with it. */
export async function opensToo(trx: Trx, page: string): Promise<string> {
  const opening = await openingOf(trx, page);
  return opening ? `. ${opening.name} can be opened too` : "";
}
