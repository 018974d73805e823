import type { FastifyInstance } from "fastify";
import { addSessionPart } from "#calendar/session/session.part.server.ts";
import { usualAdmittingSession } from "#calendar/session/session.server.ts";
import { ofProgrammesWithin } from "#college/programme/programme.server.ts";
import type { Rules } from "#console/record/record.rules.server.ts";
import { tuitionFeeItems } from "./tuition-fee-item.contract.ts";
import { tuitionMatrixCall } from "./tuition-fee-item.matrix.server.ts";
import { openingPart } from "./tuition-fee-item.opening.server.ts";

export const tuitionFeeItemRules: Rules<typeof tuitionFeeItems> = {
  of: tuitionFeeItems,
  table: "tuition_fee_item",
  within: ofProgrammesWithin,
  usual: usualAdmittingSession,
  constraints: {
    tuition_fee_item_once: [
      "level",
      "The programme has an item for this level, semester and kind of student in this session already. Change that one",
    ],
  },
};

export function tuitionFeeItemCalls(app: FastifyInstance): void {
  tuitionMatrixCall(app);
  addSessionPart(app, openingPart);
}
