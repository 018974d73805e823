import { sql } from "kysely";
import { refuse } from "#kit/wire/refusal.server.ts";
import { type AuditLine, deedsOn } from "#platform/audit.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { hasNobodyToAsk, whomToAsk } from "../user-group/user-group.administrators.server.ts";

/**
 * Refuses to give the power over rights, or a right to approve, to somebody whose account the giver added, or whose email
 * address the giver chose, and to whom such a person has made: it could be the giver under another name. Whoever has
 * nobody to ask is let.
 */
export async function requireSecondPerson(trx: Trx, giver: string, members: readonly string[]): Promise<void> {
  const [member] = await madeBy(trx, giver, members);
  if (!member || (await hasNobodyToAsk(trx, giver))) return;
  throw refuse(
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
