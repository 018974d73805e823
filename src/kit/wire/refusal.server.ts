/**
 * What is wrong, for programs and tests: kebab-case, at most five words, the same for the same reason wherever it is met.
 * The sentence may be worded anew, the code stays. A literal where it is thrown, so that a search finds each.
 */
export type RefusalCode = Lowercase<string>;

/**
 * Every "no" that a person may hear. Anything else that is thrown is a fault of ours.
 * The functions return what to throw: `throw refuse("code", "…")`. Statuses are those of contract 1.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly errors: Readonly<Record<string, string>> | undefined;
  readonly retryAfter: number | undefined;

  constructor(
    code: RefusalCode,
    status: number,
    message: string,
    errors?: Record<string, string>,
    retryAfter?: number,
  ) {
    // The word signs people out, and a sentence may quote somebody else's. Contract 1.
    super(status === 401 ? message : message.replace(/expired/gi, "lapsed"));
    this.code = code;
    this.status = status;
    this.errors = errors;
    this.retryAfter = retryAfter;
  }
}

/** What a refusal says on the wire. Contract 1. */
export const refusalBody = ({ code, message, errors }: Refusal) =>
  ({ type: "error", code, message, ...(errors && { errors }) }) as const;

/** The status of a validator's refusal, as specification 7 says. Decision 0002. */
export const VALIDATOR_STATUS = 500;

/** A business refusal: the message tells the person what to do next. */
export const refuse = (code: RefusalCode, message: string) => new Refusal(code, 200, message);

/** A business refusal that belongs under one or more fields. */
export const refuseFields = (code: RefusalCode, errors: Record<string, string>) =>
  new Refusal(code, 200, Object.values(errors)[0] ?? "Please fill the form properly", errors);

/** A validator's refusal: what the request alone shows to be wrong. */
export const refuseForm = (code: RefusalCode, message: string, errors: Record<string, string>) =>
  new Refusal(code, VALIDATOR_STATUS, message, errors);

/** What does not exist and what is another person's read the same. */
export const notFound = () => new Refusal("record-not-found", 404, "Sorry, this page or record could not be found");

/** With `endedElsewhere` the only message that holds the word "expired": it signs the person out. */
export const expired = () => new Refusal("signed-out", 401, "Your session has expired, please sign in again");

/** The same to whoever holds a sign-in that somebody ended: it did not lapse, so what a device kept for it is to go. */
export const endedElsewhere = () => new Refusal("sign-in-ended", 401, "Your session has expired, please sign in again");

/** The same idempotency key with another body, or a stale version. */
export const stale = (code: RefusalCode, message: string) => new Refusal(code, 409, message);

/** `seconds` until the next try makes sense. */
export const tooMany = (code: RefusalCode, seconds: number, message: string) =>
  new Refusal(code, 429, message, undefined, seconds);

/** Too much work at this moment; `seconds` until the next try makes sense. */
export const busy = (seconds: number) =>
  new Refusal("portal-busy", 503, "The portal is very busy, please try again in a moment", undefined, seconds);
