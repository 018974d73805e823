import type { FastifyInstance } from "fastify";
import { admittingSession } from "#calendar/session/session.server.ts";
import { admittingProgrammes } from "#college/programme/programme.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { applicant } from "#identity/session/session.server.ts";
import { naira } from "#kit/value/money.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { applicationFees } from "../application-fee-item/application-fee-item.server.ts";
import { listOpenProgrammes } from "./open-programme.contract.ts";

export function openProgrammeCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, listOpenProgrammes, applicant, async () => {
    const session = await admittingSession(db);
    const [programmes, fees] = await Promise.all([admittingProgrammes(db), applicationFees(db, session._id)]);
    return programmes.map((programme) => {
      const fee = fees.get(programme._id);
      return { ...programme, fee: fee === undefined ? null : naira(fee) };
    });
  });
}

export const openProgrammeNoun: Noun = {
  name: "open-programme",
  calls: openProgrammeCalls,
};
