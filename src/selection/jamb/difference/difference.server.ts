import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { isOwnJamb } from "#access/own-file/own-file.server.ts";
import { staff } from "#access/permission/permission.server.ts";
import { sessionsById } from "#calendar/session/session.server.ts";
import { ofProgrammesWithin } from "#college/programme/programme.server.ts";
import { columnsOf, mayRead, type RecordRules } from "#console/record/record.server.ts";
import { type Officer, requireWholeCollege } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { write } from "#platform/write/write.server.ts";
import { candidateOf, findReachedFile } from "../../review/review.server.ts";
import { capsAnswerOf, isReturned } from "../caps/caps.server.ts";
import { jambDifferences, lookForDifferences } from "./difference.contract.ts";
import { lookAgain } from "./difference.look.server.ts";
import { type JambStanding, readJambStanding } from "./difference.standing.contract.ts";

export const jambDifferenceRules: RecordRules<typeof jambDifferences> = {
  of: jambDifferences,
  table: "jamb_difference",
  within: ofProgrammesWithin,
  hidden: (column, member) => isOwnJamb(column("jamb"), member),
};

/** Looks for differences when somebody asks for it, beside the times when the clock does; and tells those of one file. */
export function jambDifferenceCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, lookForDifferences, staff("jamb-lists.change"), (ask) =>
    write(app, ask, async ({ trx, note }) => {
      requireWholeCollege(ask.who);
      const { session } = ask.body;
      const name = isId(session) && (await sessionsById(db, [session])).get(session)?.name;
      if (!name) throw refuseFields("choice-not-found", { session: "Choose a session" });
      await sql`set local statement_timeout = '60s'`.execute(trx);
      const count = await lookAgain(trx, session);
      note({ deed: "jamb_difference.look", subject: `session:${session}`, after: { count } });
      const many = asCount(count, "difference");
      return { type: "success" as const, message: `${many} for ${name}`, count };
    }),
  );

  handle(app, readJambStanding, staff("jamb-lists"), async ({ who, params }) => {
    const { _id } = await findReachedFile(db, who, params.id);
    const candidate = await candidateOf(db, _id);
    if (!candidate) throw notFound();
    const { session } = candidate;
    const [caps = null, returned, compared, differences] = await Promise.all([
      capsAnswerOf(db, who, candidate),
      isReturned(db, session),
      lookedAt(db, session),
      ownDifferences(db, who, candidate),
    ]);
    return { differences, lookedAt: compared, caps, returned };
  });
}

/** Where JAMB and the college differ about one person, by the name of the case. */
async function ownDifferences(db: Database, who: Officer, { session, jamb }: { session: string; jamb: string }) {
  const { rows } = await sql<JambStanding["differences"][number]>`
    select t._id, t.kind, t.here, t.there from portal.jamb_difference t
    where t.session = ${session} and t.jamb = ${jamb} and t.kind <> 'Offered and approved'
      and ${mayRead(jambDifferenceRules, who, columnsOf("t"))} order by t.kind, t._id`.execute(db);
  return rows;
}

interface Differing {
  readonly differences: { readonly kind: string; readonly count: number }[];
  /** Null before anybody looked. */
  readonly lookedAt: string | null;
}

/** How many of each case a session has, and when somebody looked last. */
export async function differencesOf(db: Database, session: string, who: Officer): Promise<Differing> {
  const { rows: differences } = await sql<{ kind: string; count: number }>`
    select t.kind, count(*)::int as count from portal.jamb_difference t
    where t.session = ${session} and ${mayRead(jambDifferenceRules, who, columnsOf("t"))} group by t.kind`.execute(db);
  return { differences, lookedAt: await lookedAt(db, session) };
}

/** When somebody looked last; null before. */
export async function lookedAt(db: Database, session: string): Promise<string | null> {
  const { rows } = await sql<{ at: string }>`
    select at from portal.jamb_difference_look where session = ${session}`.execute(db);
  return rows[0]?.at ?? null;
}
