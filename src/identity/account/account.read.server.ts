import type { FastifyInstance } from "fastify";
import { type Expression, type RawBuilder, sql } from "kysely";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { dropReplacedFile, ownFile, storedFiles } from "#platform/files/stored-file.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { applicant, lockApplicant } from "../session/session.server.ts";
import { tellOfOwnPhone } from "./account.change.server.ts";
import { changeAccount, readAccount } from "./account.contract.ts";

/** The `_id` of one's own uploaded photo. Another's and an unknown one are the same 404. */
async function ownPhoto(trx: Trx, owner: string, newname: string): Promise<string> {
  const file = await ownFile(trx, owner, newname);
  if (!file) throw notFound();
  if (file.kind !== "photo") throw refuse("This file was uploaded as a document. Upload it as your photo first");
  return file._id;
}

/** The name under which an applicant's photograph is kept, if there is one. */
export const photoNameOf = (db: Database, owner: string) =>
  db
    .selectFrom("applicant")
    .innerJoin(storedFiles(db), "file._id", "applicant.photo")
    .select("newname")
    .where("applicant._id", "=", owner)
    .executeTakeFirst();

/** Whether an applicant has a photograph, as a part of a larger query. */
export const hasPhoto = (owner: string | Expression<string>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from portal.applicant pictured where pictured._id = ${owner} and pictured.photo is not null)`;

/** `pictured` to join in a larger query: the file of each applicant's photograph, or null. */
export const accountPhotos = (db: Database) => db.selectFrom("applicant").select(["_id", "photo"]).as("pictured");

export function accountCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, readAccount, applicant, async ({ who }) => {
    const { version, acceptedAt, ...own } = await db
      .selectFrom("applicant")
      .leftJoinLateral(
        (accepted) =>
          accepted
            .selectFrom("privacy_acceptance")
            .select(["version", "acceptedAt"])
            .whereRef("privacy_acceptance.applicant", "=", "applicant._id")
            .orderBy("acceptedAt", "desc")
            .limit(1)
            .as("latest"),
        (join) => join.onTrue(),
      )
      .select(["_id", "firstname", "middlename", "lastname", "emailaddress", "phonenumber", "jamb", "createdAt"])
      .select(["version", "acceptedAt"])
      .where("_id", "=", who.applicant)
      .executeTakeFirstOrThrow();
    return { ...own, privacy: version !== null && acceptedAt !== null ? { version, acceptedAt } : null };
  });

  handle(app, changeAccount, applicant, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const { photo, ...sent } = ask.body;
      await lockApplicant(trx, ask.who.applicant);
      const after = {
        ...defined(sent),
        ...(photo && { photo: await ownPhoto(trx, ask.who.applicant, photo.newname) }),
      };
      const { emailaddress, ...before } = await ownRow(trx, ask.who.applicant);
      if (after.phonenumber && after.phonenumber !== before.phonenumber)
        await tellOfOwnPhone(
          trx,
          { _id: ask.who.applicant, firstname: before.firstname, emailaddress },
          after.phonenumber,
        );
      await trx.updateTable("applicant").set(after).where("_id", "=", ask.who.applicant).execute();
      if (after.photo) await dropReplacedFile(trx, before.photo, after.photo);
      note({ deed: "account.change", subject: `applicant:${ask.who.applicant}`, before, after });
      return { type: "success" as const, message: photo ? "Your photo has been saved" : "Your account has been saved" };
    }),
  );
}

const ownRow = (trx: Trx, owner: string) =>
  trx
    .selectFrom("applicant")
    .select(["firstname", "middlename", "lastname", "phonenumber", "photo", "emailaddress"])
    .where("_id", "=", owner)
    .executeTakeFirstOrThrow();

const defined = <T extends object>(sent: T) =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as Partial<T>;

/** The account of an e-mail address, compared without case. */
export const accountOf = (db: Database | Trx, emailaddress: string) =>
  db
    .selectFrom("applicant")
    .select(["_id", "firstname", "emailaddress", "verifiedAt"])
    .where(sql`lower(emailaddress)`, "=", emailaddress.toLowerCase())
    .executeTakeFirst();

/** Marks an account as verified; a second time changes nothing. */
export const markVerified = (trx: Trx, _id: string) =>
  trx
    .updateTable("applicant")
    .set({ verifiedAt: sql`coalesce("verifiedAt", now())`, device: null })
    .where("_id", "=", _id)
    .executeTakeFirstOrThrow();

/** Who an applicant is, as papers name him or her. */
export const personOf = (db: Database | Trx, owner: string) =>
  db
    .selectFrom("applicant")
    .select(["firstname", "middlename", "lastname", "emailaddress", "phonenumber", "jamb"])
    .where("_id", "=", owner)
    .executeTakeFirstOrThrow();

/** What an application needs of its applicant's account: the address to write to, the JAMB number, the photo's file. */
export const accountForApplication = (trx: Trx, owner: string) =>
  trx
    .selectFrom("applicant")
    .select(["firstname", "emailaddress", "jamb", "photo"])
    .where("_id", "=", owner)
    .executeTakeFirstOrThrow();

/** The applicants who registered and verified since a time. */
export const verifiedApplicants = (since: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select from portal.applicant where "verifiedAt" > ${since}`;

/** The account and the privacy notices that were accepted with it. */
export const ownAccount: OwnRows = {
  name: "account",
  tables: ["applicant", "privacy_acceptance"],
  rows: (owner) => sql`select to_jsonb(a) - 'password' - 'device' || jsonb_build_object('notices', (
      select coalesce(jsonb_agg(to_jsonb(p) - 'applicant'), '[]') from portal.privacy_acceptance p where p.applicant = a._id)) as row
    from portal.applicant a where a._id = ${owner}`,
};
