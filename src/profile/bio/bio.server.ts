import type { FastifyInstance } from "fastify";
import { type Expression, type RawBuilder, sql } from "kysely";
import { applicant, lockApplicant } from "#identity/session/session.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { requireVersion } from "#platform/write/version.server.ts";
import { write } from "#platform/write/write.server.ts";
import { photoOf } from "../photo/photo.server.ts";
import { bioWithAreas } from "./bio.area.contract.ts";
import { readBio, saveBio } from "./bio.contract.ts";

export function bioCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, readBio, applicant, async ({ who }) => {
    const [bio, photo] = await Promise.all([bioOf(db, who.applicant), photoOf(app, who.applicant)]);
    return bio ? { ...bio, photo } : {};
  });

  handle(app, { ...saveBio, body: bioWithAreas }, applicant, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const owner = ask.who.applicant;
      await lockApplicant(trx, owner);
      const before = await bioOf(trx, owner);
      if (before?.locked) throw refuse(correctionSentence);
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

/** Locks an applicant's bio, and answers it as an application keeps it; undefined when there is none. Contract 3.8. */
export const useBio = (trx: Trx, owner: string) =>
  trx
    .updateTable("bio")
    .set({ locked: true })
    .where("applicant", "=", owner)
    .returning(columns)
    .returning("locked")
    .executeTakeFirst();

/** Corrects a bio that an application holds, as its copy is. */
export async function correctBio({ trx, note }: Work, owner: string, before: unknown, after: Values): Promise<void> {
  await trx
    .updateTable("bio")
    .set({ ...after, updatedAt: sql<string>`now()` })
    .set(({ eb }) => ({ version: eb("version", "+", 1) }))
    .where("applicant", "=", owner)
    .execute();
  note({ deed: "bio.correct", subject: `bio:${owner}`, before, after });
}

type Values = Readonly<Record<string, string | null>>;

/** An application relies on it, until a later session admits. */
const held = sql<boolean>`locked and not portal.papers_free(applicant)`.as("locked");

const columns = [
  ...(["firstname", "middlename", "lastname", "gender", "dateofbirth", "maritalstatus", "religion"] as const),
  ...(["emailaddress", "phonenumber", "homeaddress"] as const),
  ...(["stateoforigin", "lgaoforigin", "stateofresidence", "lgaofresidence", "qualification"] as const),
  ...(["version", "createdAt", "updatedAt"] as const),
];
