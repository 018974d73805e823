import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { ofProgrammesWithin } from "#college/programme/programme.server.ts";
import type { Row, Values } from "#console/record/record.contract.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Portal } from "#platform/portal/portal.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { intakes } from "./intake.contract.ts";

/** What a higher domain knows of an intake: whether somebody relies on it. */
interface IntakeUse {
  /** Who relies on it, in the plural: "applications". */
  readonly name: string;
  readonly count: (trx: Trx, session: string, programme: string) => Promise<number>;
}

const known = new WeakMap<Portal, IntakeUse[]>();

/** Tells the intakes of a use; the noun does so when it registers its calls. */
export function addIntakeUse({ portal }: FastifyInstance, use: IntakeUse): void {
  known.set(portal, [...(known.get(portal) ?? []), use]);
}

const intakeUses = ({ portal }: FastifyInstance): readonly IntakeUse[] => known.get(portal) ?? [];

const FEWER = "The seats cannot be fewer than those that are held in this programme";

export const intakeRules: RecordRules<typeof intakes> = {
  of: intakes,
  table: "intake",
  within: ofProgrammesWithin,
  constraints: {
    intake_once: ["value-taken", "programme", "This programme has its seats and rules in this session already"],
    intake_within_seats: ["fewer-seats-than-given", "seats", FEWER],
  },
  check: async ({ trx }, { before, form }) => {
    if (before && form?.seats != null) await keepHeld(trx, before._id, form.seats);
  },
  brings: async ({ trx }, { before, form }, app) => {
    if (before) await keepUsed(app, trx, before, form);
  },
};

/**
 * Seats are never fewer than those that are held. The row is locked, so the count stays; the constraint says no
 * whoever else asks, such as a new intake of a programme that has offers.
 */
async function keepHeld(trx: Trx, id: string, seats: number): Promise<void> {
  const held = await heldSeats(trx, id);
  if (seats < held) throw refuseFields("fewer-seats-than-given", { seats: `${FEWER}: ${held}` });
}

/** How many seats of an intake are held, those beyond it aside. */
async function heldSeats(trx: Trx, intake: string): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    select taken - beyond as held from portal.intake where _id = ${intake}`.execute(trx);
  return rows[0]?.held ?? 0;
}

/** An intake that somebody relies on stays where it is. */
async function keepUsed(app: FastifyInstance, trx: Trx, before: Row, form: Values | null): Promise<void> {
  const { session, programme } = before as unknown as Record<"session" | "programme", { readonly _id: string }>;
  if (form !== null && form.session === session._id && form.programme === programme._id) return;
  for (const { name, count } of intakeUses(app)) {
    const used = await count(trx, session._id, programme._id);
    if (used > 0)
      throw refuse(
        "record-in-use",
        `Used by ${used} of the ${name}, so these seats and rules stay with their session and programme`,
      );
  }
}
