import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import type { Noun } from "#console/noun/noun.server.ts";
import { applicant, lockApplicant } from "#identity/session/session.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
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
      if (before?.locked && before.source === "typed")
        throw refuse(
          "application-relies-on-it",
          "An application that you submitted relies on your UTME result. A score that came later is told by JAMB's list; if something is wrong, ask for its correction",
        );
      if (before?.locked)
        throw refuse(
          "utme-is-jambs",
          "Your UTME subjects and score stand as JAMB has them. If they are wrong, say so under JAMB and CAPS, with JAMB's own slip",
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
    .select(["subjects", "score", "updatedAt", "version"])
    // An application relies on what was typed until a later session admits; what JAMB says stands for good.
    .select(sql<boolean>`locked and (source <> 'typed' or not portal.papers_free(applicant))`.as("locked"))
    .select(sql<UtmeResult["source"]>`source`.as("source"))
    .where("applicant", "=", owner)
    .executeTakeFirst();

/** What an application keeps of the UTME. */
export type TakenUtme = Pick<UtmeResult, "subjects" | "score" | "source">;

/** Part of a statement: locks an applicant's UTME result, if there is one, and returns it as an application keeps it. */
export const takingUtme = (owner: string): RawBuilder<TakenUtme> => sql<TakenUtme>`
  update portal.utme_result set locked = true where applicant = ${owner} returning subjects, score, source`;

/** Corrects what an applicant typed, as the copy of an application is. The applicant is locked. */
export async function correctUtme({ trx, note }: Work, owner: string, change: CorrectedUtme): Promise<void> {
  const { before, after } = change;
  const now = await utmeOf(trx, owner);
  if (!now) return;
  const subjects = (["subject1", "subject2", "subject3"] as const).flatMap(
    (name, nth) => after[name] ?? now.subjects[nth] ?? [],
  );
  const score = "score" in after ? (after.score ? Number(after.score) : null) : now.score;
  await trx
    .updateTable("utme_result")
    .set({ subjects, score, told: sql<string>`now()`, version: now.version + 1, updatedAt: sql<string>`now()` })
    .where("applicant", "=", owner)
    .execute();
  note({ deed: "utme-result.correct", subject: `utme-result:${owner}`, before, after });
}

interface CorrectedUtme {
  readonly before: unknown;
  readonly after: Partial<Readonly<Record<"subject1" | "subject2" | "subject3" | "score", string | null>>>;
}

/** What JAMB or the office tells of an applicant's UTME. It stands against what anybody types; the applicant is locked. */
export async function tellUtme(
  { trx, note }: Work,
  owner: string,
  told: { readonly subjects: readonly string[]; readonly score: number | null },
  source: Exclude<UtmeResult["source"], "typed">,
): Promise<void> {
  const before = await utmeOf(trx, owner);
  const kept = {
    subjects: [...told.subjects],
    score: told.score,
    source,
    locked: true,
    told: sql<string>`now()`,
    version: (before?.version ?? 0) + 1,
    updatedAt: sql<string>`now()`,
  };
  await trx
    .insertInto("utme_result")
    .values({ applicant: owner, ...kept })
    .onConflict((same) => same.column("applicant").doUpdateSet(kept))
    .execute();
  note({ deed: "utme-result.tell", subject: `utme-result:${owner}`, before, after: { ...told, source } });
}

const ownUtme: OwnRows = {
  name: "utmeresult",
  tables: ["utme_result"],
  rows: (owner) => sql`select to_jsonb(r) as row from portal.utme_result r where applicant = ${owner}`,
  unused: {
    what: "UTME result",
    drop: (owner) => sql`delete from portal.utme_result where applicant = ${owner}
      and (not locked or source <> 'typed')`,
  },
};

export const utmeResultNoun: Noun = {
  name: "utme-result",
  calls: utmeResultCalls,
  ownRows: [ownUtme],
};
