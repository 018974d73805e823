import type { FastifyInstance } from "fastify";
import { type Expression, type RawBuilder, sql } from "kysely";
import { readSetting } from "#college/setting/setting.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { applicant, lockApplicant } from "#identity/session/session.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import type { Portal } from "#platform/portal/portal.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { requireVersion } from "#platform/write/version.server.ts";
import { write } from "#platform/write/write.server.ts";
import { lockOwnSitting, papersFree, sittingsOf, takenSitting } from "../olevel-sitting/olevel-sitting.server.ts";
import {
  addResult,
  addResults,
  deleteResult,
  editResult,
  listResults,
  MAX_RESULTS,
  type Result,
  readNeeded,
} from "./olevel-result.contract.ts";

export function olevelResultCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, listResults, applicant, ({ who }) => resultsOf(db, who.applicant));

  handle(app, readNeeded, applicant, async () => ({ needed: await readSetting(db, "resultsNeeded") }));

  handle(app, addResult, applicant, (ask) =>
    write(app, ask, async (work) => {
      const { trx, note } = work;
      const sitting = await lockAwaiting(trx, ask.who.applicant, ask.body.examination);
      const place = await freePlace(trx, sitting._id);
      const _id = newId();
      const row = { _id, applicant: ask.who.applicant, place, ...ask.body };
      await onConstraint(refusals(ask.body.subject), trx.insertInto("olevel_result").values(row).execute());
      note({ deed: "olevel-result.add", subject: `olevel-result:${_id}`, after: ask.body });
      const message = `${ask.body.subject} (${ask.body.scored}) has been added${await takeAwaited(app, work, sitting, [ask.body])}`;
      return { type: "success" as const, message, _id };
    }),
  );

  handle(app, addResults, applicant, (ask) =>
    write(app, ask, async (work) => {
      const { trx, note } = work;
      const { examination, results } = ask.body;
      const sitting = await lockAwaiting(trx, ask.who.applicant, examination);
      await refuseTaken(trx, sitting._id, results);
      const places = await freePlaces(trx, sitting._id);
      const rows = results.map((result, nth) => {
        const place = places[nth];
        if (!place) throw tooManyResults();
        return { _id: newId(), applicant: ask.who.applicant, examination, place, ...result };
      });
      await onConstraint(refusals("A subject"), trx.insertInto("olevel_result").values(rows).execute());
      for (const { _id, subject, scored } of rows) {
        note({ deed: "olevel-result.add", subject: `olevel-result:${_id}`, after: { examination, subject, scored } });
      }
      const added = asCount(rows.length, "result has been added", "results have been added");
      const message = `${added}${await takeAwaited(app, work, sitting, results)}`;
      return { type: "success" as const, message, ids: rows.map(({ _id }) => _id) };
    }),
  );

  handle(app, editResult, applicant, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const before = await lockOwnResult(trx, ask.who.applicant, ask.params.id);
      if (before.locked)
        throw refuse(
          "application-relies-on-it",
          "Cannot change this result: an application that you submitted relies on it",
        );
      requireVersion(ask.request, before.version);
      const sitting = await lockOwnSitting(trx, ask.who.applicant, ask.body.examination);
      const place = sitting._id === before.examination ? before.place : await freePlace(trx, sitting._id);
      const version = before.version + 1;
      const change = trx.updateTable("olevel_result").set({ ...ask.body, place, version });
      await onConstraint(refusals(ask.body.subject), change.where("_id", "=", before._id).execute());
      note({ deed: "olevel-result.edit", subject: `olevel-result:${before._id}`, before, after: ask.body });
      return { type: "success" as const, message: `${ask.body.subject} (${ask.body.scored}) has been saved`, version };
    }),
  );

  handle(app, deleteResult, applicant, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const before = await lockOwnResult(trx, ask.who.applicant, ask.params.id);
      if (before.locked)
        throw refuse(
          "application-relies-on-it",
          "Cannot delete this result: an application that you submitted relies on it",
        );
      await trx.deleteFrom("olevel_result").where("_id", "=", before._id).execute();
      note({ deed: "olevel-result.delete", subject: `olevel-result:${before._id}`, before });
      return { type: "success" as const, message: `${before.subject} (${before.scored}) has been deleted` };
    }),
  );
}

