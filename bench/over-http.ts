import autocannon from "autocannon";

export interface Request {
  readonly path: string;
  readonly token?: string;
  /** Sent as the portal's own page does. */
  readonly cookie?: string;
  /** Asked for with a change that a cookie allows. */
  readonly origin?: string;
  /** POST with a body, where nothing is said. */
  readonly method?: "PUT";
  readonly key?: string;
  readonly body?: unknown;
}

const SECONDS = 4;

/** Requests a second at so many connections, each made by `next`; at most `amount` of them. A refusal ends the bench. */
export async function overHttp(url: string, next: () => Request, connections = 16, amount?: number) {
  const { perSecond, latency, refused } = await shoot(url, next, connections, amount);
  if (refused) throw new Error(`refused: ${refused}`);
  return { perSecond, p99: latency.p99 };
}

/** The same, where refusals are part of the matter. */
export async function shoot(url: string, next: () => Request, connections: number, amount?: number) {
  let refused = "";
  let answered = 0;
  let last = 0;
  const begun = performance.now();
  const result = await autocannon({
    url,
    connections,
    ...(amount === undefined ? { duration: SECONDS } : { amount }),
    requests: [
      {
        setupRequest: (request) => ({ ...request, ...written(next()) }),
        onResponse: (_status, body) => {
          answered += 1;
          last = performance.now();
          if (body.includes('"type":"error"')) refused ||= body;
        },
      },
    ],
  });
  // The load generator itself looks at the clock once a second only.
  const perSecond = (answered * 1000) / (last - begun);
  return { ...result, perSecond, refused: refused || (result.errors > 0 ? `${result.errors} errors` : "") };
}

const written = ({ path, token, cookie, origin, method, key, body }: Request): autocannon.Request => ({
  path,
  method: method ?? (body === undefined ? "GET" : "POST"),
  headers: {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(cookie && { cookie }),
    ...(origin && { origin }),
    ...(key && { "idempotency-key": key }),
    ...(body !== undefined && { "content-type": "application/json" }),
  },
  ...(body !== undefined && { body: JSON.stringify(body) }),
});
