import type { FastifyInstance } from "fastify";
import { type Expression, type RawBuilder, sql } from "kysely";
import * as v from "valibot";
import { awaitedMayCome, awaitedUntil } from "#calendar/session/session.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { applicant, lockApplicant } from "#identity/session/session.server.ts";
import { lowestFree } from "#kit/lowest-free.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import { timeInJson } from "#platform/database/clock.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { requireVersion } from "#platform/write/version.server.ts";
import { write } from "#platform/write/write.server.ts";
import { isSubject } from "#reference/subjects/subjects.rules.ts";
import {
  addSitting,
  deleteSitting,
  editSitting,
  listSittings,
  MAX_SITTINGS,
  readAwaitedUntil,
  type Sitting,
  sittingForm,
} from "./olevel-sitting.contract.ts";
import { sittingName } from "./olevel-sitting.rules.ts";

export function olevelSittingCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, listSittings, applicant, ({ who }) => sittingsOf(db, who.applicant));

  handle(app, readAwaitedUntil, applicant, () => awaitedUntil(db));

  handle(app, { ...addSitting, body: sittingOfSubjects }, applicant, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      await lockApplicant(trx, ask.who.applicant);
      const slot = await freeSlot(trx, ask.who.applicant);
      const _id = newId();
      const row = { _id, applicant: ask.who.applicant, slot, ...ask.body };
      await onConstraint(refusals, trx.insertInto("olevel_sitting").values(row).execute());
      note({ deed: "olevel-sitting.add", subject: `olevel-sitting:${_id}`, after: ask.body });
      return { type: "success" as const, message: `${sittingName(ask.body)} has been added`, _id };
    }),
  );

  handle(app, { ...editSitting, body: sittingOfSubjects }, applicant, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const before = await lockOwnSitting(trx, ask.who.applicant, ask.params.id);
      if (before.locked)
        throw refuse(
          "application-relies-on-it",
          "Cannot change this sitting: an application that you submitted relies on it",
        );
      requireVersion(ask.request, before.version);
      const version = before.version + 1;
      const change = trx.updateTable("olevel_sitting").set({ ...ask.body, version });
      await onConstraint(refusals, change.where("_id", "=", before._id).execute());
      note({ deed: "olevel-sitting.edit", subject: `olevel-sitting:${before._id}`, before, after: ask.body });
      return { type: "success" as const, message: `${sittingName(ask.body)} has been saved`, version };
    }),
  );

  handle(app, deleteSitting, applicant, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const before = await lockOwnSitting(trx, ask.who.applicant, ask.params.id);
      if (before.locked)
        throw refuse(
          "application-relies-on-it",
          "Cannot delete this sitting: an application that you submitted relies on it",
        );
      await onConstraint(refusals, trx.deleteFrom("olevel_sitting").where("_id", "=", before._id).execute());
      note({ deed: "olevel-sitting.delete", subject: `olevel-sitting:${before._id}`, before });
      return { type: "success" as const, message: `${sittingName(before)} has been deleted` };
    }),
  );
}

/** The sitting with its awaited subjects held against the list, which no applicant's page loads for it. */
const sittingOfSubjects = v.pipe(
  sittingForm,
  v.forward(
    v.check(({ awaiting = [] }) => awaiting.every(isSubject), "Subjects awaited: choose the subjects from the list"),
    ["awaiting"],
  ),
);

const tooManySittings = () =>
  refuse(
    "limit-reached",
    `You can add at most ${MAX_SITTINGS} O-Level sittings. Change or delete one of yours instead`,
  );

const refusals = {
  olevel_sitting_slot: tooManySittings,
  olevel_sitting_once: () =>
    refuseFields("added-already", {
      examinationnumber: "You have added this sitting already: same type, year and number",
    }),
  olevel_result_sitting: () =>
    refuse("record-in-use", "This sitting has results. Delete its results first, then the sitting"),
};

/** The applicant is locked, so nobody else takes the slot before the insert; the table's constraint agrees. */
async function freeSlot(trx: Trx, owner: string): Promise<number> {
  const rows = await trx.selectFrom("olevel_sitting").select("slot").where("applicant", "=", owner).execute();
  const slot = lowestFree(
    rows.map((row) => row.slot),
    MAX_SITTINGS,
  );
  if (slot) return slot;
  throw tooManySittings();
}

/** Locks the applicant and reads one sitting; another's sitting answers as an unknown one does. */
export async function lockOwnSitting(trx: Trx, owner: string, id: string): Promise<Sitting> {
  await lockApplicant(trx, owner);
  if (!isId(id)) throw notFound();
  const own = await sittings(trx, owner).where("_id", "=", id).executeTakeFirst();
  if (!own) throw notFound();
  return own;
}

