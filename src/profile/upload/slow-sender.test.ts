import { connect } from "node:net";
import sharp from "sharp";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Person, signedInApplicant } from "../../../testing/applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";

let portal: TestPortal;
let person: Person;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  person = await signedInApplicant(portal);
});
afterAll(() => portal.stop());

/** Sends a part each second, and answers what came back once the line is closed, with the seconds that it took. */
function sendSlowly(path: string, type: string, length: number, token: string, parts: readonly Buffer[]) {
  const began = Date.now();
  const { port, hostname } = new URL(portal.url);
  const head = [
    `POST ${path} HTTP/1.1`,
    `host: ${hostname}`,
    `authorization: Bearer ${token}`,
    `content-type: ${type}`,
    `content-length: ${length}`,
    "connection: close",
  ];
  return new Promise<{ status: number; answer: string; seconds: number }>((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write(`${head.join("\r\n")}\r\n\r\n`));
    const left = [...parts];
    const each = setInterval(() => {
      const part = left.shift();
      if (part) socket.write(part);
    }, 1_000);
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      clearInterval(each);
      resolve({ status: Number(answer.slice(9, 12)), answer, seconds: (Date.now() - began) / 1000 });
    });
  });
}

test("a form has 15 seconds to arrive; a signed-in sender's file has longer, a stranger's has not", async () => {
  const picture = await sharp({ create: { width: 300, height: 400, channels: 3, background: "#369" } })
    .jpeg()
    .toBuffer();
  const head =
    '--b\r\ncontent-disposition: form-data; name="photo"; filename="x.jpg"\r\ncontent-type: image/jpeg\r\n\r\n';
  const body = Buffer.concat([Buffer.from(head), picture, Buffer.from("\r\n--b--\r\n")]);
  const size = Math.ceil(body.length / 18);
  const parts = Array.from({ length: 18 }, (_, nth) => body.subarray(nth * size, (nth + 1) * size));
  const json = Array.from({ length: 40 }, () => Buffer.from(" "));
  const form = "multipart/form-data; boundary=b";
  const [slowForm, slowFile, stranger] = await Promise.all([
    sendSlowly("/api/ms_applicant_referee", "application/json", 500, person.token, json),
    sendSlowly("/api/uploads", form, body.length, person.token, parts),
    sendSlowly("/api/uploads", form, 1_000_000, "x".repeat(43), json),
  ]);
  expect([slowForm.status, slowFile.status, stranger.status]).toEqual([408, 200, 401]);
  expect(slowForm.answer).toContain('"code":"request-too-slow"');
  expect(slowForm.seconds).toBeLessThan(20);
  expect(slowFile.seconds).toBeGreaterThan(17);
  expect(stranger.seconds).toBeLessThan(20);
}, 60_000);

test("a second file is refused when it begins: an applicant does not fill the memory", async () => {
  const part = '--b\r\ncontent-disposition: form-data; name="document"; filename="x.pdf"\r\n\r\n%PDF-1.7';
  const two = Buffer.from(`${part}\r\n${part}`);
  const { status, seconds } = await sendSlowly(
    "/api/uploads",
    "multipart/form-data; boundary=b",
    8_000_000,
    person.token,
    [two],
  );
  expect([status, seconds < 8]).toEqual([500, true]);
});
