import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { handle } from "#kit/wire/handle.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { dropReplacedFile } from "#platform/files/stored-file.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { write } from "#platform/write.server.ts";
import { applicant, lockApplicant } from "../session/session.server.ts";
import { changeAccount, readAccount } from "./account.contract.ts";
import { tellOfOwnPhone } from "./account.phone.server.ts";
import { ownPhoto } from "./account.photo.server.ts";

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
