import { createHash, randomBytes } from "node:crypto";
import { providerAnswers } from "#platform/metrics/metrics.port.server.ts";
import { answerIn, generateResult, statusResult } from "./remita.answer.server.ts";
import {
  amountText,
  orderIdPattern,
  type PayForm,
  type RemitaIntent,
  type RemitaResult,
  rrrPattern,
  type UnknownReason,
} from "./remita.rules.ts";

/** What the provider knows the college by. The key is the secret: it is hashed, never sent. */
interface RemitaAccount {
  merchantId: string;
  apiKey: string;
}

/** 128 random bits as 32 letters and digits: safe in the provider's paths, always of one length. */
export function newOrderId() {
  return randomBytes(16).toString("hex");
}

/** Signs the making of a reference. `amount` is the very text that is sent: "21000" and "21000.00" differ. */
export function generateHash(account: RemitaAccount, serviceTypeId: string, orderId: string, amount: string) {
  return sha512(account.merchantId + serviceTypeId + orderId + amount + account.apiKey);
}

/** Signs the question for a state, by reference or by order id, and a cancellation. */
export function statusHash(account: RemitaAccount, rrrOrOrderId: string) {
  return sha512(rrrOrOrderId + account.apiKey + account.merchantId);
}

/** Signs the pay page's form. It stands in the browser and opens this one reference only. */
export function payFormHash(account: RemitaAccount, rrr: string) {
  return sha512(account.merchantId + rrr + account.apiKey);
}

/** The Authorization header: a comma and no space. */
export function authorizationHeader(account: RemitaAccount, hash: string) {
  return `remitaConsumerKey=${account.merchantId},remitaConsumerToken=${hash}`;
}

function sha512(joined: string) {
  return createHash("sha512").update(joined, "utf8").digest("hex");
}

const mostBytes = 64 * 1024;

/** The provider's answer as an object, or why there is none that can be believed. */
type Asked = { answer: Record<string, unknown> } | { reason: UnknownReason; text: string };

/**
 * One request, never repeated, never redirected, with one limit for the whole of it: a provider that hangs, drips or
 * does not end is given up. Never throws for what the provider does. `timeoutMs` is in milliseconds.
 */
async function ask(url: string, request: RequestInit, timeoutMs: number): Promise<Asked> {
  try {
    const response = await fetch(url, { ...request, redirect: "manual", signal: AbortSignal.timeout(timeoutMs) });
    const refused = unusable(response.status);
    if (refused) {
      await response.body?.cancel();
      return { reason: refused, text: `HTTP ${response.status}` };
    }
    const text = await boundedText(response);
    if (text === null) return { reason: "tooLarge", text: `more than ${mostBytes} bytes` };
    const answer = answerIn(text);
    return answer ? { answer } : { reason: "unreadable", text: "not one JSON object" };
  } catch (error) {
    return { reason: reasonOf(error), text: "no whole answer" };
  }
}

function unusable(status: number): UnknownReason | null {
  if (status === 200) return null;
  if (status === 429) return "rateLimited";
  return status >= 300 && status < 400 ? "redirect" : "httpStatus";
}

/** The body as text, null when it is too large. Throws TypeError when it is not UTF-8. */
async function boundedText(response: Response) {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let bytes = 0;
  let text = "";
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes) return null; // leaving the loop cancels the body
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function reasonOf(error: unknown): UnknownReason {
  if (error instanceof DOMException && error.name === "TimeoutError") return "timeout";
  const code = error instanceof TypeError && "code" in error ? error.code : "";
  return code === "ERR_ENCODING_INVALID_ENCODED_DATA" ? "unreadable" : "network";
}

const failuresBeforeRest = 5;

/** Counts what goes wrong in a row and says when to leave the provider alone. */
interface Breaker {
  /** True when a call may go out. After a rest one call at a time may, until one succeeds. */
  mayAsk(): boolean;
  succeeded(): void;
  failed(): void;
}

/** Rests after five failures in a row, then lets one call through at a time. `restMs` is in milliseconds. */
function breaker(restMs: number): Breaker {
  let failures = 0;
  let restsUntil = 0;
  return {
    mayAsk() {
      if (failures < failuresBeforeRest) return true;
      const now = performance.now();
      if (now < restsUntil) return false;
      restsUntil = now + restMs;
      return true;
    },
    succeeded() {
      failures = 0;
    },
    failed() {
      failures += 1;
      if (failures >= failuresBeforeRest) restsUntil = performance.now() + restMs;
    },
  };
}

/** The result without our key and without any hash, should the provider echo one in its code or its words. */
function withoutSecrets(account: RemitaAccount, result: RemitaResult): RemitaResult {
  const clean = (text: string) => text.replace(/[0-9a-f]{32,}/gi, "[hash]").replaceAll(account.apiKey, "[key]");
  return { ...result, text: clean(result.text), ...(result.code === null ? {} : { code: clean(result.code) }) };
}

interface RemitaSettings extends RemitaAccount {
  /** The provider's address without a path; https, or http on loopback. */
  url: string;
  timeoutMs?: number;
  restMs?: number;
  log?: (line: RemitaLogLine) => void;
}

/** What a log may hold of a call: no address, because the hash stands in it, and no header. */
export interface RemitaLogLine {
  call: string;
  kind: RemitaResult["kind"];
  code: string | null;
  reason: string | null;
  ms: number;
}

