import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { currentAdmission } from "#calendar/session/session.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { programmesById } from "#college/programme/programme.server.ts";
import { contactsOf } from "#identity/account/account.server.ts";
import { applicant } from "#identity/session/session.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { candidatesOf } from "./candidate/candidate.server.ts";
import { readJambChoice } from "./jamb.choice.contract.ts";

interface Chosen {
  readonly session: string;
  readonly jamb: string;
  /** The programme's `_id`. */
  readonly programme: string;
}

const CHANGE =
  "change course and institution on JAMB's portal (CAPS) first, or JAMB cannot approve a place here. You may still apply";

/**
 * What JAMB's list of a session says against a programme for a number: another programme, or that the number is not on it; null
 * where it says the same, or no list has come. It stops nobody.
 */
export async function jambChoiceAgainst(
  db: Database | Trx,
  { session, jamb, programme }: Chosen,
): Promise<string | null> {
  const { rows } = await sql<{ came: boolean; listed: boolean; programme: string | null }>`
    select exists (select from (${candidatesOf(session)}) candidate) as came, own.jamb is not null as listed, own.programme
    from (select) one left join (${candidatesOf(session)}) own on own.jamb = ${jamb}`.execute(db);
  const [found] = rows;
  if (!found?.came) return null;
  if (!found.listed)
    return `JAMB's list for this college does not have the number ${jamb}. If another college was chosen at JAMB, ${CHANGE}`;
  if (found.programme === programme || found.programme === null) return null;
  const [there, here] = await titlesOf(db, [found.programme, programme]);
  return `JAMB has ${there} for the number ${jamb}, not ${here}: ${CHANGE}`;
}

/** What programmes are called, in the order in which they are asked for. */
async function titlesOf(db: Database | Trx, ids: readonly string[]): Promise<string[]> {
  const named = await programmesById(db, ids);
  return ids.map((id) => {
    const found = named.get(id);
    return found ? programmeTitle(found) : "another programme";
  });
}

/** The applicant's own number against a programme, told at once. */
export function jambChoiceCall(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, readJambChoice, applicant, async ({ who, params: { programmeId: programme } }) => {
    const { session } = await currentAdmission(db);
    const [person] = await contactsOf(db, [who.applicant]);
    if (!session || !person || !isId(programme)) return { sentence: null };
    return { sentence: await jambChoiceAgainst(db, { session: session._id, jamb: person.jamb, programme }) };
  });
}
