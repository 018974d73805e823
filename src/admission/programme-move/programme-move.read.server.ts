import { sql } from "kysely";
import { isOwn } from "#access/own-file/own-file.server.ts";
import { applicationsOf, type SubmittedApplication } from "#applications/application/application.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { programmesById, programmesReached } from "#college/programme/programme.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { contactsOf } from "#identity/account/account.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { writeMail } from "#reference/message-template/message-template.server.ts";
import { type OwnApplication, type OwnMove, programmeMoves } from "./programme-move.contract.ts";
import { fitnessFor } from "./programme-move.fit.server.ts";
import { PROGRAMME_STAYS, whyChosen, whyClosed, whyWishStays } from "./programme-move.ground.server.ts";
import { moveMail } from "./programme-move.mail.server.ts";
import { isOpenMove } from "./programme-move.rules.ts";

export const moveRules: RecordRules<typeof programmeMoves> = {
  of: programmeMoves,
  table: "programme_move",
  // Whoever loses an applicant, and whoever gets one.
  within: (column, scope) =>
    sql`(${column("programme")} in (${programmesReached(scope)}) or ${column("fromprogramme")} in (${programmesReached(scope)}))`,
  hidden: (column, member) => isOwn(column("applicant"), member),
};

type Row = Omit<OwnMove, "from" | "to" | "missing"> & {
  readonly application: string;
  readonly fromprogramme: string;
  readonly programme: string;
};

/** An applicant's applications, with what became of each wish for another programme, and what can still be wished. */
export async function ownMovesOf(db: Database, owner: string): Promise<OwnApplication[]> {
  const applications = await applicationsOf(db, owner);
  // What the office has not offered yet is not known outside.
  const { rows } =
    await sql<Row>`select _id, application, askedby is null as own, fromprogramme, programme, reason, state, answerby,
      answerby - (now() at time zone 'Africa/Lagos')::date as daysleft, decision, "createdAt"
    from portal.programme_move where applicant = ${owner} and (askedby is null or answerby is not null)
    order by "createdAt" desc`.execute(db);
  return Promise.all(applications.map((one) => ownApplication(db, owner, one, rows)));
}

async function ownApplication(
  db: Database,
  owner: string,
  of: SubmittedApplication,
  all: readonly Row[],
): Promise<OwnApplication> {
  const { _id, code, programme, type, choices, session, status } = of;
  const mine = all.filter(({ application }) => application === _id);
  const closed = await whyClosed(db, session._id);
  const stays = await whyWishStays(db, { _id, status }, PROGRAMME_STAYS);
  const open = mine.some(({ state }) => isOpenMove(state))
    ? "A change of programme is open already on this page"
    : null;
  return {
    application: _id,
    code,
    programme: { _id: programme._id, title: programmeTitle(programme) },
    type,
    choices,
    choosewhy: (await whyChosen(db, { _id, status, session: session._id }))?.message ?? null,
    askwhy: closed ?? stays?.message ?? open,
    moves: await Promise.all(mine.map((row) => ownMove(db, owner, of, row))),
  };
}

async function ownMove(db: Database, owner: string, of: SubmittedApplication, row: Row): Promise<OwnMove> {
  const { application: _application, fromprogramme, programme, ...shown } = row;
  const isAsked = row.state === "Offered" || row.state === "Asked";
  const fitness = isAsked
    ? await fitnessFor(db, { _id: of._id, applicant: owner, snapshot: of.snapshot }, programme)
    : null;
  return { ...shown, ...(await titlesOf(db, fromprogramme, programme)), missing: fitness?.missing ?? [] };
}

/** What two programmes are called now. */
export async function titlesOf(db: Database | Trx, fromprogramme: string, programme: string) {
  const named = await programmesById(db, [fromprogramme, programme]);
  const title = (id: string) => {
    const found = named.get(id);
    return found ? programmeTitle(found) : "";
  };
  return { from: title(fromprogramme), to: title(programme) };
}

/** Tells the applicant, at the address in force; who has none that is verified gets no mail. */
export async function tellMoved(
  trx: Trx,
  config: Config,
  { applicant, code }: { readonly applicant: string; readonly code: string },
  news: Parameters<typeof moveMail>[2],
  titles: { readonly from: string; readonly to: string },
): Promise<void> {
  const [person] = await contactsOf(trx, [applicant]);
  if (person) await writeMail(trx, moveMail(config, { ...person, code, ...titles }, news));
}

export const ownProgrammeMoves: OwnRows = {
  name: "programmemoves",
  tables: ["programme_move"],
  rows: (owner) => sql`select to_jsonb(m) - 'search' - 'askedby' - 'decidedby'
      || jsonb_build_object('askedbyoffice', askedby is not null) as row
    from portal.programme_move m where applicant = ${owner} and (askedby is null or answerby is not null) order by "createdAt"`,
};
