import type { FastifyInstance } from "fastify";
import type { Trx } from "#platform/perform.server.ts";
import type { Portal } from "#platform/portal.server.ts";

/** What a higher domain knows of an intake: whether somebody relies on it. */
export interface IntakeUse {
  /** Who relies on it, in the plural: "applications". */
  readonly name: string;
  readonly count: (trx: Trx, session: string, programme: string) => Promise<number>;
}

const known = new WeakMap<Portal, IntakeUse[]>();

/** Tells the intakes of a use; the noun does so when it registers its calls. */
export function addIntakeUse({ portal }: FastifyInstance, use: IntakeUse): void {
  known.set(portal, [...(known.get(portal) ?? []), use]);
}

/** Every use that a noun has told of. */
export const intakeUses = ({ portal }: FastifyInstance): readonly IntakeUse[] => known.get(portal) ?? [];
