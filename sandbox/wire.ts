import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { sendBroken } from "./broken-answer.ts";
import { deactivate } from "./deactivate.ts";
import type { Desk } from "./desk.ts";
import { type Answer, type Call, json, redirect, send, text } from "./http.ts";
import { paymentInit } from "./paymentinit.ts";
import { statusByOrder, statusByRrr } from "./status.ts";

const service = "/remita/exapp/api/v1/send/api/echannelsvc";

/** The calls that a merchant's server makes. Answers true when the call was one of them. */
export async function answerMerchant(desk: Desk, call: Call, response: ServerResponse) {
  if (call.method === "POST" && call.path === `${service}/merchant/api/paymentinit`) {
    const commit = () => wrapped(desk, paymentInit(desk, call));
    await withFaults(desk, "init", commit, response);
    return true;
  }
  if (call.method === "POST" && call.path === `${service}/v2/api/deactivate.json`) {
    send(response, json(deactivate(desk, call.body)));
    return true;
  }
  const asked = statusCall(call);
  if (asked) await withFaults(desk, "status", () => statusAnswer(desk, asked, call), response);
  return asked !== null;
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
async function withFaults({ faults }: Desk, scope: "init" | "status", deed: () => Answer, response: ServerResponse) {
  const seconds = faults.take("slow");
  if (seconds !== undefined) await wait(Number(seconds || 30) * 1000, undefined, { ref: false });
  if (faults.take("rate-429") !== undefined) return send(response, text("Too many requests", 429));
  const elsewhere = faults.take("redirect-302");
  if (elsewhere !== undefined) return send(response, redirect(302, elsewhere || "https://demo.remita.net/"));
  if (faults.take(`${scope}-reset`) !== undefined) return response.destroy();
  const answer = deed();
  if (scope === "init" && faults.take("init-timeout-after-commit") !== undefined) return response.destroy();
  const broken = faults.takeBody(scope);
  return broken ? sendBroken(response, broken, answer) : send(response, answer);
}

/** The answer in one of the wrappers seen in the wild; `jsonp` by default. */
function wrapped({ faults }: Desk, answer: Record<string, unknown>): Answer {
  const body = JSON.stringify(answer);
  const wrappers: Record<string, string> = {
    jsonp: `jsonp (${body})`,
    "jsonp-nospace": `jsonp(${body})`,
    paren: `(${body})`,
    semicolon: `jsonp (${body});`,
    bare: `jsonp ${body}`,
    plain: body,
  };
  return text(wrappers[faults.take("wrapper") ?? "jsonp"] ?? `jsonp (${body})`);
}
