import * as v from "valibot";
import { type Chance, chanceOf } from "../../demo/chance.ts";
import type { AnyEndpoint } from "../../src/kit/wire/endpoint.contract.ts";
import type { Registered } from "../../src/kit/wire/http.server.ts";
import { fieldNames, fittingValue } from "./fitting-value.ts";
import { FORM, partOf, partsOf } from "./form-parts.ts";
import type { FuzzPerson } from "./fuzz-people.ts";
import { mayPass } from "./fuzz-people.ts";
import * as hostile from "./hostile-value.ts";
import type { KnownRecords } from "./known-records.ts";

/** What is wrong with a request, if anything. */
export type Twist =
  | "fitting"
  | "edge"
  | "broken field"
  | "naughty text"
  | "field of the server"
  | "no form"
  | "content type"
  | "other method"
  | "not allowed"
  | "odd identifier"
  | "odd query"
  | "odd header"
  | "parts";

/** A request as it goes over the line, and what is known about it. */
export interface DrawnRequest {
  readonly number: number;
  readonly person: FuzzPerson;
  readonly twist: Twist;
  readonly call: FuzzCall;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | undefined;
}

export interface FuzzCall {
  readonly endpoint: AnyEndpoint;
  readonly url: string;
  readonly guard: string;
  /** Every method that the address takes. */
  readonly methods: readonly string[];
}

/** Each call that has a contract. */
export function fuzzCalls(calls: readonly Registered[]): FuzzCall[] {
  const served = calls.filter(({ guard }) => guard !== undefined && guard !== "nobody");
  return served.flatMap(({ url, endpoint, guard = "" }) => {
    const same = served.filter((other) => other.url === url).flatMap(({ methods }) => methods);
    return endpoint ? [{ url, endpoint, guard, methods: same }] : [];
  });
}

export interface Field {
  readonly calls: readonly FuzzCall[];
  readonly people: readonly FuzzPerson[];
  readonly known: KnownRecords;
  /** By the address of an import, a table file that it takes. */
  readonly files: ReadonlyMap<string, string>;
  /** Calls, by `nameOf`, that nothing has come of yet: they are asked more often. */
  owed: ReadonlySet<string>;
}

/** Requests that nothing in the database may come of: reads, and what is refused whoever judges it. */
export const stillTwists: readonly Twist[] = [
  "fitting",
  "other method",
  "not allowed",
  "content type",
  "field of the server",
  "no form",
  "odd identifier",
  "odd query",
  "odd header",
];
const busyTwists: readonly Twist[] = [
  "fitting",
  "fitting",
  "fitting",
  "fitting",
  "edge",
  "broken field",
  "naughty text",
  "odd identifier",
  "odd header",
  "parts",
];

/** The request of this number: the same seed and the same database draw the same. */
export function drawRequest(field: Field, seed: number, number: number, isStill: boolean): DrawnRequest {
  const chance = chanceOf(seed * 1_000_003 + number);
  const twist = chance.one(isStill ? stillTwists : busyTwists);
  // Every call has its turn; which of its neighbours' is chance.
  const call = callFor(field, twist, isStill, number, chance);
  const person = personFor(field, call, twist, chance);
  const method = twist === "other method" ? otherMethod(call, chance) : call.endpoint.method;
  const url = addressOf(field, call, person, twist, chance);
  const { body, type } = bodyOf(field, call, person, twist, chance);
  const sent = method === "GET" || method === "HEAD" ? undefined : body;
  const headers = {
    ...person.headers,
    ...(sent !== undefined && { "content-type": type }),
    ...(twist === "odd header" && oddHeader(chance)),
  };
  return { number, person, twist, call, method, url, headers, body: sent };
}

