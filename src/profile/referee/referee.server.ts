import type { FastifyInstance } from "fastify";
import { type Expression, type RawBuilder, sql } from "kysely";
import type { Noun } from "#console/noun/noun.server.ts";
import { applicant, lockApplicant } from "#identity/session/session.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { expired, notFound, refuse } from "#kit/wire/refusal.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import { type Trx, tryAgain } from "#platform/write/perform.server.ts";
import { requireVersion } from "#platform/write/version.server.ts";
import { write, writeChange } from "#platform/write/write.server.ts";
import { addReferee, deleteReferee, editReferee, listReferees, type Referee } from "./referee.contract.ts";
import { MAX_REFEREES } from "./referee.rules.ts";

export function refereeCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, listReferees, applicant, ({ who }) =>
    db
      .selectFrom("referee")
      .select(["_id", "_id as id", "firstname", "middlename", "lastname", "emailaddress", "phonenumber"])
      .select(["homeaddress", "createdAt", "disabled", "version"])
      .where("applicant", "=", who.applicant)
      .orderBy("createdAt", "desc")
      .orderBy("_id", "desc")
      .execute(),
  );

  handle(app, addReferee, applicant, (ask) => {
    const _id = newId();
    const owner = ask.who.applicant;
    const row = { _id, applicant: owner, place: lowestFreePlace(owner), ...ask.body };
    const change = {
      statement: db.insertInto("referee").values(row),
      note: { deed: "referee.add", subject: `referee:${_id}`, after: ask.body },
      onConstraint: { referee_five: tooManyReferees, referee_place: tryAgain, referee_applicant_fkey: expired },
    };
    const message = `${ask.body.firstname} ${ask.body.lastname} has been added`;
    return writeChange(app, ask, change, { type: "success" as const, message, _id });
  });

  handle(app, editReferee, applicant, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const before = await lockOwnReferee(trx, ask.who.applicant, ask.params.id);
      if (!before.disabled)
        throw refuse(
          "application-relies-on-it",
          "Cannot change active referee: an application that you submitted relies on it",
        );
      requireVersion(ask.request, before.version);
      const version = before.version + 1;
      const { middlename = null, emailaddress = null, ...rest } = ask.body;
      await trx
        .updateTable("referee")
        .set({ ...rest, middlename, emailaddress, version })
        .where("_id", "=", before._id)
        .execute();
      note({ deed: "referee.edit", subject: `referee:${before._id}`, before, after: ask.body });
      const message = `${ask.body.firstname} ${ask.body.lastname} has been saved`;
      return { type: "success" as const, message, version };
    }),
  );

  handle(app, deleteReferee, applicant, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const { id } = ask.params;
      const own = await lockOwnReferee(trx, ask.who.applicant, id);
      if (!own.disabled)
        throw refuse(
          "application-relies-on-it",
          "Cannot delete active referee: an application that you submitted relies on it",
        );
      await trx.deleteFrom("referee").where("_id", "=", id).execute();
      note({ deed: "referee.delete", subject: `referee:${id}`, before: own });
      return { type: "success" as const, message: `${own.firstname} ${own.lastname} has been deleted` };
    }),
  );
}

/** How many referees an applicant has, as a part of a larger query. */
export const countReferees = (owner: string | Expression<string>): RawBuilder<number> =>
  sql<number>`(select count(*)::int from portal.referee where applicant = ${owner})`;

/**
 * Part of a statement: marks all of an applicant's referees as relied on, and returns them as an application keeps them, each
 * with its `place`. Contract 3.8.
 */
export const takingReferees = (owner: string): RawBuilder<TakenReferee> => sql<TakenReferee>`
  update portal.referee set disabled = false where applicant = ${owner}
  returning _id, firstname, middlename, lastname, emailaddress, phonenumber, homeaddress, "createdAt", place`;

type TakenReferee = Omit<Referee, "id" | "disabled" | "version"> & { readonly place: number };

// No lock: two additions that find the same place are told apart by the table, and the later one looks again.
const lowestFreePlace = (owner: string) =>
  sql<number>`(select coalesce(min(place), ${MAX_REFEREES + 1}) from generate_series(1, ${MAX_REFEREES}) place
    where not exists (select from portal.referee r where r.applicant = ${owner} and r.place = place.place))`;

const tooManyReferees = () =>
  refuse(
    "limit-reached",
    `You can add at most ${MAX_REFEREES} parents or guardians. Delete one before you add another`,
  );

async function lockOwnReferee(trx: Trx, owner: string, id: string) {
  await lockApplicant(trx, owner);
  if (!isId(id)) throw notFound();
  const found = trx.selectFrom("referee").selectAll().where("_id", "=", id).where("applicant", "=", owner);
  const own = await found.executeTakeFirst();
  if (!own) throw notFound();
  return own;
}

export const ownReferees: OwnRows = {
  name: "referees",
  tables: ["referee"],
  rows: (owner) => sql`select to_jsonb(r) as row from portal.referee r where applicant = ${owner} order by place`,
  unused: {
    what: "parents or guardians",
    drop: (owner) => sql`delete from portal.referee where applicant = ${owner} and disabled`,
  },
};

export const impossibleReferees: readonly Impossible[] = [
  {
    name: "six-referees",
    sentence: "An applicant has five parents or guardians at most",
    rows: sql`select 'applicant:' || applicant as subject from portal.referee group by applicant having count(*) > 5`,
  },
];

export const refereeNoun: Noun = {
  name: "referee",
  calls: refereeCalls,
  ownRows: [ownReferees],
  impossible: impossibleReferees,
};
