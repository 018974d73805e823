import type { FastifyInstance } from "fastify";
import { olevelResultCalls } from "#academics/olevel-result/olevel-result.server.ts";
import { olevelSittingCalls } from "#academics/olevel-sitting/olevel-sitting.server.ts";
import { requirementCalls } from "#applications/requirement/requirement.server.ts";
import { frontDeskCalls } from "#calendar/front-desk/front-desk.server.ts";
import { applicationFeeItemCalls } from "#fees/application-fee-item/application-fee-item.server.ts";
import { openProgrammeCalls } from "#fees/open-programme/open-programme.server.ts";
import { bioCalls } from "#profile/bio/bio.server.ts";
import { photoCalls } from "#profile/photo/photo.server.ts";
import { refereeCalls } from "#profile/referee/referee.server.ts";

/** Every call of the wire. A noun is added here, one line each. */
export function everyCall(app: FastifyInstance): void {
  frontDeskCalls(app);
  openProgrammeCalls(app);
  applicationFeeItemCalls(app);
  refereeCalls(app);
  bioCalls(app);
  photoCalls(app);
  olevelSittingCalls(app);
  olevelResultCalls(app);
  requirementCalls(app);
}