/** Reads that ask the provider, write down who looked into a file or what left the house, or count a reader. */
export const isWrittenRead = ({ url }: FuzzCall): boolean =>
  /\/(?:export|dossier|file|whole|refused)$|\.(?:csv|xlsx)$|\/ms_(?:outgoing_list|graduation|progression)\/:id\/paper$|\/ms_screening\/:id\/sheet$|\/ms_clearance\/:id(?:\/papers)?$|\/material_file\/|^\/api\/ms_acceptance_fee_rrr\/verify|^\/api\/ms_application_fee\/:trxcode$/.test(
    url,
  );

const onlyOfReads: readonly Twist[] = ["fitting", "odd query", "odd header"];
const onlyOfWrites: readonly Twist[] = [
  "content type",
  "field of the server",
  "no form",
  "edge",
  "broken field",
  "naughty text",
  "parts",
];

function callFor({ calls, owed }: Field, twist: Twist, isStill: boolean, number: number, chance: Chance): FuzzCall {
  const isRead = ({ endpoint }: FuzzCall) => endpoint.method === "GET";
  const wantsId = twist === "odd identifier";
  const reads = isStill && onlyOfReads.includes(twist);
  const writes = !isStill || onlyOfWrites.includes(twist);
  const isAsked = (call: FuzzCall) => !isRead(call) || (!isStill && twist === "fitting" && isWrittenRead(call));
  const fitting = calls.filter(
    (call) =>
      (!reads || isRead(call)) &&
      (reads || !writes || isAsked(call)) &&
      (!wantsId || call.url.includes(":")) &&
      (twist !== "field of the server" || takesFields(call)) &&
      (twist !== "no form" || !v.is(call.endpoint.body, undefined)) &&
      (twist !== "not allowed" || call.guard !== "everyone"),
  );
  const owing = twist === "fitting" && chance.happens(0.75) ? fitting.filter((one) => owed.has(nameOf(one))) : [];
  const turns = owing.length > 0 ? owing : fitting;
  return turns[(number * 7 + chance.below(3)) % turns.length] ?? chance.one(turns);
}

/** Method and address, such as `GET /api/ms_programme`. */
export const nameOf = ({ endpoint, url }: FuzzCall): string => `${endpoint.method} ${url}`;

const takesFields = ({ endpoint }: FuzzCall) =>
  ["POST", "PUT"].includes(endpoint.method) && fieldNames(endpoint.body).length > 0;

function personFor({ people }: Field, { guard }: FuzzCall, twist: Twist, chance: Chance): FuzzPerson {
  const wanted = twist !== "not allowed";
  const fitting = people.filter((person) => mayPass(person, guard) === wanted);
  if (fitting.length > 0) return chance.one(fitting);
  // What hangs on more than one right is known to whoever has the most of them.
  const [most = chance.one(people)] = [...people].sort((one, other) => other.rights.size - one.rights.size);
  return chance.happens(0.5) ? most : chance.one(people);
}

const otherMethod = ({ methods }: FuzzCall, chance: Chance): string =>
  chance.one(["GET", "POST", "PUT", "DELETE", "PATCH"].filter((method) => !methods.includes(method)));

function addressOf({ known }: Field, call: FuzzCall, person: FuzzPerson, twist: Twist, chance: Chance): string {
  const own = chance.happens(0.6) ? person.idFor(call.url)?.split("/") : undefined;
  let before = "";
  const parts = call.url.split("/").map((part) => {
    if (!part.startsWith(":")) {
      before = part;
      return part;
    }
    if (twist === "odd identifier") return encodeURIComponent(chance.one(hostile.oddIds));
    const name = part === ":id" ? before : part.slice(1);
    return encodeURIComponent(own?.shift() ?? (chance.happens(0.04) ? "x" : known.of(name, chance)));
  });
  if (call.endpoint.method !== "GET") return parts.join("/");
  return parts.join("/") + queryOf(known, twist, chance);
}

const usualNames = [
  "q",
  "limit",
  "after",
  "sort",
  "session",
  "programme",
  "college",
  "department",
  "semester",
  "level",
  "class",
  "course",
  "student",
  "staff",
  "state",
  "day",
  "week",
  "month",
  "from",
  "to",
  "name",
  "code",
  "check",
  "source",
  "status",
  "kind",
  "room",
  "lecturer",
  "closing",
  "columns",
  "wish",
];

