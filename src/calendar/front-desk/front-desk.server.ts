import type { FastifyInstance } from "fastify";
import { everyone, handle } from "#kit/handle.server.ts";
import { brand, contact } from "#reference/brand/brand.contract.ts";
import { admissionSentence } from "../session/session.contract.ts";
import { currentAdmission } from "../session/session.server.ts";
import { askFrontDesk } from "./front-desk.contract.ts";

export function frontDeskCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, askFrontDesk, everyone, async () => {
    const admission = await currentAdmission(db);
    return { brand, contact, admission: { ...admission, message: admissionSentence(admission) } };
  });
}
