import type { FastifyInstance } from "fastify";
import { type Expression, type RawBuilder, sql } from "kysely";
import * as v from "valibot";
import type { Noun } from "#console/noun/noun.server.ts";
import { applicant, lockApplicant } from "#identity/session/session.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { requireVersion } from "#platform/write/version.server.ts";
import { write } from "#platform/write/write.server.ts";
import { areaBelongsTo, isState } from "#reference/states-and-lgas/states-and-lgas.rules.ts";
import { photoOf } from "../upload/upload.server.ts";
import { type Bio, bioFields, bioForm, type LockableField, readBio, readBioLocks, saveBio } from "./bio.contract.ts";
import {
  bioLocksOf,
  correctBioLocks,
  impossibleBioLocks,
  lockBio,
  ownBioLocks,
  refuseNamesUnlike,
  refuseUnlike,
} from "./bio.lock.server.ts";

export { bioLocksOf, freeBio } from "./bio.lock.server.ts";

const unknownState = "Choose one of the 36 states or the Federal Capital Territory";
const foreignArea = "This area does not belong to the state. Choose one of the state's own areas";

/** The bio with its places checked against the bundled states and areas: 5 kB that no applicant's page loads for it. */
const bioWithAreas = v.pipe(
  bioForm,
  v.forward(
    v.partialCheck([["stateoforigin"]], (typed) => isState(typed.stateoforigin), unknownState),
    ["stateoforigin"],
  ),
  v.forward(
    v.partialCheck(
      [["stateoforigin"], ["lgaoforigin"]],
      (typed) => !isState(typed.stateoforigin) || areaBelongsTo(typed.stateoforigin, typed.lgaoforigin),
      foreignArea,
    ),
    ["lgaoforigin"],
  ),
  v.forward(
    v.partialCheck([["stateofresidence"]], (typed) => isState(typed.stateofresidence), unknownState),
    ["stateofresidence"],
  ),
  v.forward(
    v.partialCheck(
      [["stateofresidence"], ["lgaofresidence"]],
      (typed) => !isState(typed.stateofresidence) || areaBelongsTo(typed.stateofresidence, typed.lgaofresidence),
      foreignArea,
    ),
    ["lgaofresidence"],
  ),
);

export function bioCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, readBio, applicant, async ({ who }) => {
    const [bio, photo] = await Promise.all([bioOf(db, who.applicant), photoOf(app, who.applicant)]);
    return bio ? { ...bio, photo } : {};
  });

  handle(app, readBioLocks, applicant, ({ who }) => bioLocksOf(db, who.applicant));

  handle(app, { ...saveBio, body: bioWithAreas }, applicant, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const owner = ask.who.applicant;
      await lockApplicant(trx, owner);
      const before = await bioOf(trx, owner);
      if (before?.locked) throw refuse("application-relies-on-it", correctionSentence);
      refuseUnlike(await bioLocksOf(trx, owner), ask.body);
      requireVersion(ask.request, before?.version ?? 0);
      const version = (before?.version ?? 0) + 1;
      const { middlename = null, ...rest } = ask.body;
      const bio = { ...rest, middlename, version, updatedAt: sql<string>`now()` };
      await trx
        .insertInto("bio")
        .values({ applicant: owner, ...bio })
        .onConflict((same) => same.column("applicant").doUpdateSet(bio))
        .execute();
      note({ deed: "bio.save", subject: `bio:${owner}`, before, after: ask.body });
      return { type: "success" as const, message: "Your bio data has been saved", version };
    }),
  );
}

const correctionSentence =
  "Your bio data belongs to an application that you submitted, so it can no longer be changed here. Ask for a correction under Corrections, with a paper that shows what is right";

/** An applicant's bio as it stands, or undefined before it is saved. */
export const bioOf = (db: Database | Trx, owner: string) =>
  db.selectFrom("bio").select(columns).select(held).where("applicant", "=", owner).executeTakeFirst();

/** 1 when an applicant has saved a bio, else 0, as a part of a larger query. */
export const countBio = (owner: string | Expression<string>): RawBuilder<number> =>
  sql<number>`(select count(*)::int from portal.bio where applicant = ${owner})`;

/** Part of a statement: locks an applicant's bio, and returns it as an application keeps it. Contract 3.8. */
export const takingBio = (owner: string): RawBuilder<Omit<Bio, "photo">> => sql<Omit<Bio, "photo">>`
  update portal.bio set locked = true where applicant = ${owner}
  returning ${sql.join(columns.map((column) => sql.ref(column)))}, locked`;

/** Corrects a bio that an application holds, as its copy is. */
export async function correctBio({ trx, note }: Work, owner: string, before: unknown, after: Values): Promise<void> {
  await correctBioLocks(trx, owner, after);
  await trx
    .updateTable("bio")
    .set({ ...after, updatedAt: sql<string>`now()` })
    .set(({ eb }) => ({ version: eb("version", "+", 1) }))
    .where("applicant", "=", owner)
    .execute();
  note({ deed: "bio.correct", subject: `bio:${owner}`, before, after });
}

/**
 * What JAMB says of an applicant: the bio says the same from now on, and stands fast. An application that relies on the bio
 * keeps it as it was submitted: then nothing changes, and the answer is false. The applicant is locked.
 */
export async function tellBio({ trx, note }: Work, owner: string, told: Told): Promise<boolean> {
  const before = await bioOf(trx, owner);
  if (before?.locked) return false;
  await lockBio(trx, owner, told, "JAMB");
  await trx
    .updateTable("bio")
    .set({ ...told, updatedAt: sql<string>`now()` })
    .set(({ eb }) => ({ version: eb("version", "+", 1) }))
    .where("applicant", "=", owner)
    .execute();
  note({ deed: "bio.tell", subject: `bio:${owner}`, before: before && among(before, told), after: told });
  return true;
}

/** What is told of a bio; what is absent stays with its owner. */
export type Told = Readonly<Partial<Record<LockableField, string>>>;

const among = (bio: Partial<Record<LockableField, string | null>>, told: Told) =>
  Object.fromEntries((Object.keys(told) as LockableField[]).map((field) => [field, bio[field] ?? null]));

type Values = Readonly<Record<string, string | null>>;

/** An application relies on it, until a later session admits. */
const held = sql<boolean>`locked and not portal.papers_free(applicant)`.as("locked");

const columns = [...bioFields, "version", "createdAt", "updatedAt"] as const;

export const ownBio: OwnRows = {
  name: "bio",
  tables: ["bio"],
  rows: (owner) => sql`select to_jsonb(b) as row from portal.bio b where applicant = ${owner}`,
  unused: {
    what: "bio data",
    drop: (owner) => sql`delete from portal.bio where applicant = ${owner} and not locked`,
  },
};

export const bioNoun: Noun = {
  name: "bio",
  calls: bioCalls,
  namesTyped: refuseNamesUnlike,
  ownRows: [ownBio, ownBioLocks],
  impossible: impossibleBioLocks,
};