/**
 * Completes what was submitted by results that it awaited, in the transaction that adds them: answers the codes of the
 * applications whose copies have them now; none where the last day for them is over.
 */
type CompleteCopies = (work: Work, owner: string) => Promise<string[]>;

const completing = new WeakMap<Portal, CompleteCopies>();

/** Tells the results who keeps copies of them; the noun does so when it registers its calls. */
export const completeByAwaited = ({ portal }: FastifyInstance, complete: CompleteCopies): void =>
  void completing.set(portal, complete);

/** What comes of results that a submitted application awaited, for the end of a sentence. */
async function takeAwaited(
  app: FastifyInstance,
  work: Work,
  { _id, applicant, awaiting, locked }: AwaitingSitting,
  added: readonly { readonly subject: string }[],
) {
  if (!locked || awaiting.length === 0) return "";
  if (!added.some(({ subject }) => awaiting.includes(subject)))
    return `. Your application does not await ${added.length === 1 ? "it" : "them"}, so it stays as it was`;
  const codes = (await completing.get(app.portal)?.(work, applicant)) ?? [];
  if (codes.length === 0) return ". Your application stays as it was: the last day for awaited results is over";
  await sql`update portal.olevel_result set locked = true
    where examination = ${_id} and subject = any(${awaiting}::text[])`.execute(work.trx);
  return `, and your application ${codes.join(", ")} has it now`;
}

async function lockAwaiting(trx: Trx, owner: string, id: string): Promise<AwaitingSitting> {
  const { _id, awaiting = [], locked } = await lockOwnSitting(trx, owner, id);
  return { _id, applicant: owner, awaiting, locked };
}

interface AwaitingSitting {
  readonly _id: string;
  readonly applicant: string;
  readonly awaiting: readonly string[];
  readonly locked: boolean;
}

const tooManyResults = () =>
  refuse("limit-reached", `A sitting has at most ${MAX_RESULTS} results. Change or delete one of this sitting instead`);

const refusals = (subject: string) => ({
  olevel_result_place: tooManyResults,
  olevel_result_subject: () => refuseFields("added-already", { subject: alreadyAdded(subject) }),
});

/** Names each subject that the sitting has already, by its row in what was sent. */
async function refuseTaken(trx: Trx, examination: string, sent: readonly { subject: string }[]): Promise<void> {
  const rows = await trx.selectFrom("olevel_result").select("subject").where("examination", "=", examination).execute();
  const errors = sent.flatMap(({ subject }, nth) =>
    rows.some((row) => row.subject === subject) ? [[`results.${nth}.subject`, alreadyAdded(subject)]] : [],
  );
  if (errors.length > 0) throw refuseFields("added-already", Object.fromEntries(errors));
}

const alreadyAdded = (subject: string) => `${subject} has been added to this sitting already`;

async function freePlace(trx: Trx, examination: string): Promise<number> {
  const [place] = await freePlaces(trx, examination);
  if (place) return place;
  throw tooManyResults();
}

/** The applicant is locked, so nobody else takes them before the insert; the table's constraint agrees. */
async function freePlaces(trx: Trx, examination: string): Promise<number[]> {
  const rows = await trx.selectFrom("olevel_result").select("place").where("examination", "=", examination).execute();
  const all = Array.from({ length: MAX_RESULTS }, (_, nth) => nth + 1);
  return all.filter((place) => !rows.some((row) => row.place === place));
}

