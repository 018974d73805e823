import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { sendBroken } from "./broken-answer.ts";
import { deactivate } from "./deactivate.ts";
import type { Desk } from "./desk.ts";
import type { About } from "./faults.ts";
import { type Answer, type Call, json, redirect, send, text } from "./http.ts";
import { paymentInit, wishOf } from "./paymentinit.ts";
import { statusByOrder, statusByRrr } from "./status.ts";

const service = "/remita/exapp/api/v1/send/api/echannelsvc";

/** The calls that a merchant's server makes. Answers true when the call was one of them. */
export async function answerMerchant(desk: Desk, call: Call, response: ServerResponse) {
  if (call.method === "POST" && call.path === `${service}/merchant/api/paymentinit`) {
    const about = wishOf(call.body);
    const commit = () => wrapped(desk, paymentInit(desk, call), about);
    await withFaults(desk, "init", about, commit, response);
    return true;
  }
  if (call.method === "POST" && call.path === `${service}/v2/api/deactivate.json`) {
    send(response, json(deactivate(desk, call.body)));
    return true;
  }
  const asked = statusCall(call);
  if (!asked) return false;
  const { book } = desk;
  const about = book.byRrr(asked.reference) ?? book.byOrder(asked.reference) ?? { orderId: asked.reference };
  await withFaults(desk, "status", about, () => statusAnswer(desk, asked, call), response);
  return true;
}

interface StatusCall {
  merchantId: string;
  reference: string;
  hash: string;
  /** By order id; else by reference. */
  order: boolean;
  /** The old address, which asks for no header. */
  legacy: boolean;
}

function statusCall(call: Call): StatusCall | null {
  if (call.method !== "GET") return null;
  const legacy = call.path.startsWith("/remita/ecomm/");
  const rest = call.path.slice((legacy ? "/remita/ecomm" : service).length);
  if (!legacy && !call.path.startsWith(`${service}/`)) return null;
  const parts = /^\/([^/]+)\/([^/]+)\/([^/]+)\/(orderstatus|status)\.reg$/.exec(rest);
  if (!parts) return null;
  const [, merchantId = "", reference = "", hash = "", kind] = parts;
  return { merchantId, reference, hash, order: kind === "orderstatus", legacy };
}

function statusAnswer(desk: Desk, { merchantId, reference, hash, order, legacy }: StatusCall, call: Call) {
  const header = `remitaConsumerKey=${merchantId},remitaConsumerToken=${hash}`;
  if (!legacy && call.authorization !== header) return json({ status: "020", message: "Invalid User Authentication" });
  return order ? statusByOrder(desk, merchantId, reference, hash) : statusByRrr(desk, merchantId, reference, hash);
}

/** What goes wrong before the deed, after it, and on the way back. */
async function withFaults(
  { faults }: Desk,
  scope: "init" | "status",
  about: About,
  deed: () => Answer,
  response: ServerResponse,
) {
  const seconds = faults.take("slow", about);
  if (seconds !== undefined) await wait(Number(seconds || 30) * 1000, undefined, { ref: false });
  if (faults.take("rate-429", about) !== undefined) return send(response, text("Too many requests", 429));
  const elsewhere = faults.take("redirect-302", about);
  if (elsewhere !== undefined) return send(response, redirect(302, elsewhere || "https://demo.remita.net/"));
  if (faults.take(`${scope}-reset`, about) !== undefined) return response.destroy();
  const answer = deed();
  if (scope === "init" && faults.take("init-timeout-after-commit", about) !== undefined) return response.destroy();
  const broken = faults.takeBody(scope, about);
  return broken ? sendBroken(response, broken, answer) : send(response, answer);
}

/** The answer in one of the wrappers seen in the wild; `jsonp` by default. */
function wrapped({ faults }: Desk, answer: Record<string, unknown>, about: About): Answer {
  const body = JSON.stringify(answer);
  const wrappers: Record<string, string> = {
    jsonp: `jsonp (${body})`,
    "jsonp-nospace": `jsonp(${body})`,
    paren: `(${body})`,
    semicolon: `jsonp (${body});`,
    bare: `jsonp ${body}`,
    plain: body,
  };
  return text(wrappers[faults.take("wrapper", about) ?? "jsonp"] ?? `jsonp (${body})`);
}
