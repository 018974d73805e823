import { sql } from "kysely";
import { refuse } from "#kit/refusal.server.ts";
import { type AuditLine, deedsOf } from "#platform/audit.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { hasAdministrator, whomToAsk } from "../user-group/user-group.administrators.server.ts";

/**
 * Refuses to give the power over rights to somebody whose account the giver added, or whose email address the giver
 * chose: it could be the giver under another name. While no other administrator can sign in, there is nobody to ask.
 */
export async function requireSecondPerson(trx: Trx, giver: string, members: readonly string[]): Promise<void> {
  const [member] = await madeBy(trx, giver, members);
  if (!member || !(await hasAdministrator(trx, giver))) return;
  throw refuse(
    `You added ${member} or chose the email address, so ${await whomToAsk(trx, giver)} must give this person power over rights`,
  );
}

/** The names of those of the members whom one person added, or gave an email address. The audit keeps who did. */
async function madeBy(trx: Trx, giver: string, members: readonly string[]): Promise<string[]> {
  const subjects = members.map((member) => `staff:${member}`);
  const did = await deedsOf(trx, giver, { subjects, deeds: ["staff.create", "staff.change"] });
  const made = did.filter(
    ({ deed, before, after }) => deed === "staff.create" || addressIn(before) !== addressIn(after),
  );
  const ids = made.map(({ subject }) => subject.slice("staff:".length));
  const { rows } = await sql<{ name: string }>`
    select concat_ws(' ', firstname, lastname) as name from portal.staff where _id = any(${ids}::uuid[])
    order by name`.execute(trx);
  return rows.map(({ name }) => name);
}

const addressIn = (row: AuditLine["before"]) => String(row?.emailaddress).toLowerCase();
