import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { same } from "../hashes.ts";
import { type Answer, type Call, json, listen, send } from "../http.ts";
import { fatesOf, type Phone, phonePage, type TakenText } from "./phone.ts";

/** What can be made to go wrong. `answers-late` takes the seconds as its value, 60 without one. */
export const smsFaults = [
  "never-delivers",
  "answers-late",
  "taken-500",
  "lost-500",
  "rejects",
  "no-credit",
  "delivers-twice",
  "undeliverable",
] as const;

type SmsFault = (typeof smsFaults)[number];

export interface SmsStandIn {
  readonly url: string;
  readonly control: string;
  readonly token: string;
  /** Every text that the gateway took, oldest first. */
  texts(): readonly TakenText[];
  /** From now on, for all texts or for those to one phone; without a name all is well again. */
  fault(name?: SmsFault, more?: { readonly value?: string; readonly only?: string }): void;
  stop(): Promise<void>;
}

export interface SmsStandInSettings {
  readonly port: number;
  readonly controlPort: number;
  readonly token: string;
}

/** The account that the stand-in knows; no secret. */
export const smsAccount = { username: "college@example.com", apikey: "stand-in" };

/**
 * Starts the SMS gateway's stand-in on loopback: `/sendsms.json` and `/getdlr.json` as EbulkSMS has them, and a page that shows what
 * reached the phones. Refuses in production.
 */
export async function startSmsStandIn(some: Partial<SmsStandInSettings> = {}): Promise<SmsStandIn> {
  if (process.env.NODE_ENV === "production") throw new Error("The SMS stand-in does not start in production.");
  const { port = 0, controlPort = 0 } = some;
  const token = some.token || randomBytes(16).toString("hex");
  const faults = new Map<string, { name: SmsFault; value: string }>();
  const phone: Phone = { texts: [], arrived: [] };
  const faultOf = (recipient: string) => faults.get(recipient) ?? faults.get("");

  const wire = await listen(port, async (call, response) => {
    if (call.method === "POST" && call.path === "/sendsms.json") send(response, await takeTexts(phone, faultOf, call));
    else if (call.path === "/getdlr.json") send(response, tellFates(phone, call));
    else send(response, phonePage(phone));
  });
  const fault: SmsStandIn["fault"] = (name, { value = "", only = "" } = {}) => {
    if (name) faults.set(only, { name, value });
    else faults.clear();
  };
  const control = await listen(controlPort, async (call, response) => {
    send(response, answerControl(phone, { token, fault }, call));
  });
  return {
    url: wire.url,
    control: control.url,
    token,
    texts: () => phone.texts,
    fault,
    stop: async () => void (await Promise.all([wire.close(), control.close()])),
  };
}

interface Sent {
  readonly SMS?: {
    readonly auth?: { readonly username?: unknown; readonly apikey?: unknown };
    readonly message?: { readonly sender?: unknown; readonly messagetext?: unknown };
    readonly recipients?: { readonly gsm?: readonly { readonly msidn?: unknown; readonly msgid?: unknown }[] };
  };
}

type FaultOf = (recipient: string) => { readonly name: SmsFault; readonly value: string } | undefined;

async function takeTexts(phone: Phone, faultOf: FaultOf, { body }: Call): Promise<Answer> {
  const { SMS } = parsed<Sent>(body) ?? {};
  if (!SMS) return answered("INVALID_JSON");
  const { auth, message, recipients } = SMS;
  if (auth?.username !== smsAccount.username || auth.apikey !== smsAccount.apikey) return answered("AUTH_FAILURE");
  if (!message?.messagetext) return answered("MISSING_MESSAGE");
  if (typeof message.sender !== "string" || !/^(?:[\w ]{1,11}|\d{1,14})$/.test(message.sender))
    return answered("INVALID_SENDER");
  const [one] = recipients?.gsm ?? [];
  const recipient = String(one?.msidn ?? "");
  const fault = faultOf(recipient);
  if (!/^234\d{10}$/.test(recipient) || fault?.name === "rejects") return answered("INVALID_RECIPIENT");
  if (fault?.name === "no-credit") return answered("INSUFFICIENT_CREDIT");
  if (fault?.name === "lost-500") return json("Server error", 500);
  const uniqueid = String(one?.msgid ?? "");
  const text = {
    uniqueid,
    recipient,
    sender: message.sender,
    text: String(message.messagetext),
    at: new Date().toISOString(),
  };
  phone.texts.push({
    ...text,
    status: fault?.name === "undeliverable" ? "UNDELIVERED" : isOnItsWay(fault?.name) ? "SENT" : "DELIVERED",
  });
  if (!isOnItsWay(fault?.name) && fault?.name !== "undeliverable") phone.arrived.push(text);
  if (fault?.name === "delivers-twice") phone.arrived.push(text);
  if (fault?.name === "answers-late") await pause(Number(fault.value || 60) * 1_000, undefined, { ref: false });
  return fault?.name === "taken-500" ? json("Server error", 500) : answered("SUCCESS");
}

const isOnItsWay = (fault: SmsFault | undefined) => fault === "never-delivers";

const answered = (status: string): Answer =>
  json({ response: status === "SUCCESS" ? { status, totalsent: 1, cost: 1 } : { status } });

function tellFates(phone: Phone, { query }: Call): Answer {
  if (query.get("username") !== smsAccount.username || query.get("apikey") !== smsAccount.apikey)
    return answered("AUTH_FAILURE");
  return json({ dlr: fatesOf(phone, query.get("uniqueid") ?? "") });
}

/** What a test or a developer makes happen. Every call carries `Authorization: Bearer <token>`. */
function answerControl(phone: Phone, { token, fault }: Pick<SmsStandIn, "token" | "fault">, call: Call): Answer {
  if (!same(call.authorization, `Bearer ${token}`)) return json({ error: "wrong token" }, 401);
  if (call.method === "GET" && call.path === "/texts") return json(phone.texts);
  const wish = parsed<{ name?: unknown; value?: unknown; only?: unknown }>(call.body);
  const name = smsFaults.find((known) => known === wish?.name);
  if (call.method !== "POST" || call.path !== "/fault" || !wish || (wish.name !== "none" && !name))
    return json({ error: `POST /fault with a name: none or one of ${smsFaults.join(" ")}` }, 400);
  fault(name, { value: String(wish.value ?? ""), only: String(wish.only ?? "") });
  return json({ done: true });
}

function parsed<T>(body: string): T | undefined {
  try {
    const read: unknown = JSON.parse(body);
    return typeof read === "object" && read !== null ? (read as T) : undefined;
  } catch {
    return undefined;
  }
}