/** A query as a page sends it, or as nobody's page does. */
function queryOf(known: KnownRecords, twist: Twist, chance: Chance): string {
  if (twist !== "odd query") return chance.happens(0.7) ? "" : `?limit=${chance.between(1, 100)}`;
  const pairs = Array.from({ length: chance.between(1, 4) }, () => {
    const name = chance.one(
      chance.happens(0.15) ? ["__proto__", "constructor", "x", "a[b]", "limit[]", "$where", "%00"] : usualNames,
    );
    const value = chance.happens(0.4)
      ? known.of(name, chance)
      : chance.one([...hostile.naughtyTexts, "1", "2", "100", "101", "2026", "2026-11-30", "-name", "true"]);
    return `${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed()).slice(0, 3_000)}`;
  });
  if (chance.happens(0.2)) pairs.push(pairs[0] ?? "");
  return `?${pairs.join("&")}${chance.happens(0.05) ? "&%=%zz&&=" : ""}`;
}

const otherTypes = [
  "application/x-www-form-urlencoded",
  "text/plain",
  "application/xml",
  "application/json-patch+json",
  "text/json",
  "*/*",
  "x",
];

function bodyOf(
  { known, files }: Field,
  { endpoint, url }: FuzzCall,
  person: FuzzPerson,
  twist: Twist,
  chance: Chance,
) {
  const json = "application/json";
  const file = files.get(url);
  if (twist === "fitting" && file) return { body: partOf("file", "rows.csv", "text/csv", file), type: FORM };
  const own = chance.happens(0.5) ? person.bodyFor?.(url) : undefined;
  const fitting = own ?? fittingValue(endpoint.body, { chance, known, noun: nounOf(url) });
  const written = (value: unknown) => ({ body: value === undefined ? undefined : JSON.stringify(value), type: json });
  if (twist === "edge") return written(hostile.oneFieldAtItsEdge(fitting, chance));
  if (twist === "broken field") return written(hostile.oneFieldBroken(fitting, chance));
  if (twist === "naughty text") return written(hostile.oneFieldNaughty(fitting, chance));
  if (twist === "field of the server") {
    const names = fieldNames(endpoint.body);
    const field = chance.one(hostile.serverFields.filter((name) => !names.includes(name)));
    return written({ ...(typeof fitting === "object" ? fitting : {}), [field]: chance.one([true, 1, "x"]) });
  }
  if (twist === "no form") return { body: hostile.misshapenText(fitting, chance), type: json };
  if (twist === "content type") return { body: JSON.stringify(fitting ?? {}), type: chance.one(otherTypes) };
  if (twist === "parts") return { body: partsOf(chance), type: FORM };
  return written(fitting);
}

/** Whose records a call is about: `ms_programme` of `/api/staff/ms_programme/:id/history`. */
const nounOf = (url: string): string => url.split("/").find((part) => part.startsWith("ms_")) ?? "";

const oddHeader = (chance: Chance): Record<string, string> =>
  chance.one<Record<string, string>>([
    { host: "evil.example" },
    { "x-forwarded-for": "' or 1=1--" },
    { "x-forwarded-host": "evil.example" },
    { "x-http-method-override": "DELETE" },
    { "idempotency-key": "x".repeat(5_000) },
    { "idempotency-key": `'\u00ff${chance.digits(9)}` },
    { accept: "application/xml" },
    { "accept-encoding": "br;q=0, gzip;q=x, *" },
    { "accept-language": "x".repeat(2_000) },
    { range: "bytes=0-0,1-1,2-2" },
    { "if-none-match": "*" },
    { "if-match": '"x"' },
    { "x-long": "x".repeat(15_000) },
    { expect: "200-maybe" },
    { "user-agent": "\u00ff\u0080 <script>" },
    { "content-encoding": "gzip" },
  ]);
