import type { FastifyInstance } from "fastify";
import { releaseLineCalls } from "./release.lines.server.ts";
import { releaseMakeCalls } from "./release.make.server.ts";
import { releaseProposeCalls } from "./release.propose.server.ts";
import { releaseWholeCalls } from "./release.whole.server.ts";

/** Everything that is done with lists of offers and refusals. */
export function releaseCalls(app: FastifyInstance): void {
  releaseMakeCalls(app);
  releaseLineCalls(app);
  releaseProposeCalls(app);
  releaseWholeCalls(app);
}
