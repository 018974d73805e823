import { connect } from "node:net";
import { Writable } from "node:stream";
import fastify, { type FastifyInstance, LogController } from "fastify";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { done, get, post } from "#kit/wire/endpoint.contract.ts";
import { everyone, handle } from "#kit/wire/handle.server.ts";
import { refuseOtherMethods, speakContracts } from "#kit/wire/http.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import { answerBrokenAddress, answerBrokenRequest } from "./broken-request.server.ts";
import { logAnswers, logSettings } from "./log.server.ts";

const SECRET = "Zm9yLW5vYm9keXMtZXllcw";

let app: FastifyInstance;
let url: string;
let written = "";
beforeAll(async () => {
  const stream = new Writable({
    write(line, _encoding, next) {
      written += String(line);
      next();
    },
  });
  const settings = logSettings("trace");
  app = fastify({
    logger: { ...(settings as object), stream },
    logController: new LogController({ disableRequestLogging: true }),
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: answerBrokenAddress,
    routerOptions: { maxParamLength: 30 },
  });
  app.decorateRequest("who", null);
  speakContracts(app, () => undefined);
  logAnswers(app);
  handle(app, get("/reset/:link", "Answers", v.any()), everyone, async () => ({}));
  handle(app, get("/fault/:link", "Fails", v.any()), everyone, async () => {
    throw new Error("a fault of ours");
  });
  handle(app, get("/torn", "Fails in two lines", v.any()), everyone, async () => {
    throw new Error('torn\n{"level":10}');
  });
  const somebody = { name: "somebody", admit: () => ({ actor: { kind: "applicant", id: "somebody" } as const }) };
  handle(app, get("/kept/:name", "Refuses", v.any()), somebody, async () => {
    throw notFound();
  });
  const form = v.strictObject({ password: v.pipe(v.string(), v.maxLength(4, "Too long")) });
  handle(app, post("/sign_in", "Takes a password", form, done({})), everyone, async () => ({
    type: "success" as const,
    message: "In",
  }));
  await app.after();
  refuseOtherMethods(app);
  app.setNotFoundHandler(() => {
    throw notFound();
  });
  url = await app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => app.close());

const asked = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(`${url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${SECRET}`, ...init.headers },
  });
  await response.text();
  return response.status;
};

test("a log never holds what an address, a header or a body keeps secret, whatever becomes of the request", async () => {
  const json = { "content-type": "application/json", cookie: `staff=${SECRET}` };
  const statuses = [
    await asked(`/api/reset/${SECRET}`),
    await asked(`/api/reset/${SECRET}?signature=${SECRET}`, { method: "PUT" }),
    await asked(`/api/fault/${SECRET}`),
    await asked(`/api/nowhere/${SECRET}`),
    await asked(`/api/reset/${SECRET}${SECRET}`),
    await asked(`/api/reset/%zz${SECRET}`),
    await asked("/api/sign_in", { method: "POST", headers: json, body: JSON.stringify({ password: SECRET }) }),
    await asked("/api/sign_in", { method: "POST", headers: json, body: `{"password": "${SECRET}` }),
  ];
  expect(statuses).toEqual([200, 405, 500, 404, 404, 400, 500, 400]);
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.end(`GET /api/reset/${SECRET} HTTP/9.9\r\nAuthorization: ${SECRET}\r\n\r\n`);
  const answer = Buffer.concat(await socket.toArray()).toString();
  expect(answer).toContain('"code":"request-unreadable"');
  expect(written).toContain('"route":"/api/reset/:link"');
  expect(written).toContain("a fault of ours");
  expect(written).not.toContain(SECRET.slice(0, 12));
});

test("each line is one object with milliseconds of UTC, and no text makes a line of its own", async () => {
  const [begun, from] = [Date.now(), written.length];
  expect([await asked("/api/torn"), await asked("/api/nowhere/%0A%7B%22level%22:10%7D")]).toEqual([500, 404]);
  const lines = linesSince(from);
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    [50, "fault"],
    [30, "answered"],
    [30, "refused"],
    [30, "answered"],
  ]);
  expect(lines.filter(({ time }) => !(Number(time) >= begun && Number(time) <= Date.now()))).toEqual([]);
});

test("a refusal is a line with its code; the answer of the same request tells route and person", async () => {
  const from = written.length;
  expect(await asked("/api/kept/of-another")).toBe(404);
  const [refused, answered] = linesSince(from);
  expect(refused).toMatchObject({ msg: "refused", code: expect.stringMatching(/^[a-z-]+$/), status: 404 });
  expect(answered).toMatchObject({ msg: "answered", route: "/api/kept/:name", actor: "somebody" });
  expect(answered?.reqId).toBe(refused?.reqId);
});

function linesSince(from: number): Record<string, unknown>[] {
  return written
    .slice(from)
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}
