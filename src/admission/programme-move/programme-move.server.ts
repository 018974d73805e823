import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { applicationBy } from "#applications/application/application.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { columnsOf, mayRead } from "#console/record/record.server.ts";
import { applicant } from "#identity/session/session.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, Refusal } from "#kit/wire/refusal.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Round } from "#platform/jobs/jobs.server.ts";
import { perform, portalItself } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { jambChoiceAgainst } from "#selection/jamb/jamb.server.ts";
import { movesToDecide, officeMoveCalls } from "./office/office.server.ts";
import {
  acceptMove,
  askMove,
  declineMove,
  readMove,
  readOwnMoves,
  saveChoices,
  withdrawMove,
} from "./programme-move.contract.ts";
import { fitnessFor } from "./programme-move.fit.server.ts";
import { whyStays } from "./programme-move.ground.server.ts";
import { impossibleProgrammeMoves } from "./programme-move.impossible.server.ts";
import { lapsedNews, moveTemplates } from "./programme-move.mail.server.ts";
import { acceptOffered, askForMove, declineOffered, setChoices, withdrawOwnMove } from "./programme-move.own.server.ts";
import { moveRules, ownMovesOf, ownProgrammeMoves, tellMoved, titlesOf } from "./programme-move.read.server.ts";
import type { MoveState } from "./programme-move.rules.ts";

export function programmeMoveCalls(app: FastifyInstance): void {
  const { db, config } = app.portal;

  handle(app, readOwnMoves, applicant, ({ who }) => ownMovesOf(db, who.applicant));
  handle(app, saveChoices, applicant, (ask) =>
    write(app, ask, (work) => setChoices(work, ask.who.applicant, ask.params.id, ask.body.choices)),
  );
  handle(app, askMove, applicant, (ask) => write(app, ask, (work) => askForMove(work, ask.who.applicant, ask.body)));
  handle(app, withdrawMove, applicant, (ask) =>
    write(app, ask, (work) => withdrawOwnMove(work, ask.who.applicant, ask.params.id)),
  );
  handle(app, acceptMove, applicant, (ask) =>
    write(app, ask, (work) => acceptOffered(work, config, ask.who.applicant, ask.params.id)),
  );
  handle(app, declineMove, applicant, (ask) =>
    write(app, ask, (work) => declineOffered(work, ask.who.applicant, ask.params.id)),
  );
  officeMoveCalls(app);

  handle(app, readMove, staff("programme-moves"), async ({ who, params }) => {
    const { rows } = isId(params.id)
      ? await sql<{
          application: string;
          applicant: string;
          programme: string;
          state: MoveState;
          version: number;
          own: boolean;
        }>`
          select t.application, t.applicant, t.programme, t.state, t.version, coalesce(t.askedby = ${who.staff}::uuid, false) as own
          from portal.programme_move t where t._id = ${params.id} and ${mayRead(moveRules, who, columnsOf("t"))}`.execute(
          db,
        )
      : { rows: [] };
    const [move] = rows;
    const of = move && (await applicationBy(db, "_id", move.application));
    if (!move || !of) throw notFound();
    const { state, version, own, applicant: whose, programme } = move;
    const waits = state === "Asked" || state === "Proposed";
    const why = waits ? await whyStays(db, of) : null;
    const jamb = await jambChoiceAgainst(db, { session: of.session._id, jamb: of.applicant.jamb, programme });
    return {
      version,
      state,
      own,
      why: why instanceof Refusal ? why.message : null,
      ...(await fitnessFor(db, { _id: of._id, applicant: whose, snapshot: of.snapshot }, programme)),
      jamb,
    };
  });
}

/** Letters in one transaction: what is left over goes an hour later. */
const AT_ONCE = 200;

/** Hourly: other programmes that nobody answered by their day are off, and the applicant hears so, once. */
export const lapseMoves: Round = {
  name: "lapse-programme-moves",
  cron: "23 * * * *",
  async run({ portal: { db, config } }) {
    const { rows } = await sql`select ${isOverdue} limit 1`.execute(db);
    if (rows.length === 0) return;
    await perform(db, portalItself, async ({ trx, note }) => {
      const { rows: lapsed } = await sql<{
        application: string;
        applicant: string;
        code: string;
        fromprogramme: string;
        programme: string;
      }>`
        update portal.programme_move set state = 'Lapsed', "answeredAt" = now(), version = version + 1
        where _id in (select waiting._id ${isOverdue} limit ${AT_ONCE} for update skip locked)
        returning application, applicant, code, fromprogramme, programme`.execute(trx);
      for (const one of lapsed) {
        const titles = await titlesOf(trx, one.fromprogramme, one.programme);
        await tellMoved(trx, config, one, lapsedNews, titles);
      }
      note({
        deed: "programme_move.lapse",
        subject: "applications",
        after: lapsed.map(({ application }) => ({ application })),
      });
    });
  },
};

const isOverdue = sql`from portal.programme_move waiting
  where waiting.state = 'Offered' and waiting.answerby < (now() at time zone 'Africa/Lagos')::date`;

export const programmeMoveNoun: Noun = {
  name: "programme-move",
  templates: moveTemplates,
  calls: programmeMoveCalls,
  listings: [moveRules],
  rounds: [lapseMoves],
  ownRows: [ownProgrammeMoves],
  impossible: impossibleProgrammeMoves,
  waiting: [
    {
      right: "programme-moves.approve",
      rows: ({ staff: member }) => movesToDecide(member),
      one: "One change of programme waits for your decision.",
      many: "changes of programme wait for your decision.",
      deed: "Decide",
      link: "/staff/programme-moves",
    },
  ],
};
