import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { applicant, lockApplicant } from "#identity/session/session.server.ts";
import { handle } from "#kit/handle.server.ts";
import { notFound, refuse } from "#kit/refusal.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { write } from "#platform/write.server.ts";
import { addReferee, deleteReferee, listReferees, MAX_REFEREES } from "./referee.contract.ts";

export function refereeCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, listReferees, applicant, ({ who }) =>
    db
      .selectFrom("referee")
      .select(["_id", "_id as id", "firstname", "middlename", "lastname", "emailaddress", "phonenumber"])
      .select(["homeaddress", "createdAt", "disabled"])
      .where("applicant", "=", who.applicant)
      .orderBy("createdAt", "desc")
      .orderBy("_id", "desc")
      .execute(),
  );

  handle(app, addReferee, applicant, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      await lockApplicant(trx, ask.who.applicant);
      await refuseTooMany(trx, ask.who.applicant);
      const _id = newId();
      await trx
        .insertInto("referee")
        .values({ _id, applicant: ask.who.applicant, ...ask.body })
        .execute();
      note({ deed: "referee.add", subject: `referee:${_id}`, after: ask.body });
      return { type: "success" as const, message: `${ask.body.firstname} ${ask.body.lastname} has been added`, _id };
    }),
  );

  handle(app, deleteReferee, applicant, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const { id } = ask.params;
      await lockApplicant(trx, ask.who.applicant);
      const own = isId(id) && (await ownReferee(trx, ask.who.applicant, id));
      if (!own) throw notFound();
      if (!own.disabled) throw refuse("Cannot delete active referee: an application that you submitted relies on it");
      await trx.deleteFrom("referee").where("_id", "=", id).execute();
      note({ deed: "referee.delete", subject: `referee:${id}`, before: own });
      return { type: "success" as const, message: `${own.firstname} ${own.lastname} has been deleted` };
    }),
  );
}

/** The applicant is locked, so the count cannot change before the insert. */
async function refuseTooMany(trx: Trx, owner: string): Promise<void> {
  const { count } = await trx
    .selectFrom("referee")
    .select(sql<number>`count(*)`.as("count"))
    .where("applicant", "=", owner)
    .executeTakeFirstOrThrow();
  if (count >= MAX_REFEREES) {
    throw refuse(`You can add at most ${MAX_REFEREES} parents or guardians. Delete one before you add another`);
  }
}

const ownReferee = (trx: Trx, owner: string, id: string) =>
  trx.selectFrom("referee").selectAll().where("_id", "=", id).where("applicant", "=", owner).executeTakeFirst();
