import * as v from "valibot";
import { type Chance, chanceOf } from "../../demo/chance.ts";
import type { AnyEndpoint } from "../../src/kit/wire/endpoint.contract.ts";
import type { Registered } from "../../src/kit/wire/http.server.ts";
import { fieldNames, fittingValue } from "./fitting-value.ts";
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
  const { body, type } = bodyOf(field, call, twist, chance);
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
  /\/(?:export|dossier|file|whole)$|\/material_file\/|^\/api\/ms_acceptance_fee_rrr\/verify|^\/api\/ms_application_fee\/:trxcode$/.test(
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

function callFor({ calls }: Field, twist: Twist, isStill: boolean, number: number, chance: Chance): FuzzCall {
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
  return fitting[(number * 7 + chance.below(3)) % fitting.length] ?? chance.one(fitting);
}

const takesFields = ({ endpoint }: FuzzCall) =>
  ["POST", "PUT"].includes(endpoint.method) && fieldNames(endpoint.body).length > 0;

function personFor({ people }: Field, { guard }: FuzzCall, twist: Twist, chance: Chance): FuzzPerson {
  const wanted = twist !== "not allowed";
  const fitting = people.filter((person) => mayPass(person, guard) === wanted);
  return fitting.length > 0 ? chance.one(fitting) : chance.one(people);
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
    return encodeURIComponent(own?.shift() ?? (chance.happens(0.1) ? "x" : known.of(name, chance)));
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

function bodyOf({ known }: Field, { endpoint }: FuzzCall, twist: Twist, chance: Chance) {
  const json = "application/json";
  const fitting = fittingValue(endpoint.body, { chance, known });
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
  if (twist === "parts") return { body: partsOf(chance), type: `multipart/form-data; boundary=${BOUNDARY}` };
  return written(fitting);
}

const BOUNDARY = "a-boundary-of-the-fuzzer";

/** A form with files, as it should be or with its parts in disorder. */
function partsOf(chance: Chance): string {
  const names = ["photo", "document", "file", "piece", "evidence", "x"];
  const part = () =>
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${chance.one(names)}"; filename="${chance.one(["a.csv", "../../x.php", 'a".jpg', "a\u0000.png", "x".repeat(300)])}"\r\ncontent-type: ${chance.one(["text/csv", "image/jpeg", "x"])}\r\n\r\n${chance.one(["", "a,b\n1,2\n", "name,code\nX,Y\n", "=1+1", "\u0000\u0001", "%PDF-1.4\n", "PK\u0003\u0004"])}\r\n`;
  const parts = Array.from({ length: chance.between(0, 3) }, part).join("");
  return parts + chance.one([`--${BOUNDARY}--\r\n`, `--${BOUNDARY}`, "", "--x--\r\n"]);
}

const oddHeader = (chance: Chance): Record<string, string> =>
  chance.one<Record<string, string>>([
    { host: "evil.example" },
    { "x-forwarded-for": "' or 1=1--" },
    { "x-forwarded-host": "evil.example" },
    { "x-http-method-override": "DELETE" },
    { "idempotency-key": "x".repeat(5_000) },
    { "idempotency-key": "'\u00ff" },
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
