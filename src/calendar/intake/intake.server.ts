import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import * as v from "valibot";
import type { AdmittingProgramme } from "#college/programme/programme.contract.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { ofProgrammesWithin } from "#college/programme/programme.within.server.ts";
import type { Row, Values } from "#console/record/record.contract.ts";
import type { Rules } from "#console/record/record.rules.server.ts";
import { refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { admittingSessionId } from "../session/session.server.ts";
import type { Hole } from "../session-opening/session-opening.contract.ts";
import { copiedRows } from "../session-opening/session-opening.copy.server.ts";
import { addSessionPart } from "../session-opening/session-opening.part.server.ts";
import { intakes } from "./intake.contract.ts";
import { type EntryRules, entryRules } from "./intake.rules.contract.ts";
import { heldSeats } from "./intake.taken.server.ts";
import { intakeUses } from "./intake.use.server.ts";

const FEWER = "The seats cannot be fewer than the offers that stand for this programme";

export const intakeRules: Rules<typeof intakes> = {
  of: intakes,
  table: "intake",
  within: ofProgrammesWithin,
  constraints: {
    intake_once: ["programme", "This programme has its seats and rules in this session already"],
    intake_within_seats: ["seats", FEWER],
  },
  check: async ({ trx }, { before, form }) => {
    if (before && form?.seats != null) await keepHeld(trx, before._id, form.seats);
  },
  brings: async ({ trx }, { before, form }, app) => {
    if (before) await keepUsed(app, trx, before, form);
  },
};

/**
 * Seats are never fewer than the offers that hold them. The row is locked, so the count stays; the constraint says no
 * whoever else asks, such as a new intake of a programme that has offers.
 */
async function keepHeld(trx: Trx, id: string, seats: number): Promise<void> {
  const held = await heldSeats(trx, id);
  if (seats < held) throw refuseFields({ seats: `${FEWER}: ${held}` });
}

/** An intake that somebody relies on stays where it is. */
async function keepUsed(app: FastifyInstance, trx: Trx, before: Row, form: Values | null): Promise<void> {
  const { session, programme } = before as unknown as Record<"session" | "programme", { readonly _id: string }>;
  if (form !== null && form.session === session._id && form.programme === programme._id) return;
  for (const { name, count } of intakeUses(app)) {
    const used = await count(trx, session._id, programme._id);
    if (used > 0)
      throw refuse(`Used by ${used} of the ${name}, so these seats and rules stay with their session and programme`);
  }
}

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

function lacking(session: string, programme: AdmittingProgramme, held: Held | undefined): Hole[] {
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
