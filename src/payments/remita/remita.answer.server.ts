import { koboOf, type RemitaInvoice, type RemitaResult, rrrPattern } from "./remita.rules.ts";

/** What a status code means when a reference is asked for. */
type GenerateMeaning = "made" | "refused" | "configError" | "duplicate" | "processed" | "unexpected";

/** What a status code means when a reference's state is asked for. `open` covers a failed try: it can be paid again. */
type StatusMeaning = "paid" | "open" | "cancelled" | "notFound" | "configError" | "unexpected";

/**
 * The provider's codes, compared as exact texts: "025" is a made reference, "25" an error in processing.
 * Only "00" and "01" pay. A code that stands nowhere here is unexpected, which never closes or pays anything.
 */
export function meaningInGenerate(code: unknown): GenerateMeaning {
  return codeRow(code)?.[1] ?? "unexpected";
}

export function meaningInStatus(code: unknown): StatusMeaning {
  return codeRow(code)?.[2] ?? "unexpected";
}

function codeRow(code: unknown) {
  return typeof code === "string" ? byCode.get(code) : undefined;
}

type Row = readonly [codes: string, GenerateMeaning, StatusMeaning];

// Source: the code lists of the provider's own SDKs and of clients that quote its pages; texts in the comments.
// A refusal sometimes names itself instead of sending a code.
const rows: readonly Row[] = [
  ["00 01", "unexpected", "paid"], // successful, approved
  ["02 012 046 059", "unexpected", "open"], // failed, aborted, truncated, rejected: one try, not the reference
  ["013 020 024 INVALID_HASH_VALUE AUTHENTICATION_ERROR MERCHANT_STATUS_ERROR", "configError", "configError"], // wrong hash, wrong user, inactive merchant
  ["021 040 041 045 058 069 070 071 072", "unexpected", "open"], // pending in its many stages
  ["022 INVALID_REQUEST", "refused", "notFound"], // invalid request; for a state: no such reference
  ["023", "configError", "notFound"], // invalid merchant; for a state: no such order
  ["025", "made", "open"], // reference generated, not paid
  ["026 074", "unexpected", "notFound"], // no such order, no available record
  ["027", "processed", "unexpected"], // already processed: ask for the state
  ["028 055 DUPLICATE_REQUEST REFERENCE_WITH_RRR", "duplicate", "unexpected"], // this order already has a reference: ask by order id
  ["029 030 031 032 033 034 035", "refused", "open"], // bank code, funds, account, date, token, source, limit
  ["036 037 038 039 064 083 084 087 088 089 090 092", "refused", "unexpected"], // amounts, line items, payment mode
  ["042 043 044 056 057 065 085 086 091", "configError", "configError"], // service type, mapping, beneficiaries
  ["659", "unexpected", "cancelled"], // deactivated
];

const byCode = new Map(rows.flatMap((row) => row[0].split(" ").map((code) => [code, row] as const)));

type Answer = Record<string, unknown>;

/**
 * The one JSON object in a provider's answer, or null. It comes plain or in a call: `jsonp ({…})`, `jsonp({…});`,
 * `({…})`, `jsonp {…}`. Nothing is evaluated; a single pass, since a pattern takes quadratic time on blanks.
 */
export function answerIn(body: string): Answer | null {
  let text = body.trim();
  if (text.startsWith("jsonp")) text = text.slice(5).trimStart();
  if (text.endsWith(";")) text = text.slice(0, -1).trimEnd();
  if (text.startsWith("(")) text = text.slice(1).trimStart();
  if (text.endsWith(")")) text = text.slice(0, -1).trimEnd();
  if (!text.startsWith("{")) return null;
  try {
    return JSON.parse(text) as Answer;
  } catch {
    return null;
  }
}

/** What the answer to a wish for a reference came to. The code stands in `statuscode`, in some refusals in `status`. */
export function generateResult(answer: Answer, asked: { orderId: string; amountKobo: number }): RemitaResult {
  const code = textOf(answer.statuscode ?? answer.status);
  const text = sentenceOf(answer);
  switch (meaningInGenerate(code)) {
    case "made": {
      const rrr = rrrOf(answer);
      const orderId = orderIdOf(answer) ?? asked.orderId;
      if (!rrr) return { kind: "unknown", reason: "noReference", code, text };
      if (orderId !== asked.orderId) return { kind: "unknown", reason: "otherOrder", code, text };
      return { kind: "open", rrr, orderId, amountKobo: asked.amountKobo, code, text, paidOn: null };
    }
    case "refused":
      return { kind: "refused", code, text };
    case "configError":
      return { kind: "configError", code, text };
    case "duplicate":
      return { kind: "unknown", reason: "duplicateOrder", code, text };
    case "processed":
      return { kind: "unknown", reason: "alreadyProcessed", code, text };
    case "unexpected":
      return { kind: "unknown", reason: "unexpectedCode", code, text };
  }
}

/** What the answer about a reference's state came to. The code stands in `status`, and only from there does it pay. */
export function statusResult(answer: Answer): RemitaResult {
  const code = textOf(answer.status);
  const text = sentenceOf(answer);
  const meaning = meaningInStatus(code);
  switch (meaning) {
    case "paid":
      return paidResult(answer, code, text);
    case "open":
    case "cancelled":
      return { kind: meaning, ...invoiceOf(answer), code, text };
    case "notFound":
    case "configError":
      return { kind: meaning, code, text };
    case "unexpected":
      return refusalOf(answer) ?? { kind: "unknown", reason: "unexpectedCode", code, text };
  }
}

/** Paid, when it says for what and how much; an answer of which that cannot be read is no wrong payment, but no answer. */
function paidResult(answer: Answer, code: string, text: string): RemitaResult {
  const invoice = invoiceOf(answer);
  if (invoice.rrr === null || invoice.orderId === null || invoice.amountKobo === null)
    return { kind: "unknown", reason: "unreadableInvoice", code, text };
  return { kind: "paid", ...invoice, code, text };
}

/** A refusal in the shape of the other call: the code in `statuscode`, a sentence in `status`. */
function refusalOf(answer: Answer): RemitaResult | null {
  const code = textOf(answer.statuscode);
  const meaning = meaningInStatus(code);
  return meaning === "notFound" || meaning === "configError" ? { kind: meaning, code, text: sentenceOf(answer) } : null;
}

function invoiceOf(answer: Answer): Omit<RemitaInvoice, "code" | "text"> {
  return {
    rrr: rrrOf(answer),
    orderId: orderIdOf(answer),
    amountKobo: koboOf(answer.amount),
    paidOn: textOf(answer.paymentDate) || null,
  };
}

function rrrOf(answer: Answer) {
  const rrr = textOf(answer.RRR ?? answer.rrr).trim();
  return rrrPattern.test(rrr) ? rrr : null;
}

function orderIdOf(answer: Answer) {
  return textOf(answer.orderId ?? answer.orderID) || null;
}

/** What the provider says in words, for people: `statusMessage`, else `message`, else `status`. */
function sentenceOf(answer: Answer) {
  return textOf(answer.statusMessage) || textOf(answer.message) || textOf(answer.status);
}

/** A short text on one line; anything but text is empty. */
function textOf(value: unknown) {
  return typeof value === "string" ? value.replace(/\p{Cc}+/gu, " ").slice(0, 200) : "";
}