async function lockOwnResult(trx: Trx, owner: string, id: string) {
  await lockApplicant(trx, owner);
  if (!isId(id)) throw notFound();
  const found = trx.selectFrom("olevel_result").selectAll().where("_id", "=", id).where("applicant", "=", owner);
  const own = await found
    .select(sql<boolean>`locked and not portal.papers_free(applicant)`.as("locked"))
    .executeTakeFirst();
  if (!own) throw notFound();
  return own;
}

/** Corrects a result that an application holds, as its copy is. */
export async function correctResult({ trx, note }: Work, owner: string, _id: string, change: Corrected): Promise<void> {
  const { before, after } = change;
  const corrected = trx
    .updateTable("olevel_result")
    .set(after as Partial<Record<keyof typeof after, string>>)
    .set(({ eb }) => ({ version: eb("version", "+", 1) }));
  const subject = after.subject ?? "This subject";
  await onConstraint(refusals(subject), corrected.where("_id", "=", _id).where("applicant", "=", owner).execute());
  note({ deed: "olevel-result.correct", subject: `olevel-result:${_id}`, before, after });
}

interface Corrected {
  readonly before: unknown;
  readonly after: Partial<Readonly<Record<"subject" | "scored", string | null>>>;
}

async function resultsOf(db: Database | Trx, owner: string): Promise<Result[]> {
  const results = await db
    .selectFrom("olevel_result")
    .select(["_id", "examination", "subject", "createdAt", "version"])
    // An application relies on it, until a later session admits.
    .select(sql<boolean>`locked and not ${papersFree(owner)}`.as("locked"))
    .select(sql<Result["scored"]>`scored`.as("scored"))
    .where("applicant", "=", owner)
    .orderBy("createdAt", "desc")
    .orderBy("_id", "desc")
    .execute();
  const sittings = new Map((await sittingsOf(db, owner)).map((sitting) => [sitting._id, sitting]));
  return results.flatMap((result) => {
    const examination = sittings.get(result.examination);
    return examination ? [{ ...result, examination }] : [];
  });
}

/** What was scored in which sitting: all that entry rules look at. */
export const scoresOf = (db: Database, owner: string) =>
  db
    .selectFrom("olevel_result")
    .select(["examination", "subject", sql<Result["scored"]>`scored`.as("scored")])
    .where("applicant", "=", owner)
    .execute();

/** How many results an applicant has, as a part of a larger query. */
export const countResults = (owner: string | Expression<string>): RawBuilder<number> =>
  sql<number>`(select count(*)::int from portal.olevel_result where applicant = ${owner})`;

/** Part of a statement: locks all of an applicant's results, and returns them as an application keeps them. Contract 3.8. */
export const takingResults = (owner: string): RawBuilder<Result> => sql<Result>`
  update portal.olevel_result r set locked = true where applicant = ${owner}
  returning _id, ${takenSitting(sql.ref("r.examination"))} as examination, subject, scored, "createdAt", version, locked`;

export const ownResults: OwnRows = {
  name: "olevelresults",
  tables: ["olevel_result"],
  rows: (owner) =>
    sql`select to_jsonb(r) as row from portal.olevel_result r where applicant = ${owner} order by examination, place`,
  unused: {
    what: "O-Level results",
    drop: (owner) => sql`delete from portal.olevel_result where applicant = ${owner} and not locked`,
  },
};

export const impossibleResults: readonly Impossible[] = [
  {
    name: "ten-results",
    sentence: "A sitting has nine results at most",
    rows: sql`select 'olevel-sitting:' || examination as subject from portal.olevel_result
      group by examination having count(*) > 9`,
  },
  {
    name: "subject-twice",
    sentence: "A sitting has one result of a subject",
    rows: sql`select distinct 'olevel-sitting:' || examination as subject from portal.olevel_result
      group by examination, subject having count(*) > 1`,
  },
];

export const olevelResultNoun: Noun = {
  name: "olevel-result",
  calls: olevelResultCalls,
  ownRows: [ownResults],
  impossible: impossibleResults,
};
