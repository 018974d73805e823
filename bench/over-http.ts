import autocannon from "autocannon";

export interface Request {
  readonly path: string;
  readonly token?: string;
  readonly key?: string;
  readonly body?: unknown;
}

const SECONDS = 4;

/** Requests a second at so many connections, each made by `next`; at most `amount` of them. A refusal ends the bench. */
export async function overHttp(url: string, next: () => Request, connections = 16, amount?: number) {
  const { requests, latency, duration, refused } = await shoot(url, next, connections, amount);
  if (refused) throw new Error(`refused: ${refused}`);
  return { perSecond: requests.total / duration, p99: latency.p99 };
}

/** The same, where refusals are part of the matter. */
export async function shoot(url: string, next: () => Request, connections: number, amount?: number) {
  let refused = "";
  const result = await autocannon({
    url,
    connections,
    ...(amount === undefined ? { duration: SECONDS } : { amount }),
    requests: [
      {
        setupRequest: (request) => ({ ...request, ...written(next()) }),
        onResponse: (_status, body) => {
          if (body.includes('"type":"error"')) refused ||= body;
        },
      },
    ],
  });
  return { ...result, refused: refused || (result.errors > 0 ? `${result.errors} errors` : "") };
}

const written = ({ path, token, key, body }: Request): autocannon.Request => ({
  path,
  method: body === undefined ? "GET" : "POST",
  headers: {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(key && { "idempotency-key": key }),
    ...(body !== undefined && { "content-type": "application/json" }),
  },
  ...(body !== undefined && { body: JSON.stringify(body) }),
});