/** An applicant's sittings, the first one first. */
export const sittingsOf = (db: Database | Trx, owner: string): Promise<Sitting[]> =>
  sittings(db, owner).orderBy("slot").execute();

/** How many subjects are awaited and may still come, as a part of a larger query. */
export const countAwaited = (owner: string | Expression<string>): RawBuilder<number> =>
  sql<number>`(select case when (${awaitedMayCome()}) then coalesce(sum(cardinality(awaiting)), 0)::int else 0 end
    from portal.olevel_sitting where applicant = ${owner})`;

/** How many sittings an applicant has, as a part of a larger query. */
export const countSittings = (owner: string | Expression<string>): RawBuilder<number> =>
  sql<number>`(select count(*)::int from portal.olevel_sitting where applicant = ${owner})`;

/**
 * Whoever submitted an examination, as a part of a larger query: its number however it is written and its year, whatever the
 * board. Takes columns or values.
 */
export const applicantsWhoSat = (number: Expression<unknown>, year: Expression<unknown>): RawBuilder<unknown> =>
  sql`(select sat.applicant from portal.olevel_sitting sat where sat.locked
    and portal.plain_number(sat.examinationnumber) = portal.plain_number(${number}) and sat.examinationyear = ${year})`;

/**
 * Part of a statement: locks all of an applicant's sittings, and returns them as an application keeps them, each with its `place`.
 * Contract 3.8.
 */
export const takingSittings = (owner: string): RawBuilder<TakenSitting> => sql<TakenSitting>`
  update portal.olevel_sitting set locked = true where applicant = ${owner}
  returning _id, examinationtype, examinationcenter, examinationyear, examinationnumber, awaiting, "createdAt", version,
    locked, slot as place`;

type TakenSitting = Sitting & { readonly place: number };

/** The same of one sitting, in JSON, for what was scored in it. */
export const takenSitting = (sitting: Expression<string>): RawBuilder<Sitting> => sql<Sitting>`
  (select jsonb_build_object('_id', sat._id, 'examinationtype', sat.examinationtype,
    'examinationcenter', sat.examinationcenter, 'examinationyear', sat.examinationyear,
    'examinationnumber', sat.examinationnumber, 'createdAt', ${timeInJson(sql.ref("sat.createdAt"))},
    'version', sat.version, 'locked', true)
  from portal.olevel_sitting sat where sat._id = ${sitting})`;

/** Whether a later session has let go of what an applicant's applications rely on; asked once for all rows of a statement. */
export const papersFree = (owner: string): RawBuilder<boolean> => sql<boolean>`(select portal.papers_free(${owner}))`;

/** Corrects a sitting that an application holds, as its copy is. */
export async function correctSitting(
  { trx, note }: Work,
  owner: string,
  _id: string,
  change: Corrected,
): Promise<void> {
  const { before, after } = change;
  const corrected = trx
    .updateTable("olevel_sitting")
    .set(after as Partial<Record<SittingColumn, string>>)
    .set(({ eb }) => ({ version: eb("version", "+", 1) }));
  await onConstraint(refusals, corrected.where("_id", "=", _id).where("applicant", "=", owner).execute());
  note({ deed: "olevel-sitting.correct", subject: `olevel-sitting:${_id}`, before, after });
}

type SittingColumn = "examinationtype" | "examinationyear" | "examinationnumber" | "examinationcenter";

interface Corrected {
  readonly before: unknown;
  readonly after: Partial<Readonly<Record<SittingColumn, string | null>>>;
}

// The validator let only listed types in.
const sittings = (db: Database | Trx, owner: string) =>
  db
    .selectFrom("olevel_sitting")
    .select(["_id", "examinationcenter", "examinationyear", "examinationnumber", "awaiting", "createdAt", "version"])
    // An application relies on it, until a later session admits.
    .select(sql<boolean>`locked and not ${papersFree(owner)}`.as("locked"))
    .select(sql<Sitting["examinationtype"]>`examinationtype`.as("examinationtype"))
    .where("applicant", "=", owner);

export const ownSittings: OwnRows = {
  name: "olevelsittings",
  tables: ["olevel_sitting"],
  rows: (owner) => sql`select to_jsonb(s) as row from portal.olevel_sitting s where applicant = ${owner} order by slot`,
  unused: {
    what: "O-Level sittings",
    drop: (owner) => sql`delete from portal.olevel_sitting where applicant = ${owner} and not locked`,
  },
};

export const impossibleSittings: readonly Impossible[] = [
  {
    name: "three-sittings",
    sentence: "An applicant has two O-Level sittings at most",
    rows: sql`select 'applicant:' || applicant as subject from portal.olevel_sitting
      group by applicant having count(*) > 2`,
  },
];

export const olevelSittingNoun: Noun = {
  name: "olevel-sitting",
  calls: olevelSittingCalls,
  ownRows: [ownSittings],
  impossible: impossibleSittings,
};
