import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Noun } from "#console/noun/noun.server.ts";
import { applicant, lockApplicant } from "#identity/session/session.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { requireVersion } from "#platform/write/version.server.ts";
import { write } from "#platform/write/write.server.ts";
import { readUtme, saveUtme, type UtmeResult } from "./utme-result.contract.ts";

/** The UTME as an applicant typed it, or as JAMB's list says it: then it is locked. */
export function utmeResultCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, readUtme, applicant, async ({ who }) => (await utmeOf(db, who.applicant)) ?? {});

  handle(app, saveUtme, applicant, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const owner = ask.who.applicant;
      await lockApplicant(trx, owner);
      const before = await utmeOf(trx, owner);
      if (before?.locked)
        throw refuse(
          "utme-is-jambs",
          "Your UTME subjects and score stand as JAMB has them. If they are wrong, ask JAMB, and show the office its answer",
        );
      requireVersion(ask.request, before?.version ?? 0);
      const version = (before?.version ?? 0) + 1;
      const { subject1, subject2, subject3, score } = ask.body;
      const kept = {
        subjects: [subject1, subject2, subject3],
        score: score ? Number(score) : null,
        version,
        updatedAt: sql<string>`now()`,
      };
      await trx
        .insertInto("utme_result")
        .values({ applicant: owner, ...kept })
        .onConflict((same) => same.column("applicant").doUpdateSet(kept))
        .execute();
      note({ deed: "utme-result.save", subject: `utme-result:${owner}`, before, after: ask.body });
      return { type: "success" as const, message: "Your UTME result has been saved", version };
    }),
  );
}

/** An applicant's UTME as it stands; undefined for most, who sit none. */
export const utmeOf = (db: Database | Trx, owner: string): Promise<UtmeResult | undefined> =>
  db
    .selectFrom("utme_result")
    .select(["subjects", "score", "locked", "updatedAt", "version"])
    .select(sql<UtmeResult["source"]>`source`.as("source"))
    .where("applicant", "=", owner)
    .executeTakeFirst();

const ownUtme: OwnRows = {
  name: "utmeresult",
  tables: ["utme_result"],
  rows: (owner) => sql`select to_jsonb(r) as row from portal.utme_result r where applicant = ${owner}`,
  unused: {
    what: "UTME result",
    drop: (owner) => sql`delete from portal.utme_result where applicant = ${owner} and not locked`,
  },
};

export const utmeResultNoun: Noun = {
  name: "utme-result",
  calls: utmeResultCalls,
  ownRows: [ownUtme],
};
