import type { Socket } from "node:net";
import type { FastifyReply } from "fastify";
import type { RefusalCode } from "#kit/wire/refusal.server.ts";
import { fixedHeaders } from "./security-headers.server.ts";

const answers: Readonly<Record<string, readonly [line: string, code: RefusalCode, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [
    "408 Request Timeout",
    "request-too-slow",
    "The request took too long to arrive, please try again",
  ],
  HPE_HEADER_OVERFLOW: [
    "431 Request Header Fields Too Large",
    "headers-too-large",
    "The request's headers are too large",
  ],
};

/** Answers what never became a request: too slow, too large, or not HTTP at all. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const [line, code, message] = answers[error.code ?? ""] ?? [
    "400 Bad Request",
    "request-unreadable",
    "The request could not be read",
  ];
  const body = JSON.stringify({ type: "error", code, message });
  const headers = {
    ...fixedHeaders,
    connection: "close",
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
  };
  const written = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${line}\r\n${written.join("")}\r\n${body}`);
}

/** Answers an address that no route can be looked up for, such as `/%`: no hook has run, and none will. */
export function answerBrokenAddress(_error: Error, _request: unknown, reply: FastifyReply): void {
  reply
    .code(400)
    .headers(fixedHeaders)
    .type("application/json; charset=utf-8")
    .send(JSON.stringify({ type: "error", code: "address-unreadable", message: "This address could not be read" }));
}
