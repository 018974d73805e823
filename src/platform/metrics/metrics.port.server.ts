import { createServer } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { FastifyInstance } from "fastify";
import type { RawBuilder } from "kysely";
import { asOpenMetrics, countedHere, counter, durations, type Gauge, gauge, OPEN_METRICS } from "./metrics.server.ts";

const requests = counter("portal_http_requests", "Requests that were answered, by route as it is registered.");
const taken = durations(
  "portal_http_request_duration_seconds",
  "Time from the request to the end of its answer.",
  [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
);
const signInsRefused = counter("portal_sign_ins_refused", "Sign-ins that were refused, by whose they are and why.");

/** Counted where it is asked. */
export const providerAnswers = counter("portal_provider_answers", "What became of questions to the payment provider.");

const SIGN_IN: Readonly<Record<string, string>> = {
  "/api/ms_applicant/login": "applicant",
  "/api/staff/ms_staff/login": "staff",
};

/** Counts each answer of this portal. */
export function countAnswers(app: FastifyInstance): void {
  app.addHook("onResponse", (request, reply, done) => {
    const { method } = request;
    const route = request.routeOptions.url ?? "unknown";
    requests.add({ method, route, status: reply.statusCode });
    taken.observe({ method, route }, reply.elapsedTime / 1000);
    const who = SIGN_IN[route];
    if (who && method === "POST" && request.refusal) signInsRefused.add({ who, code: request.refusal.code });
    done();
  });
}

/** A number that the database knows, in rows of `label` and `value`. Reads in some milliseconds, every few seconds. */
export interface KeptNumber {
  readonly name: string;
  readonly help: string;
  readonly label: string;
  readonly rows: RawBuilder<{ label: string; value: number }>;
}

/**
 * Listens for the collector on this machine alone, apart from everybody's port: `GET /metrics` there. Answers how to stop. Port 0 is
 * any free one.
 */
export async function serveMetrics(
  app: FastifyInstance,
  port: number,
  version: string,
  kept: readonly KeptNumber[],
): Promise<{ port: number; stop(): Promise<void> }> {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const server = createServer(async (request, reply) => {
    if (request.method !== "GET" || request.url !== "/metrics") return void reply.writeHead(404).end("not here\n");
    const gauges = [...ofProcess(app, delay, version), ...(await ofDatabase(app, kept))];
    reply.writeHead(200, { "content-type": OPEN_METRICS }).end(asOpenMetrics([...countedHere(), ...gauges]));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, "127.0.0.1", () => resolve());
  });
  const address = server.address();
  return {
    port: typeof address === "object" ? (address?.port ?? port) : port,
    async stop() {
      delay.disable();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function ofProcess(app: FastifyInstance, delay: ReturnType<typeof monitorEventLoopDelay>, version: string): Gauge[] {
  const { pool } = app.portal;
  const memory = process.memoryUsage();
  const waited = [0.5, 0.99].map((quantile) => [{ quantile }, delay.percentile(quantile * 100) / 1e9] as const);
  const longest = [{ quantile: 1 }, delay.max / 1e9] as const;
  delay.reset();
  return [
    gauge("portal_version_info", "The version that runs.", [[{ version }, 1]]),
    gauge("portal_start_time_seconds", "When the process started.", [[{}, performance.timeOrigin / 1000]], "seconds"),
    gauge(
      "portal_event_loop_delay_seconds",
      "How late the process came to what waited, since it was asked last.",
      [...waited, longest].map(([labels, value]) => [labels, Number.isFinite(value) ? value : 0]),
      "seconds",
    ),
    gauge("portal_resident_memory_bytes", "Memory of the process.", [[{}, memory.rss]], "bytes"),
    gauge("portal_heap_used_bytes", "Memory of its objects.", [[{}, memory.heapUsed]], "bytes"),
    gauge("portal_database_connections", "Connections to the database.", [
      [{ state: "used" }, pool.totalCount - pool.idleCount],
      [{ state: "idle" }, pool.idleCount],
    ]),
    gauge("portal_database_waiting", "Who waits for a connection.", [[{}, pool.waitingCount]]),
  ];
}

/** Without the database its numbers are left out, and `portal_database_up` is 0. */
async function ofDatabase(app: FastifyInstance, kept: readonly KeptNumber[]): Promise<Gauge[]> {
  const up = (value: number) => gauge("portal_database_up", "Whether the database answers.", [[{}, value]]);
  try {
    const gauges: Gauge[] = [];
    for (const { name, help, label, rows } of kept) {
      const found = await rows.execute(app.portal.db);
      gauges.push(
        gauge(
          name,
          help,
          found.rows.map((row) => [label ? { [label]: row.label } : {}, row.value]),
        ),
      );
    }
    return [up(1), ...gauges];
  } catch {
    return [up(0)];
  }
}
