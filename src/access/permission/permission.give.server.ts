import { sql } from "kysely";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { powerPages } from "../page/pages.contract.ts";
import { isAdministrator } from "../user-group/user-group.administrators.server.ts";
import { scopeWords } from "../user-group/user-group.contract.ts";
import { grants } from "./permission.grants.server.ts";
import { requireSecondPerson } from "./permission.second-person.server.ts";

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
  const own = await grants(trx, sql`g.staff = ${giver}`);
  const lacking = pages.find((page) => !own.some((grant) => grant.page === page && grant.scope === "all"));
  if (lacking === undefined) return;
  const name = await pageName(trx, lacking);
  throw refuse(
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
