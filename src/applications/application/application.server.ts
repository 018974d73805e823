import type { FastifyInstance } from "fastify";
import { type Expression, type RawBuilder, sql } from "kysely";
import { accountPhotos } from "#identity/account/account.photo.server.ts";
import { applicant } from "#identity/session/session.server.ts";
import { handle } from "#kit/handle.server.ts";
import { naira } from "#kit/money.contract.ts";
import { notFound } from "#kit/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { storedFiles } from "#platform/files/stored-file.server.ts";
import type { ModeOfEntry } from "#reference/qualifications/qualifications.contract.ts";
import { listApplications, readSlip, standings, submitApplication } from "./application.contract.ts";
import type { Snapshot } from "./application.snapshot.server.ts";
import { submit } from "./application.submit.server.ts";

export function applicationCalls(app: FastifyInstance): void {
  const { db, files } = app.portal;

  handle(app, submitApplication, applicant, (ask) => submit(app, ask));

  handle(app, listApplications, applicant, async ({ who }) => {
    const rows = await applications(db, who.applicant).orderBy("application.createdAt", "desc").execute();
    return rows.map(({ snapshot, payment, newname: _photo, ...row }) => {
      const { stage, next } = standings[row.status];
      return { ...row, ...named(snapshot), payment, stage, next };
    });
  });

  handle(app, readSlip, applicant, async ({ who, params: { id } }) => {
    if (!isId(id)) throw notFound();
    const found = await applications(db, who.applicant).where("application._id", "=", id).executeTakeFirst();
    if (!found) throw notFound();
    const { snapshot, newname, payment: _payment, ...row } = found;
    return {
      ...row,
      ...named(snapshot),
      gender: snapshot.bio.gender,
      dateofbirth: snapshot.bio.dateofbirth,
      photo: newname === null ? null : { newname, link: await files.link(newname) },
      RRR: snapshot.fee.rrr,
      amount: naira(snapshot.fee.amount_kobo),
    };
  });
}

/** One's own, with the photograph of that time; who had none then is shown with today's. */
const applications = (db: Database, owner: string) =>
  db
    .selectFrom("application")
    .innerJoin(accountPhotos(db), "pictured._id", "application.applicant")
    .leftJoin(storedFiles(db), (join) => join.on("file._id", "=", sql`coalesce(application.photo, pictured.photo)`))
    .select(["application._id", "application.code", "application.createdAt", "application.payment"])
    .select("file.newname")
    .select(sql<0 | 1 | 2>`application.status`.as("status"))
    .select(sql<ModeOfEntry>`application.type`.as("type"))
    .select(sql<Snapshot>`application.snapshot`.as("snapshot"))
    .where("application.applicant", "=", owner);

/** Who applied to what, as it was when it was submitted. */
function named({ bio, jamb, programme, session }: Snapshot) {
  const { firstname, middlename, lastname, emailaddress, phonenumber } = bio;
  const { _id, code, name, award, department, college } = programme;
  return {
    applicant: { firstname, middlename, lastname, emailaddress, phonenumber, jamb },
    programme: { _id, code, name, award, department, college },
    session: { _id: session._id, code: session.code, name: session.name },
  };
}

/** How many applications an applicant has submitted, as a part of a larger query. */
export const countApplications = (owner: string | Expression<string>): RawBuilder<number> =>
  sql<number>`(select count(*)::int from portal.application where applicant = ${owner})`;
