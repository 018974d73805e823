import type { Config } from "../config/config.server.ts";

/** The HTTP gateway as EbulkSMS offers it in Nigeria: `/sendsms.json` takes texts, `/getdlr.json` tells what became of them. */
export type Gateway = NonNullable<Config["sms"]>;

/**
 * What a gateway said of a text. `refused`: not this one, whenever it is asked. `put-off`: nothing was sent, and may be later.
 * `unclear`: it may have been sent.
 */
export type SmsAnswer =
  | { readonly kind: "taken" }
  | { readonly kind: "refused" | "put-off" | "unclear"; readonly trouble: string };

/** What a gateway knows of a text by our `_id`. */
export type SmsFate = "delivered" | "undelivered" | "on its way" | "not known" | "no answer";

const TEN_SECONDS = 10_000;
const MOST_BYTES = 64 * 1024;

interface Handed {
  readonly _id: string;
  readonly recipient: string;
  readonly body: string;
}

/** Hands one text over, under our own `_id`, so that the gateway can be asked what became of it. Never throws, asks once. */
export async function handOver(gateway: Gateway, { _id, recipient, body }: Handed): Promise<SmsAnswer> {
  const { username, apikey } = accountOf(gateway);
  const SMS = {
    auth: { username, apikey },
    message: { sender: gateway.sender, messagetext: body, flash: "0" },
    recipients: { gsm: [{ msidn: recipient, msgid: _id }] },
    // To phones on the network's Do-Not-Disturb list too: what it says was asked for.
    dndsender: "1",
  };
  const asked = await ask(gateway, "/sendsms.json", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ SMS }),
  });
  if ("trouble" in asked) return asked;
  const { response } = asked.answer as { response?: { status?: unknown } };
  const status = typeof response?.status === "string" ? response.status : "";
  if (status === "SUCCESS") return { kind: "taken" };
  if (refusals.has(status)) return { kind: "refused", trouble: `The gateway refused it: ${status}` };
  if (/^[A-Z_]{1,40}$/.test(status) && status !== "UNKNOWN_ERROR")
    return { kind: "put-off", trouble: `The gateway sends nothing now: ${status}` };
  return { kind: "unclear", trouble: "The gateway's answer could not be read" };
}

const refusals = new Set(["INVALID_RECIPIENT", "MISSING_RECIPIENT", "INVALID_MESSAGE", "MISSING_MESSAGE"]);

/** Asks what became of a text. */
export async function askFate(gateway: Gateway, _id: string): Promise<SmsFate> {
  const { username, apikey } = accountOf(gateway);
  const query = new URLSearchParams({ username, apikey, uniqueid: _id });
  const asked = await ask(gateway, `/getdlr.json?${query}`, {});
  if ("trouble" in asked) return "no answer";
  const { dlr } = asked.answer as { dlr?: unknown };
  const reports = Array.isArray(dlr) ? dlr : dlr ? [dlr] : [];
  const own = reports.find((report) => (report as { uniqueid?: unknown }).uniqueid === _id);
  const status = String((own as { status?: unknown } | undefined)?.status ?? "").toUpperCase();
  if (status === "") return Array.isArray(dlr) ? "not known" : "no answer";
  if (status === "DELIVERED") return "delivered";
  return /^(UNDELIVERED|UNDELIVERABLE|REJECTED|EXPIRED|FAILED|DND)/.test(status) ? "undelivered" : "on its way";
}

/** `SMS_KEY` is the user's name and the key of the interface, with a colon between. */
function accountOf({ key }: Gateway) {
  const colon = key.indexOf(":");
  return { username: key.slice(0, colon), apikey: key.slice(colon + 1) };
}

type Asked =
  | { readonly answer: Record<string, unknown> }
  | { readonly kind: "put-off" | "unclear"; readonly trouble: string };

/** One request, never repeated or redirected, with ten seconds for the whole of it. */
async function ask({ url, timeoutMs = TEN_SECONDS }: Gateway, path: string, request: RequestInit): Promise<Asked> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(`${url}${path}`, { ...request, redirect: "manual", signal });
    if (response.status !== 200) {
      await response.body?.cancel();
      return { kind: "unclear", trouble: `The gateway answered with status ${response.status}` };
    }
    const answer = readAnswer(await boundedText(response));
    return answer ? { answer } : { kind: "unclear", trouble: "The gateway's answer could not be read" };
  } catch (fault) {
    if (isUnreached(fault)) return { kind: "put-off", trouble: "The gateway could not be reached" };
    const isLate = fault instanceof DOMException && fault.name === "TimeoutError";
    return {
      kind: "unclear",
      trouble: isLate ? "The gateway did not answer within ten seconds" : "The line to the gateway broke",
    };
  }
}

/** Whether nothing can have arrived: there was no connection at all. */
function isUnreached(fault: unknown): boolean {
  const { code } = ((fault as { cause?: unknown }).cause ?? {}) as { code?: string };
  return ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"].includes(code ?? "");
}

async function boundedText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MOST_BYTES) return "";
  }
  return text;
}

function readAnswer(text: string): Record<string, unknown> | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === "object" && read !== null && !Array.isArray(read)
      ? (read as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
