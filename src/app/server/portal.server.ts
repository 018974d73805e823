import underPressure from "@fastify/under-pressure";
import fastify, { type FastifyInstance, LogController } from "fastify";
import type pg from "pg";
import { choosePasswordHash } from "#identity/credential/credential.server.ts";
import { compressAnswers } from "#kit/wire/compression.server.ts";
import { refuseOtherMethods, speakContracts } from "#kit/wire/http.server.ts";
import { openApi } from "#kit/wire/openapi.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import { StartRefusal } from "#platform/config/start-refusal.server.ts";
import { openDatabase, openReading } from "#platform/database/connect.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { outageOf } from "#platform/database/outage.server.ts";
import { openStore } from "#platform/files/store.server.ts";
import { answerBrokenAddress, answerBrokenRequest } from "#platform/http/broken-request.server.ts";
import { logAnswers, logSettings } from "#platform/http/log.server.ts";
import { limitRequests } from "#platform/http/request-rate.server.ts";
import { securityHeaders } from "#platform/http/security-headers.server.ts";
import { LONGEST_MS, refuseSlowBodies } from "#platform/http/slow-body.server.ts";
import { startJobs } from "#platform/jobs/job-runner.server.ts";
import { backupKept, jobsKept, logKept } from "#platform/jobs/jobs.server.ts";
import { openLimits } from "#platform/limits/limits.server.ts";
import { mailsKept } from "#platform/mail/mail.server.ts";
import { mailPage } from "#platform/mail/mail-page.server.ts";
import { countAnswers, serveMetrics } from "#platform/metrics/metrics.port.server.ts";
import { healthCalls } from "#platform/portal/health.server.ts";
import { portalVersion } from "#platform/portal/version.server.ts";
import { smsKept } from "#platform/sms/sms.server.ts";
import { followBrand } from "#reference/brand/brand.server.ts";
import { refusalOfMerged } from "#registry/student/student.server.ts";
import { noteFileOpenings } from "#support/file-opening/file-opening.server.ts";
import { impossibleKept, lookingForImpossible } from "#support/impossible-state/impossible-state.server.ts";
import { allImpossible, everyNoun, serveNouns } from "./nouns.server.ts";
import { servePages } from "./pages.server.ts";

const KB = 1024;

/** Beside the pool of requests, where there are any. */
interface OtherPools {
  /** For what needs a session of PostgreSQL, where requests go through a pooler. */
  readonly direct?: pg.Pool;
  readonly replica?: pg.Pool | undefined;
}

/**
 * The whole portal on a migrated database, not yet listening. `name` tells this process from others in the database;
 * it is the application name of `pool`.
 */
export async function buildPortal(
  config: Config,
  pool: pg.Pool,
  name: string,
  { direct = pool, replica }: OtherPools = {},
): Promise<FastifyInstance> {
  choosePasswordHash(config.passwordHash);
  const app = fastify({
    logger: logSettings(config.logLevel),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    // The first hop is 0: one step too far, and anybody says which address he comes from.
    trustProxy: (_address, hop) => hop < config.trustProxy,
    bodyLimit: 64 * KB,
    requestTimeout: LONGEST_MS,
    connectionTimeout: 30_000,
    keepAliveTimeout: 30_000,
    forceCloseConnections: "idle",
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: answerBrokenAddress,
    return503OnClosing: true,
    routerOptions: { maxParamLength: 300 },
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000, maxHeaderSize: 16 * KB },
  });
  app.decorate("portal", {
    config,
    pool,
    db: openDatabase(pool),
    reading: openReading(pool, replica),
    files: openStore(config),
    limits: openLimits(pool),
  });
  app.decorate("nouns", everyNoun);
  app.decorateRequest("who", null);
  speakContracts(app, (fault) => outageOf(fault) ?? refusalOfMerged(fault));
  refuseSlowBodies(app);
  limitRequests(app, config.mostRequests);
  securityHeaders(app);
  // Before the answer is compressed: where no line can be written, a refusal leaves in its place.
  noteFileOpenings(app);
  compressAnswers(app);
  logAnswers(app);
  countAnswers(app);
  await app.register(underPressure, {
    maxEventLoopDelay: config.mostDelayMs,
    // Longer than the delay itself: a time in which nothing could be measured counts as an endless delay.
    sampleInterval: 2 * config.mostDelayMs,
    exposeStatusRoute: false,
  });
  healthCalls(app);
  openApi(app, "Admission Portal");
  mailPage(app);
  await followBrand(app);
  serveNouns(app);
  await app.after(); // calls in a scope of their own are known from here on
  refuseOtherMethods(app);
  await servePages(app);
  app.setNotFoundHandler(() => {
    throw notFound();
  });

  const jobs = everyNoun.flatMap(({ jobs = [] }) => jobs);
  const rounds = [...everyNoun.flatMap(({ rounds = [] }) => rounds), lookingForImpossible(allImpossible)];
  const work = await startJobs(app, direct, name, jobs, rounds);
  app.addHook("onClose", () => work.stop());
  if (config.metricsPort !== null) await serveFigures(app, config.metricsPort);
  return app;
}

/** Shows a collector on this machine how the portal is, until it closes. Refuses a port that is taken. */
async function serveFigures(app: FastifyInstance, port: number): Promise<void> {
  const kept = [jobsKept, logKept, backupKept, mailsKept, smsKept, impossibleKept];
  const served = await serveMetrics(app, port, portalVersion, kept).catch((fault: NodeJS.ErrnoException) => {
    if (fault.code !== "EADDRINUSE") throw fault;
    throw new StartRefusal(`METRICS_PORT ${port} is in use by another program: choose another one for this process.`);
  });
  app.addHook("onClose", () => served.stop());
}
