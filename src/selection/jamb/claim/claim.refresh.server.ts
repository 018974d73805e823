import { type RawBuilder, sql } from "kysely";
import { tellUtme, utmeOf } from "#academics/utme-result/utme-result.server.ts";
import { contactsOf } from "#identity/account/account.server.ts";
import { lockApplicants } from "#identity/session/session.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { perform, portalItself, type Trx, type Work } from "#platform/write/perform.server.ts";
import { waitingAbout } from "#profile/record-correction/record-correction.server.ts";
import { mailTemplate, signed, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail, writeMails } from "#reference/message-template/message-template.server.ts";
import { subjectsAsTold } from "#reference/subjects/subjects.told.rules.ts";

/** So many accounts are told in one transaction. */
const SLICE = 200;

/**
 * Tells accounts whose row of JAMB's list is newer than what they were told: the UTME result of each says the same, and each reads it
 * in a mail. What the office put right stays, and so does what somebody says is wrong while nobody has decided it.
 */
export async function refreshClaims(db: Database, config: Config, session: string): Promise<void> {
  for (let owners = await outdated(db, session); owners.length > 0; owners = await outdated(db, session))
    await perform(db, portalItself, (work) => refresh(work, config, { session, owners }));
}

async function outdated(db: Database, session: string): Promise<string[]> {
  const { rows } = await sql<{ owner: string }>`select l.applicant as owner ${newer(session)}
    order by l.applicant limit ${SLICE}`.execute(db);
  return rows.map(({ owner }) => owner);
}

/** Part of a statement: claims `l` with their row `c` that is newer, about whose UTME nothing is said to be wrong. */
const newer = (session: string): RawBuilder<unknown> => sql`
  from portal.jamb_claim l join portal.jamb_candidate c on c._id = l.candidate
  where l.session = ${session} and l.told < c.version and not exists (
    select from ${waitingAbout("jamb_claim")} w where w.record = l._id and w.kind = 'utme')`;

interface Newer {
  readonly _id: string;
  readonly owner: string;
  readonly jamb: string;
  readonly version: number;
  readonly utme: number | null;
  readonly subjects: string | null;
}

interface Told {
  readonly owner: string;
  readonly before: Utme | undefined;
  readonly after: Utme;
}

interface Utme {
  readonly subjects: readonly string[];
  readonly score: number | null;
}

interface Slice {
  readonly session: string;
  readonly owners: readonly string[];
}

async function refresh(work: Work, config: Config, { session, owners }: Slice): Promise<void> {
  const { trx, note } = work;
  await lockApplicants(trx, owners);
  // Read again: somebody may have said meanwhile that it is wrong.
  const { rows } =
    await sql<Newer>`select l._id, l.applicant as owner, l.jamb, c.version, c.utme, c.subjects ${newer(session)}
    and l.applicant = any(${[...owners]}::uuid[]) order by l.applicant`.execute(trx);
  const told: Told[] = [];
  for (const row of rows) {
    const change = await tellNewer(work, row);
    if (change) told.push(change);
  }
  await sql`update portal.jamb_claim l set told = n.version
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(_id uuid, version integer) where l._id = n._id`.execute(
    trx,
  );
  await writeMails(trx, await mailsOf(trx, config, told));
  note({
    deed: "jamb_claim.refresh",
    subject: `session:${session}`,
    after: { looked: rows.length, changed: told.length },
  });
}

/** What the newer row says and the account does not; what the row leaves out stays. Undefined where nothing changes. */
async function tellNewer(work: Work, { owner, utme, subjects }: Newer): Promise<Told | undefined> {
  const before = await utmeOf(work.trx, owner);
  if (before?.source === "Office") return undefined;
  const own = before?.source === "JAMB" ? before : undefined;
  const listed = subjectsAsTold(subjects ?? "");
  const after = { subjects: listed.length > 0 ? listed : (own?.subjects ?? []), score: utme ?? own?.score ?? null };
  if (after.score === null && after.subjects.length === 0) return undefined;
  if (own && own.score === after.score && own.subjects.join() === after.subjects.join()) return undefined;
  await tellUtme(work, owner, after, "JAMB");
  return { owner, before, after };
}

const scoreRefreshed = mailTemplate({
  key: "jamb-score-refreshed",
  name: "A newer list of JAMB changed the UTME result",
  when: "A newer list of JAMB has another score or other subjects for somebody who has claimed the row",
  reader: "applicants",
  values: {
    ...usual("firstname", "link"),
    now: value("the UTME result as JAMB has it now", "231, with Biology, Chemistry and Physics"),
    before: value("the UTME result as it was", "201, with Biology, Chemistry and Physics"),
  },
  must: ["now", "link"],
  subject: "JAMB has sent us your UTME result anew: {now}",
  text: `Dear {firstname},

JAMB has sent the college a newer list. Your UTME result on the portal is now as JAMB has it: {now}.

Before, it was: {before}.

You need to do nothing. If this is wrong, say so under JAMB and CAPS, with JAMB's own slip: {link}

${signed.office}`,
});

export const claimTemplates = [scoreRefreshed];

async function mailsOf(trx: Trx, { publicUrl }: Config, told: readonly Told[]): Promise<Mail[]> {
  const people = await contactsOf(
    trx,
    told.map(({ owner }) => owner),
  );
  const known = new Map(people.map((person) => [person._id, person]));
  return told.flatMap(({ owner, before, after }) => {
    const person = known.get(owner);
    if (!person) return [];
    const said = { now: inWords(after), before: inWords(before), link: `${publicUrl}/app/jamb` };
    return [fromTemplate(scoreRefreshed, person.emailaddress, { firstname: person.firstname, ...said })];
  });
}

function inWords(utme: Utme | undefined): string {
  if (!utme) return "not there";
  const score = utme.score === null ? "no score" : String(utme.score);
  return utme.subjects.length === 0
    ? score
    : `${score}, with ${utme.subjects.join(", ").replace(/, (?=[^,]*$)/, " and ")}`;
}