export interface RemitaClient {
  /** How many milliseconds one answer may take. */
  readonly timeoutMs: number;
  /** Asks for a reference, once. After `unknown` the next step is `statusByOrder`, never a second wish. */
  generate(intent: RemitaIntent): Promise<RemitaResult>;
  statusByRrr(rrr: string): Promise<RemitaResult>;
  statusByOrder(orderId: string): Promise<RemitaResult>;
  payForm(rrr: string, responseurl: string): PayForm;
}

/**
 * The provider's invoice calls. What the provider does never throws; only a wrong address, amount, reference or order
 * id of our own does. The same client serves the sandbox and the real provider.
 */
export function remitaClient(settings: RemitaSettings): RemitaClient {
  const { merchantId } = settings;
  must(merchantId !== "" && settings.apiKey !== "", "the provider's account has a merchant id and a key");
  const origin = providerOrigin(settings.url);
  const service = `${origin}/remita/exapp/api/v1/send/api/echannelsvc`;
  const rest = breaker(settings.restMs ?? 30_000);
  const timeoutMs = settings.timeoutMs ?? 15_000;
  const line = { rest, timeoutMs };
  const call = (name: string, work: () => Promise<RemitaResult>) => told(settings, name, work);

  return {
    timeoutMs,
    generate(intent) {
      must(orderIdPattern.test(intent.orderId), "an order id is 32 letters and digits");
      const amount = amountText(intent.amountKobo);
      const { orderId, serviceTypeId, payerName, payerEmail, payerPhone, description } = intent;
      const hash = generateHash(settings, serviceTypeId, orderId, amount);
      const body = { serviceTypeId, amount, orderId, payerName, payerEmail, payerPhone, description };
      const request = { method: "POST", headers: signed(settings, hash), body: JSON.stringify(body) };
      return call("generate", () =>
        asked(line, `${service}/merchant/api/paymentinit`, request, (answer) => generateResult(answer, intent)),
      );
    },
    statusByRrr(rrr) {
      must(rrrPattern.test(rrr), "a reference is 12 digits");
      const hash = statusHash(settings, rrr);
      const url = `${service}/${merchantId}/${rrr}/${hash}/status.reg`;
      return call("statusByRrr", () => asked(line, url, { headers: signed(settings, hash) }, statusResult));
    },
    statusByOrder(orderId) {
      must(orderIdPattern.test(orderId), "an order id is 32 letters and digits");
      const hash = statusHash(settings, orderId);
      const url = `${service}/${merchantId}/${orderId}/${hash}/orderstatus.reg`;
      return call("statusByOrder", () => asked(line, url, { headers: signed(settings, hash) }, statusResult));
    },
    payForm(rrr, responseurl) {
      must(rrrPattern.test(rrr), "a reference is 12 digits");
      const fields = { merchantId, hash: payFormHash(settings, rrr), rrr, responseurl };
      return { action: `${origin}/remita/ecomm/finalize.reg`, fields };
    },
  };
}

/** One question through the breaker. A business refusal is an answer; only a bad or missing one counts as a failure. */
async function asked(
  { rest, timeoutMs }: { rest: Breaker; timeoutMs: number },
  url: string,
  request: RequestInit,
  resultOf: (answer: Record<string, unknown>) => RemitaResult,
): Promise<RemitaResult> {
  if (!rest.mayAsk()) return { kind: "unknown", reason: "resting", code: null, text: "not asked" };
  const came = await ask(url, request, timeoutMs);
  if ("reason" in came) {
    rest.failed();
    return { kind: "unknown", reason: came.reason, code: null, text: came.text };
  }
  rest.succeeded();
  return resultOf(came.answer);
}

const RECENT_MS = 10 * 60_000;
const recent: { readonly at: number; readonly answered: boolean }[] = [];

function remember(answered: boolean): void {
  recent.push({ at: performance.now(), answered });
  if (recent.length > 20) recent.shift();
}

/** Whether of the last questions of this process, in ten minutes, three or more had no answer, and more than had one. */
export function isProviderSilent(): boolean {
  const asked = recent.filter(({ at }) => at > performance.now() - RECENT_MS);
  const unanswered = asked.filter(({ answered }) => !answered).length;
  return unanswered >= 3 && unanswered > asked.length / 2;
}

async function told(settings: RemitaSettings, name: string, work: () => Promise<RemitaResult>) {
  const began = performance.now();
  const result = await work();
  const clean = withoutSecrets(settings, result);
  const reason = clean.kind === "unknown" ? clean.reason : null;
  remember(clean.kind !== "unknown");
  providerAnswers.add({ call: name, kind: clean.kind, reason: reason ?? "" });
  settings.log?.({ call: name, kind: clean.kind, code: clean.code, reason, ms: Math.round(performance.now() - began) });
  return clean;
}

function signed(account: RemitaAccount, hash: string) {
  return { Authorization: authorizationHeader(account, hash), "Content-Type": "application/json" };
}

/** Refuses an address over which the signature would travel in the clear. */
function providerOrigin(address: string) {
  const url = new URL(address);
  const loopback = ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
  must(url.protocol === "https:" || (url.protocol === "http:" && loopback), "the provider's address is https");
  return url.origin;
}

function must(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new RangeError(sentence);
}
