import { createHmac } from "node:crypto";
import { request as requestPlain } from "node:http";
import { request as requestSecured } from "node:https";
import { isIP } from "node:net";
import type { Config } from "#platform/config/config.server.ts";
import { addressTrouble, ForbiddenAddress, resolvePublic } from "./web-hook.address.server.ts";

/** Long enough for a slow line; whoever needs longer takes the event first and works afterwards. */
const PATIENCE_MS = 10_000;

/** Bytes of an answer that the log keeps. */
const KEPT_BYTES = 300;

export interface Posting {
  readonly url: string;
  /** As `webhook-id`; the same at each try, so that a receiver knows what it has. */
  readonly id: string;
  /** The second of the try, by the database's clock. */
  readonly second: number;
  readonly body: string;
  /** The one in force, and for a day the one before. */
  readonly secrets: readonly Buffer[];
}

export interface PostOutcome {
  /** 0 without an answer. */
  readonly status: number;
  readonly took: number;
  readonly answer: string;
  /** What is wrong, as a sentence; empty when the event was taken. */
  readonly trouble: string;
}

/** As Standard Webhooks 1.0 has it: HMAC-SHA256 over id, time and body, one for each secret. */
export const signatureOf = ({ id, second, body, secrets }: Omit<Posting, "url">): string =>
  secrets
    .map((secret) => `v1,${createHmac("sha256", secret).update(`${id}.${second}.${body}`).digest("base64")}`)
    .join(" ");

/** Sends one event, once. A redirect is no answer: it would lead past the look at the address. Never throws. */
export async function postEvent(config: Config, posting: Posting): Promise<PostOutcome> {
  const begun = performance.now();
  const outcome = (status: number, answer: string, trouble: string): PostOutcome => ({
    status,
    took: Math.round(performance.now() - begun),
    answer,
    trouble,
  });
  const forbidden = addressTrouble(config, posting.url);
  if (forbidden) return outcome(0, "", forbidden);
  try {
    const { status, answer } = await send(config, posting);
    if (status >= 200 && status < 300) return outcome(status, answer, "");
    const moved = status >= 300 && status < 400;
    return outcome(status, answer, moved ? "It leads elsewhere, which is not followed" : `It answered ${status}`);
  } catch (fault) {
    return outcome(0, "", troubleIn(fault));
  }
}

function send(config: Config, posting: Posting): Promise<{ readonly status: number; readonly answer: string }> {
  const { url, id, second, body } = posting;
  const { protocol, hostname } = new URL(url);
  const request = protocol === "https:" ? requestSecured : requestPlain;
  return new Promise((resolve, reject) => {
    const asked = request(url, {
      method: "POST",
      agent: false,
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(isIP(hostname.replace(/^\[|\]$/g, "")) === 0 && { lookup: resolvePublic(config) }),
      headers: {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "user-agent": "admission-portal",
        "webhook-id": id,
        "webhook-timestamp": String(second),
        "webhook-signature": signatureOf(posting),
      },
    });
    asked.on("error", reject);
    asked.on("response", (reply) => {
      const chunks: Buffer[] = [];
      const finish = () => {
        const answer = Buffer.concat(chunks).subarray(0, KEPT_BYTES).toString("utf8");
        // The database holds no NUL.
        resolve({ status: reply.statusCode ?? 0, answer: answer.toWellFormed().replaceAll("\0", "\ufffd") });
        asked.destroy();
      };
      reply.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        if (chunks.reduce((sum, { length }) => sum + length, 0) >= KEPT_BYTES) finish();
      });
      reply.on("end", finish);
      reply.on("error", reject);
    });
    asked.end(body);
  });
}

function troubleIn(fault: unknown): string {
  if (fault instanceof ForbiddenAddress) return `${fault.message.slice(0, 250)}`;
  const { name, code } = fault as NodeJS.ErrnoException;
  if (name === "AbortError" || name === "TimeoutError") return `It did not answer within ${PATIENCE_MS / 1000} seconds`;
  if (code === "ECONNREFUSED") return "Nothing listens there";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "Its name is not known";
  return `The connection failed (${code ?? name})`.slice(0, 250);
}
