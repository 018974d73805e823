import { koboOf, type RemitaInvoice, type RemitaResult, rrrPattern } from "./remita.contract.ts";
import { meaningInGenerate, meaningInStatus } from "./remita-codes.contract.ts";

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
