import type { UnknownReason } from "./remita.contract.ts";
import { answerIn } from "./remita-answer.server.ts";

const mostBytes = 64 * 1024;

/** The provider's answer as an object, or why there is none that can be believed. */
export type Asked = { answer: Record<string, unknown> } | { reason: UnknownReason; text: string };

/**
 * One request, never repeated, never redirected, with one limit for the whole of it: a provider that hangs, drips or
 * does not end is given up. Never throws for what the provider does. `timeoutMs` is in milliseconds.
 */
export async function ask(url: string, request: RequestInit, timeoutMs: number): Promise<Asked> {
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
