import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { isOwnJamb, refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import { staff } from "#access/permission/permission.server.ts";
import { currentAdmission } from "#calendar/session/session.server.ts";
import { ofProgrammesWithin } from "#college/programme/programme.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { requireWholeCollege } from "#console/scope/scope.server.ts";
import { accountsByJamb, contactsOf } from "#identity/account/account.server.ts";
import { applicant, type SignedIn } from "#identity/session/session.server.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import { type Ask, handle } from "#kit/wire/handle.server.ts";
import { Refusal, refuse, tooMany } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { forgetWith, type Limit, type Limits, spentPoints } from "#platform/limits/limits.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import { write } from "#platform/write/write.server.ts";
import { contact } from "#reference/brand/brand.rules.ts";
import { claimJamb, jambClaims, type OwnClaim, openClaim, readOwnClaim, type Secret } from "./claim.contract.ts";
import { toldOf } from "./claim.correction.server.ts";
import { keepClaim } from "./claim.take.server.ts";

const WEEK = 7 * 86_400;
/** How the office is called may change while the portal runs. */
const way = () => `go to the ${contact.office} with your JAMB slip`;

/** Of one applicant. The sentence gets its day from `takeTry`. */
const ownTries: Limit = { name: "jamb-claim", points: 3, seconds: WEEK, sentence: "" };

/** Of one number, whoever tries it: an account more gives a stranger no more tries for ever. */
const triesOfNumber: Limit = { name: "jamb-claim-number", points: 6, seconds: WEEK, sentence: "" };

/** Takes a try of both before anything is looked up, listed or not. Refuses with 429, and says until when. */
async function takeTry(limits: Limits, owner: string, jamb: string): Promise<void> {
  try {
    await limits.take(ownTries, owner);
    await limits.take(triesOfNumber, jamb);
  } catch (refused) {
    if (!(refused instanceof Refusal) || refused.retryAfter === undefined) throw refused;
    const until = asMinute(new Date(Date.now() + refused.retryAfter * 1000).toISOString());
    throw tooMany(
      "claim-tries-used",
      refused.retryAfter,
      `There were too many wrong answers. You can try again on ${until}. If you need it sooner, ${way()}`,
    );
  }
}

/** Which secret the list of a session holds; null for a list that has neither, and where none came. */
async function secretOf(db: Database, session: string): Promise<Secret | null> {
  const { rows } = await sql<{ born: boolean; scored: boolean }>`select
    exists (select from portal.jamb_candidate where session = ${session} and dateofbirth is not null) as born,
    exists (select from portal.jamb_candidate where session = ${session} and utme is not null) as scored`.execute(db);
  if (rows[0]?.born) return "Date of birth";
  return rows[0]?.scored ? "UTME score" : null;
}

async function claim(app: FastifyInstance, ask: Ask<SignedIn, string, { jamb: string; secret: string }>) {
  const { db, limits } = app.portal;
  const { who, body } = ask;
  const { session } = await currentAdmission(db);
  if (!session) throw refuse("no-session-admits", "No session admits now, so there is no list to claim from");
  const secret = await secretOf(db, session._id);
  if (!secret)
    throw refuse("jamb-list-missing", "JAMB's list has not come to the college yet. You lose nothing by waiting");
  await takeTry(limits, who.applicant, body.jamb);
  const reply = await write(app, ask, async (work) => {
    await keepClaim(work, { owner: who.applicant, session: session._id, jamb: body.jamb, secret, answer: body.secret });
    return { type: "success" as const, message: "This is your row of JAMB's list. What it says of you is filled in" };
  });
  await limits.giveBack(ownTries, who.applicant);
  await limits.giveBack(triesOfNumber, body.jamb);
  return reply;
}

async function ownClaimOf(db: Database, owner: string): Promise<OwnClaim> {
  const [{ session }, [person], { rows }] = await Promise.all([
    currentAdmission(db),
    contactsOf(db, [owner]),
    sql<{ ms: number }>`select s.ms::float8 as ms from (${spentPoints(ownTries, owner)}) s`.execute(db),
  ]);
  const [spent] = rows;
  return {
    session: session && { _id: session._id, name: session.name },
    asks: session && (await secretOf(db, session._id)),
    jamb: person?.jamb ?? "",
    until: spent ? new Date(Date.now() + spent.ms).toISOString() : null,
    claim: session ? await toldOf(db, owner, session._id) : null,
  };
}

/** Who claimed a number in a session, as a part of a larger query: rows of `jamb, applicant`. */
export const claimsOf = (session: string): RawBuilder<unknown> => sql`
  select l.jamb, l.applicant from portal.jamb_claim l where l.session = ${session}`;

export const jambClaimRules: RecordRules<typeof jambClaims> = {
  of: jambClaims,
  table: "jamb_claim_line",
  within: ofProgrammesWithin,
  hidden: (column, member) => isOwnJamb(column("jamb"), member),
};

/** The applicant claims the own row; the office gives new tries to whom it has seen. */
export function jambClaimCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, readOwnClaim, applicant, ({ who }) => ownClaimOf(db, who.applicant));

  handle(app, claimJamb, applicant, (ask) => claim(app, ask));

  handle(app, openClaim, staff("jamb-lists.change"), (ask) =>
    write(app, ask, async ({ trx, note }) => {
      requireWholeCollege(ask.who);
      const { jamb } = ask.body;
      const holders = await accountsByJamb(trx, [jamb]);
      await refuseOwnFiles(
        trx,
        ask.who,
        holders.map(({ _id }) => _id),
      );
      await forgetWith(trx, triesOfNumber, jamb);
      for (const { _id } of holders) await forgetWith(trx, ownTries, _id);
      note({ deed: "jamb_claim.open", subject: `jamb:${jamb}` });
      const whose = holders.length === 0 ? ". No account has this number: the person registers with it" : "";
      return { type: "success" as const, message: `${jamb} can be claimed again${whose}` };
    }),
  );
}

export const ownJambClaims: OwnRows = {
  name: "jambclaims",
  tables: ["jamb_claim"],
  rows: (owner) =>
    sql`select to_jsonb(l) as row from portal.jamb_claim l where applicant = ${owner} order by "createdAt"`,
  unused: {
    what: "claim of JAMB's row",
    drop: (owner) => sql`delete from portal.jamb_claim where applicant = ${owner}`,
  },
};
