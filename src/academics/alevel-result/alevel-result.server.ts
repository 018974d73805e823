import type { FastifyInstance } from "fastify";
import { type Expression, type RawBuilder, sql } from "kysely";
import type { Noun } from "#console/noun/noun.server.ts";
import { applicant, lockApplicant } from "#identity/session/session.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { expired, notFound, refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import { type Trx, tryAgain, type Work } from "#platform/write/perform.server.ts";
import { requireVersion } from "#platform/write/version.server.ts";
import { write, writeChange } from "#platform/write/write.server.ts";
import { type ALevel, deleteALevel, listALevels, MAX_ALEVELS } from "./alevel-result.contract.ts";
import { addALevel, editALevel } from "./alevel-result.form.contract.ts";
import { aLevelName } from "./alevel-result.rules.ts";

export function aLevelResultCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, listALevels, applicant, ({ who }) => aLevelsOf(db, who.applicant));

  handle(app, addALevel, applicant, (ask) => {
    const _id = newId();
    const owner = ask.who.applicant;
    const { type, results } = ask.body;
    const row = { _id, applicant: owner, place: lowestFreePlace(owner), type, results: JSON.stringify(results) };
    const change = {
      statement: db.insertInto("alevel_result").values(row),
      note: { deed: "alevel-result.add", subject: `alevel-result:${_id}`, after: ask.body },
      onConstraint: {
        alevel_result_five: tooMany,
        alevel_result_place: tryAgain,
        alevel_result_once: sameAgain,
        alevel_result_applicant_fkey: expired,
      },
    };
    return writeChange(app, ask, change, {
      type: "success" as const,
      message: `${aLevelName(ask.body)} has been added`,
      _id,
    });
  });

  handle(app, editALevel, applicant, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const before = await lockOwnALevel(trx, ask.who.applicant, ask.params.id);
      if (before.locked)
        throw refuse(
          "application-relies-on-it",
          "Cannot change this result: an application that you submitted relies on it",
        );
      requireVersion(ask.request, before.version);
      const version = before.version + 1;
      const { type, results } = ask.body;
      const change = trx.updateTable("alevel_result").set({ type, results: JSON.stringify(results), version });
      await onConstraint({ alevel_result_once: sameAgain }, change.where("_id", "=", before._id).execute());
      note({ deed: "alevel-result.edit", subject: `alevel-result:${before._id}`, before, after: ask.body });
      return { type: "success" as const, message: `${aLevelName(ask.body)} has been saved`, version };
    }),
  );

  handle(app, deleteALevel, applicant, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const { id } = ask.params;
      const own = await lockOwnALevel(trx, ask.who.applicant, id);
      if (own.locked)
        throw refuse(
          "application-relies-on-it",
          "Cannot delete this result: an application that you submitted relies on it",
        );
      await trx.deleteFrom("alevel_result").where("_id", "=", id).execute();
      note({ deed: "alevel-result.delete", subject: `alevel-result:${id}`, before: own });
      return { type: "success" as const, message: `${aLevelName(own)} has been deleted` };
    }),
  );
}

async function lockOwnALevel(trx: Trx, owner: string, id: string): Promise<ALevel> {
  await lockApplicant(trx, owner);
  if (!isId(id)) throw notFound();
  const own = await aLevels(trx, owner).where("_id", "=", id).executeTakeFirst();
  if (!own) throw notFound();
  return own;
}

// No lock: two additions that find the same place are told apart by the table, and the later one looks again.
const lowestFreePlace = (owner: string) =>
  sql<number>`(select coalesce(min(place), ${MAX_ALEVELS + 1}) from generate_series(1, ${MAX_ALEVELS}) place
    where not exists (select from portal.alevel_result r where r.applicant = ${owner} and r.place = place.place))`;

const tooMany = () =>
  refuse("limit-reached", `You can add at most ${MAX_ALEVELS} A-Level results. Delete one before you add another`);

const sameAgain = () =>
  refuse("added-already", "You have added this result already, with the same institution, year and grades");

/** An applicant's A-Level results, newest first. */
export const aLevelsOf = (db: Database | Trx, owner: string): Promise<ALevel[]> =>
  aLevels(db, owner).orderBy("createdAt", "desc").orderBy("_id", "desc").execute();

/** How many A-Level results an applicant has, as a part of a larger query. */
export const countALevels = (owner: string | Expression<string>): RawBuilder<number> =>
  sql<number>`(select count(*)::int from portal.alevel_result where applicant = ${owner})`;

/**
 * Part of a statement: locks all of an applicant's A-Level results, and returns them as an application keeps them, each with its
 * `place`. Contract 3.8.
 */
export const takingALevels = (owner: string): RawBuilder<TakenALevel> => sql<TakenALevel>`
  update portal.alevel_result set locked = true where applicant = ${owner}
  returning _id, type, results, "createdAt", locked, version, place`;

type TakenALevel = ALevel & { readonly place: number };

/** Corrects a result that an application holds, as its copy is. The applicant is locked. */
export async function correctALevel({ trx, note }: Work, owner: string, _id: string, change: Corrected): Promise<void> {
  const { before, after } = change;
  const corrected = sql`update portal.alevel_result set results = results || ${JSON.stringify(after)}::jsonb, version = version + 1
    where _id = ${_id} and applicant = ${owner}`;
  await onConstraint({ alevel_result_once: sameAgain }, corrected.execute(trx));
  note({ deed: "alevel-result.correct", subject: `alevel-result:${_id}`, before, after });
}

interface Corrected {
  readonly before: unknown;
  readonly after: Readonly<Record<string, string | null>>;
}

// The validator let only whole results of a known type in, and so does the table.
const aLevels = (db: Database | Trx, owner: string) =>
  db
    .selectFrom("alevel_result")
    .select(["_id", "type", "results", "createdAt", "version"])
    // An application relies on it, until a later session admits.
    .select(sql<boolean>`locked and not portal.papers_free(applicant)`.as("locked"))
    .where("applicant", "=", owner)
    .$castTo<ALevel>();

/** Results after the secondary school. */
export const ownALevels: OwnRows = {
  name: "alevelresults",
  tables: ["alevel_result"],
  rows: (owner) => sql`select to_jsonb(r) as row from portal.alevel_result r where applicant = ${owner} order by place`,
  unused: {
    what: "A-Level results",
    drop: (owner) => sql`delete from portal.alevel_result where applicant = ${owner} and not locked`,
  },
};

export const alevelResultNoun: Noun = {
  name: "alevel-result",
  calls: aLevelResultCalls,
  ownRows: [ownALevels],
};
