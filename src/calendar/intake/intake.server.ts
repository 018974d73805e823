import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import * as v from "valibot";
import { type AdmittingProgramme, programmeTitle } from "#college/programme/programme.contract.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import type { SessionHole } from "../session/session.opening.contract.ts";
import { addSessionPart, admittingSessionId, copiedRows } from "../session/session.server.ts";
import { type EntryRules, entryRules } from "./intake.entry-rules.contract.ts";
import { intakeRulesCalls } from "./intake.entry-rules.server.ts";
import { intakeRules } from "./intake.record.server.ts";

export { addIntakeUse } from "./intake.record.server.ts";

/** What a programme takes in a session, and what of it is promised. */
interface IntakeSeats {
  /** Null while nobody has said. */
  readonly seats: number | null;
  /**
   * Seats that are held: by offers that stand, and those that have lapsed and were not freed; by students who came by a change
   * of combination, and no more by those who left by one.
   */
  readonly taken: number;
  /** Of them, those over the seats: accepted in time after their seat had been given on. Contract 3.12. */
  readonly beyond: number;
}

/** The seats of a session by programme. A programme without an intake is absent. */
export async function seatsOf(db: Database | Trx, session: string): Promise<ReadonlyMap<string, IntakeSeats>> {
  const { rows } = await sql<IntakeSeats & { programme: string }>`
    select programme, seats, taken, beyond from portal.intake where session = ${session}`.execute(db);
  return new Map(rows.map(({ programme, ...seats }) => [programme, seats]));
}

/** Keeps the seats of programmes as they are until the end of the transaction: of two who take the last one, one does. */
export async function lockSeats(trx: Trx, session: string, programmes: readonly string[]): Promise<void> {
  await sql`select from portal.intake where session = ${session} and programme = any(${programmes}::uuid[])
    order by programme for update`.execute(trx);
}

/** How many seats may still be given; null while nobody has said how many seats there are. */
export const freeSeats = ({ seats, taken, beyond }: IntakeSeats): number | null =>
  seats === null ? null : Math.max(0, seats - (taken - beyond));

/** A session that is opened takes seats and entry rules over; a programme lacks them until both are set. */
export function intakePart(app: FastifyInstance): void {
  addSessionPart(app, {
    name: "seats and entry rules of programmes",
    copy: (work, from, to) =>
      copiedRows(
        work,
        {
          noun: "intake",
          table: "intake",
          columns: ["programme", "seats", "entryrules"],
          group: ["programme"],
          where: sql`true`,
        },
        from,
        to,
      ),
    holes: async (db, session, programmes) => {
      const found = await db
        .selectFrom("intake")
        .select(["programme", "seats", "hasrules"])
        .where("session", "=", session)
        .execute();
      const held = new Map(found.map((intake) => [intake.programme, intake]));
      return programmes.flatMap((programme) => lacking(session, programme, held.get(programme._id)));
    },
  });
}

interface Held {
  readonly seats: number | null;
  readonly hasrules: boolean;
}

function lacking(session: string, programme: AdmittingProgramme, held: Held | undefined): SessionHole[] {
  const title = programmeTitle(programme);
  const common = {
    programme: { _id: programme._id, label: title },
    link: `/staff/intakes?programme=${programme._id}&session=${session}`,
  };
  const rules = { ...common, about: "Entry rules", sentence: `${title} has no entry rules` };
  const seats = { ...common, about: "Seats", sentence: `Nobody has said how many seats ${title} has` };
  return [...(held?.hasrules ? [] : [rules]), ...(held && held.seats !== null ? [] : [seats])];
}

/**
 * The entry rules of the session that admits, by programme, as the registry wrote them; whoever reads them checks them.
 * Empty when no session admits. A programme without an intake is absent.
 */
export async function entryRulesInForce(db: Database): Promise<ReadonlyMap<string, unknown>> {
  const found = await db
    .selectFrom("intake")
    .select(["programme", "entryrules"])
    .where("session", "=", admittingSessionId())
    .execute();
  return new Map(found.map(({ programme, entryrules }) => [programme, entryrules]));
}

/** The rules of one programme in a session, as they are written; undefined without an intake. */
export async function entryRulesOf(db: Database, session: string, programme: string): Promise<unknown> {
  const intakes = db.selectFrom("intake").select("entryrules").where("session", "=", session);
  return (await intakes.where("programme", "=", programme).executeTakeFirst())?.entryrules;
}

/** A programme's rules among those; ones that cannot be read are a fault of ours for the log, and unpublished for people. */
export function readableRules(
  { _id, code }: Pick<AdmittingProgramme, "_id" | "code">,
  written: ReadonlyMap<string, unknown>,
  log: FastifyBaseLogger,
): EntryRules {
  const read = v.safeParse(entryRules, written.get(_id) ?? {});
  if (read.success) return read.output;
  log.error({ programme: code, issues: v.flatten(read.issues) }, "entry rules that cannot be read");
  return {};
}

/** Every intake as it stands, as a part of a larger query: rows of `session, programme, entryrules, version`. */
export const everyIntake = (): RawBuilder<unknown> =>
  sql`select session, programme, entryrules, version from portal.intake`;

interface Start {
  readonly programme: string;
  readonly seats: number;
  /** As the column keeps them; empty where nobody has proposed any. */
  readonly entryrules: object;
}

/** Gives programmes their first seats and rules in a session; one that has a row already keeps it. Answers how many got one. */
export async function startIntakes({ trx, note }: Work, session: string, wanted: readonly Start[]): Promise<number> {
  const lines = JSON.stringify(wanted.map((one) => ({ ...one, _id: newId() })));
  const { rows } = await sql<{ _id: string; programme: string; seats: number }>`
    insert into portal.intake (_id, session, programme, seats, entryrules)
    select w._id, ${session}, w.programme, w.seats, w.entryrules
    from jsonb_to_recordset(${lines}::jsonb) as w(_id uuid, programme uuid, seats int, entryrules jsonb)
    where not exists (select from portal.intake where session = ${session} and programme = w.programme)
    on conflict do nothing returning _id, programme, seats`.execute(trx);
  for (const { _id, programme, seats } of rows)
    note({ deed: "intake.create", subject: `intake:${_id}`, after: { session, programme, seats }, reason: "Set up" });
  return rows.length;
}

/** Seats of each programme of a session, and those that are held: rows of `programme, seats, taken`, of a larger query. */
export const seatsHeld = (session: string): RawBuilder<unknown> =>
  sql`(select intake.programme, intake.seats, intake.taken from portal.intake where intake.session = ${session})`;

/** The seats that the college has set, for the checks of other nouns. */
export const everySeats = (): RawBuilder<unknown> =>
  sql`(select session, programme, seats, taken, beyond from portal.intake)`;

/** A row for each seat that an offer holds, or a student who came by a change of combination. */
export const everyHeldSeat = (): RawBuilder<unknown> => sql`(select session, programme from portal.held_seat)`;

export const intakeNoun: Noun = {
  name: "intake",
  calls: (app) => {
    intakePart(app);
    intakeRulesCalls(app);
  },
  records: [intakeRules],
};
