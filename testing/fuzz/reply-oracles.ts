import * as v from "valibot";
import { type Exchange, isDone, jsonOf } from "./exchange.ts";
import { mayPass } from "./fuzz-people.ts";

/** What must hold of every exchange: says what is wrong with one, or nothing. */
export type ReplyOracle = (one: Exchange, knowing: Knowing) => string | undefined;

/** What stands beside an exchange. */
export interface Knowing {
  /** By the request's id, the faults that the server has logged. */
  readonly faults: ReadonlyMap<string, string>;
  /** Texts that nobody may ever be told. */
  readonly secrets: readonly string[];
  /** Nothing changes meanwhile, so who may do what is known. */
  readonly isStill: boolean;
}

/** Contract 1: 200 and 500 of validators, and what each other status says. */
const statuses = new Set([200, 302, 304, 400, 401, 403, 404, 405, 409, 413, 415, 429, 431, 500]);

const onEvery: Readonly<Record<string, string | RegExp>> = {
  "content-security-policy": /frame-ancestors 'none'/,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "strict-transport-security": /max-age=31536000; includeSubDomains/,
  "x-content-type-options": "nosniff",
  "x-frame-options": "SAMEORIGIN",
  "cache-control": /no-store|no-cache|immutable/,
};

const SLOWEST_MS = 2_000;

/** What only the inside of the portal looks like. */
const insides =
  /node_modules|\bFST_|\n\s+at |\.(?:server|contract|rules)\.ts|\/tmp\/|ECONN|violates |relation "|column "|syntax error at|portal\.[a-z_]+\b.*\b(?:where|set)\b|TypeError|RangeError|ReferenceError|ValiError|kysely|graphile/;

/** The oracles that look at one exchange alone, by their names. */
export const replyOracles: Readonly<Record<string, ReplyOracle>> = {
  "no fault of the portal's own": (one, { faults }) => {
    const fault = faults.get(one.headers["x-request-id"] ?? "");
    if (fault) return fault;
    if (one.status === 500 && errorsOf(one) === undefined) return `500 without a field: ${one.text.slice(0, 200)}`;
    return one.status === 0 ? `no answer: ${one.text}` : undefined;
  },
  "a status of the contract": (one, { isStill }) => wrongStatus(one, isStill),
  "a reply as its contract says": wrongShape,
  "an answer within two seconds": ({ ms }) => (ms > SLOWEST_MS ? `took ${Math.round(ms)} ms` : undefined),
  "nothing of the inside in a refusal": (one) => {
    const [found] = (one.status >= 400 || errorsOf(one) !== undefined ? insides.exec(one.text) : null) ?? [];
    return found && `tells ${found}`;
  },
  "no secret in a reply": (one, { secrets }) => {
    const told = one.text + Object.values(one.headers).join("\n");
    // The way from the student's area to the applicant's is the sign-in itself.
    const own = one.request.call.url === "/api/student/applicant_area" ? one.request.person.headers.cookie : undefined;
    const found = secrets.find((secret) => told.includes(secret) && !own?.includes(secret));
    return found && `tells ${found.slice(0, 6)}…`;
  },
  "security headers on every reply": ({ headers, status, request: { call } }) => {
    const ofOthers = call.url.startsWith("/api/issuer");
    const wrong = Object.entries(onEvery).filter(
      ([name, wanted]) => !fits(headers[name], wanted) && !(ofOthers && name === "cross-origin-resource-policy"),
    );
    if (status === 0) return undefined;
    if (headers["x-powered-by"] ?? headers.server) return "names its software";
    const type = headers["content-type"] ?? "";
    if (/json|html|csv|text/.test(type) && !type.includes("charset=utf-8")) return `content-type ${type}`;
    return wrong.length > 0 ? wrong.map(([name]) => `${name}: ${headers[name] ?? "missing"}`).join(", ") : undefined;
  },
  "405 with the methods that an address takes": ({ request, status, headers }) => {
    if (request.twist !== "other method") return undefined;
    if (status !== 405) return `answered ${status}`;
    const allowed = (headers.allow ?? "").split(", ").sort().join();
    return allowed === [...request.call.methods].sort().join() ? undefined : `allows ${headers.allow}`;
  },
};

const fits = (value: string | undefined, wanted: string | RegExp) =>
  value !== undefined && (typeof wanted === "string" ? value === wanted : wanted.test(value));

function errorsOf(one: Exchange): unknown {
  const body = jsonOf(one) as { errors?: unknown; code?: unknown } | null | undefined;
  return body?.errors ?? body?.code;
}

function wrongStatus(one: Exchange, isStill: boolean): string | undefined {
  const { status, request } = one;
  const { person, call, twist } = request;
  if (!statuses.has(status)) return `answered ${status}`;
  if (!isStill || twist === "other method" || twist === "odd header") return undefined;
  const allowed = mayPass(person, call.guard);
  // A part of an address that is too long belongs to no call, so nobody is asked who he is.
  if (allowed === false && status === 404 && twist === "odd identifier") return undefined;
  if (allowed === false && status !== 401 && status !== 403) return `let somebody in who may not: ${status}`;
  // What only the whole college may do answers 403 to whoever has the page for less.
  if (allowed === true && twist === "fitting" && status === 401) return `kept somebody out who may: ${status}`;
  const isSecret = call.url.includes(":") && status === 404;
  if (allowed === true && twist === "content type" && status !== 415 && !isSecret)
    return `took another content type: ${status}`;
  if (allowed === true && ["field of the server", "no form"].includes(twist) && isDone(one))
    return "took a form that is none";
  return undefined;
}

const refusal = v.strictObject({
  type: v.literal("error"),
  code: v.pipe(v.string(), v.regex(/^[a-z0-9]+(-[a-z0-9]+){0,4}$/)),
  message: v.pipe(v.string(), v.nonEmpty()),
  errors: v.optional(v.record(v.string(), v.pipe(v.string(), v.nonEmpty()))),
});

function wrongShape(one: Exchange): string | undefined {
  const { status, request, text } = one;
  const body = jsonOf(one);
  if (status >= 400 || (body as { type?: unknown } | null)?.type === "error") {
    if (!v.is(refusal, body)) return `no refusal of the house: ${status} ${text.slice(0, 200)}`;
    return status !== 401 && /expired/i.test(body.message) ? "says that a sign-in has expired" : undefined;
  }
  if (status !== 200 || body === undefined) return undefined;
  const checked = v.safeParse(request.call.endpoint.reply, body);
  return checked.success ? undefined : `${v.getDotPath(checked.issues[0]) ?? ""} ${checked.issues[0].message}`;
}
