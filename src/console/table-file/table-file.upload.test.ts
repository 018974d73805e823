import { request as send } from "node:http";
import type { AddressInfo } from "node:net";
import fastify, { type FastifyInstance } from "fastify";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { done, post } from "#kit/wire/endpoint.contract.ts";
import { everyone, handle } from "#kit/wire/handle.server.ts";
import { speakContracts } from "#kit/wire/http.server.ts";
import { expired } from "#kit/wire/refusal.server.ts";
import { refuseSlowBodies } from "#platform/http/slow-body.server.ts";
import { fileSentences } from "./table-file.limits.server.ts";
import { readTable, takeTableFile, takeTableFilesOnly } from "./table-file.server.ts";

const reply = done({ bytes: v.number() });
const importTable = post("/import", "Takes a table", v.nullish(v.undefined()), reply);
const importRead = post("/read", "Reads a table", v.nullish(v.undefined()), reply);
const importUnseen = post("/unseen", "Takes a table of nobody", v.nullish(v.undefined()), reply);

let app: FastifyInstance;
let url: string;
let arrived = 0;
const read: string[] = [];
beforeAll(async () => {
  app = fastify({ logger: false });
  speakContracts(app, () => undefined);
  refuseSlowBodies(app);
  app.decorateRequest("who", null);
  await app.register(async (scope) => {
    takeTableFilesOnly(scope);
    handle(scope, importTable, everyone, async ({ request }) => {
      const bytes = await takeTableFile(request);
      return { type: "success" as const, message: "Received", bytes: bytes.length };
    });
    handle(scope, importRead, everyone, async ({ request }) => {
      const bytes = await takeTableFile(request);
      arrived += 1;
      const table = readTable(bytes, {}, undefined, request.socket);
      read.push(
        await table.then(
          ({ rows }) => `${rows.length} rows`,
          ({ message }: Error) => message,
        ),
      );
      return { type: "success" as const, message: "Received", bytes: 0 };
    });
    const nobody = { name: "nobody", admit: () => Promise.reject(expired()) };
    handle(scope, importUnseen, nobody, async () => ({ type: "success" as const, message: "Received", bytes: 0 }));
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api`;
});
afterAll(() => app.close());

async function sendForm(entries: readonly (readonly [string, string | Buffer])[], path = "import") {
  const form = new FormData();
  for (const [field, content] of entries) {
    form.append(field, typeof content === "string" ? content : new Blob([new Uint8Array(content)]));
  }
  const response = await fetch(`${url}/${path}`, { method: "POST", body: form });
  return { status: response.status, body: await response.json() };
}

const table = Buffer.from("Code,Name\nSCI,Sciences\n");
const MB = 1024 * 1024;

test("one file in the field file is taken, beside plain fields", async () => {
  const { status, body } = await sendForm([
    ["dry", "Yes"],
    ["file", table],
  ]);
  expect([status, body.bytes]).toEqual([200, table.length]);
});

test("twenty megabytes are taken, one byte more is refused with 413", async () => {
  expect((await sendForm([["file", Buffer.alloc(20 * MB)]])).body.bytes).toBe(20 * MB);
  const { status, body } = await sendForm([["file", Buffer.alloc(20 * MB + 1)]]);
  expect(status).toBe(413);
  expect(body).toMatchObject({ type: "error", errors: { file: body.message } });
  expect(body).toMatchObject({
    code: "file-too-large",
    message: expect.stringContaining("larger than 20 MB. Split the table"),
  });
});

test.each<[string, [string, string | Buffer][], string, string]>([
  ["no file", [["note", "x"]], "file-missing", fileSentences.nothing],
  ["an empty file", [["file", Buffer.alloc(0)]], "file-empty", fileSentences.empty],
  [
    "two files",
    [
      ["file", table],
      ["file", table],
    ],
    "one-file-only",
    fileSentences.oneFile,
  ],
  ["a file in another field", [["photo", table]], "one-file-only", fileSentences.oneFile],
])("%s is refused under the field", async (_what, entries, code, message) => {
  expect(await sendForm(entries)).toEqual({
    status: 500,
    body: { type: "error", code, message, errors: { file: message } },
  });
});

test("JSON is 415, and a form that breaks off is 400", async () => {
  const post = (type: string, body: string) =>
    fetch(`${url}/import`, { method: "POST", headers: { "content-type": type }, body }).then(async (reply) => [
      reply.status,
      ((await reply.json()) as { code: string }).code,
    ]);
  expect(await post("application/json", "{}")).toEqual([415, "content-type-wrong"]);
  const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="x.csv"\r\n\r\na,b';
  expect(await post("multipart/form-data; boundary=b", part)).toEqual([400, "upload-broken-off"]);
});

test("who may not come in is told before the file is read", async () => {
  expect((await sendForm([["file", Buffer.alloc(MB)]], "unseen")).status).toBe(401);
});

test("a file without end is cut off", async () => {
  const sent = await new Promise<number>((resolve) => {
    let bytes = 0;
    const headers = { "content-type": "multipart/form-data; boundary=b", "transfer-encoding": "chunked" };
    const request = send(`${url}/import`, { method: "POST", headers });
    request.on("error", () => resolve(bytes));
    request.on("response", (response) => response.resume().on("end", () => resolve(bytes)));
    request.write('--b\r\ncontent-disposition: form-data; name="file"; filename="x.csv"\r\n\r\n');
    const piece = Buffer.alloc(MB);
    const more = () => {
      if (bytes >= 1024 * MB || request.destroyed) return;
      bytes += MB;
      if (request.write(piece)) setImmediate(more);
      else request.once("drain", more);
    };
    more();
  });
  expect(sent / MB).toBeLessThan(120);
});

test("others are answered while a file of blank lines is read", async () => {
  const sent = sendForm([["file", Buffer.from(`a,b\n${"\n".repeat(5 * MB)}1,2\n`)]], "read");
  let answered = 0;
  let isRead = false;
  void sent.finally(() => {
    isRead = true;
  });
  for (; answered < 20 && !isRead; answered += 1) await sendForm([], "unseen");
  expect(answered).toBe(20);
  await sent;
  expect(read.splice(0)).toEqual([expect.stringContaining("more than 100,000 blank rows")]);
});

test("a table is read no further once its sender has gone away", async () => {
  const headers = { "content-type": "multipart/form-data; boundary=b" };
  const request = send(`${url}/read`, { method: "POST", headers, agent: false }).on("error", () => undefined);
  const rows = `a,b,c,d,e\n${"1,2,3,4,5\n".repeat(100_000)}`;
  const before = arrived;
  request.end(`--b\r\ncontent-disposition: form-data; name="file"; filename="x.csv"\r\n\r\n${rows}\r\n--b--\r\n`);
  await expect.poll(() => arrived, { interval: 5 }).toBe(before + 1);
  request.destroy();
  await expect
    .poll(() => read, { timeout: 20_000 })
    .toEqual(["The file was not read to its end: its sender went away"]);
});
