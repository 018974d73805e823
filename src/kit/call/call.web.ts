import type { AnyEndpoint, Params, Replied, Sent } from "../wire/endpoint.contract.ts";
import { filled } from "./address.web.ts";
import { beginRead, forgetBegun, takeBegun } from "./begun.web.ts";
import { answered, doubt } from "./connection.web.ts";

/** A call that was refused or got no answer (status 0). `fields` holds a sentence per wrong field. */
export class CallFailure extends Error {
  readonly status: number;
  readonly fields: Readonly<Record<string, string>>;
  /** What the log knows a fault by. */
  readonly reference: string | undefined;
  readonly wait: number; // In how many seconds the server wants to be asked again; 0 when it does not say.
  age = 0; // For how many milliseconds it was there before anybody asked.
  reply: unknown; // The whole refusal: a call may say more than a sentence.

  constructor(message: string, status: number, fields: Record<string, string> = {}, reference?: string, wait = 0) {
    super(message);
    this.status = status;
    this.fields = fields;
    this.reference = reference;
    this.wait = wait;
  }
}

/** `attempt` is the idempotency key: the same for each repetition of one attempt. `version` is the one that was seen. */
export interface Ask<E extends AnyEndpoint> {
  readonly params?: Params<E["path"]>;
  readonly body?: Sent<E>;
  readonly attempt?: string | undefined;
  readonly version?: number | undefined;
  readonly signal?: AbortSignal;
}

interface SignIn {
  /** Null while nobody is signed in; empty where a cookie says who is, which the browser sends by itself. */
  token(): string | null;
  onExpired(failure: CallFailure): void;
}

let signIn: SignIn = { token: () => null, onExpired: () => undefined };

/** Tells the calls where the token is, and what to do when it is worth nothing any more. */
export function callAs(given: SignIn): void {
  signIn = given;
}

/** Sends a call with the stored token. Throws a CallFailure for every "no". Specification 5: a PUT needs a token. */
export async function call<E extends AnyEndpoint>(endpoint: E, ask: Ask<E> = {}): Promise<Replied<E>> {
  if (endpoint.method === "PUT" && signIn.token() === null) {
    throw new CallFailure("Sorry you need to be signed in to perform this transaction", 401);
  }
  return signed((headers) => send(endpoint, ask, headers));
}

/** Begins a read that a screen will ask for, while the screen itself is on its way. */
export function beginCall(path: string): void {
  const token = signIn.token();
  if (token !== null) beginRead(path, signedBy(token));
}

const signedBy = (token: string): Record<string, string> => (token ? { authorization: `Bearer ${token}` } : {});

/** Sends with the sign-in's header; a sign-in that is worth nothing any more ends here. */
export async function signed<T>(sending: (headers: Record<string, string>) => Promise<T>): Promise<T> {
  try {
    return await sending(signedBy(signIn.token() ?? ""));
  } catch (failure) {
    // Both together: the word alone may stand in what a payment service wrote. Contract 1.
    if (failure instanceof CallFailure && failure.status === 401 && failure.message.includes("expired"))
      signIn.onExpired(failure);
    throw failure;
  }
}

/** Sends a public call, which carries no token. */
export const callUnsigned = <E extends AnyEndpoint>(endpoint: E, ask: Ask<E> = {}) => send(endpoint, ask, {});

async function send<E extends AnyEndpoint>(
  { method, path }: E,
  { params, body, attempt, version, signal }: Ask<E>,
  signed: Record<string, string>,
): Promise<Replied<E>> {
  const address = filled(path, params);
  if (method !== "GET") forgetBegun();
  const begun = method === "GET" ? takeBegun(address, signed) : undefined;
  const sent = () =>
    fetch(`/api${address}`, {
      method,
      headers: {
        ...signed,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(attempt && { "idempotency-key": attempt }),
        ...(version !== undefined && { "if-match": `"${version}"` }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      cache: "no-store",
      ...(signal && { signal }),
    });
  try {
    const response = await (begun?.answer ?? sent()).then(answered, () => {
      throw unreached(signal);
    });
    const wait = Number(response.headers.get("retry-after")) || 0;
    return answerIn(response.status, await response.json().catch(() => undefined), wait);
  } catch (failure) {
    throw begun ? Object.assign(failure as CallFailure, { age: Date.now() - begun.ended }) : failure;
  }
}

export function unreached(given?: AbortSignal): CallFailure {
  if (!given?.aborted) doubt(); // Else nobody wants the answer any more.
  return new CallFailure("The portal could not be reached. Check your connection and try again", 0);
}

/** The answer of a call, or its refusal thrown. */
export function answerIn<E extends AnyEndpoint>(status: number, reply: unknown, wait = 0): Replied<E> {
  if (status !== 200 || isRefusal(reply)) throw failureOf(status, reply, wait);
  return reply as Replied<E>;
}

interface Refused {
  readonly type: "error";
  /** What is wrong, however the sentence is worded. */
  readonly code?: string;
  readonly message: string;
  readonly errors?: Record<string, string>;
  readonly reference?: string;
}

const isRefusal = (reply: unknown): reply is Refused =>
  typeof reply === "object" && reply !== null && "type" in reply && reply.type === "error";

function failureOf(status: number, reply: unknown, wait: number): CallFailure {
  if (isRefusal(reply)) {
    return Object.assign(new CallFailure(reply.message, status, reply.errors, reply.reference, wait), { reply });
  }
  return new CallFailure("Sorry, system could not finish processing your request", status, {}, undefined, wait);
}

/** 128 random bits. Not `randomUUID`, which plain http on another machine does not have. */
export const newAttempt = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** What a person reads of a failure. */
export const sentenceOf = (failure: unknown): string => (failure instanceof Error ? failure.message : String(failure));
