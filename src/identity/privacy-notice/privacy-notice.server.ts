import type { FastifyInstance } from "fastify";
import { everyone, handle } from "#kit/wire/handle.server.ts";
import { readDataOfficer } from "./privacy-notice.contract.ts";

/** `officer` answers who is named, in the college's words; empty for nobody. */
export function privacyNoticeCalls(app: FastifyInstance, officer: () => Promise<string>): void {
  handle(app, readDataOfficer, everyone, async () => ({ officer: (await officer()).trim() || null }));
}
