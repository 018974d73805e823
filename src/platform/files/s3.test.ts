import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { generateApplicant } from "../../../demo/applicants.ts";
import { passportPhotograph } from "../../../demo/passport.ts";
import { signedInApplicant } from "../../../testing/applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { upload } from "../../../testing/walk.ts";

interface Bucket {
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
}

/** An S3-compatible store as a program of its own. It has no types and checks no signatures. */
const S3rver = createRequire(import.meta.url)("s3rver") as new (settings: object) => Bucket;

const folder = mkdtempSync(join(tmpdir(), "portal-s3-"));
let store: Bucket;
let portal: TestPortal;

beforeAll(async () => {
  const configureBuckets = [{ name: "portal", configs: [] }];
  store = new S3rver({ port: 0, address: "127.0.0.1", silent: true, directory: folder, configureBuckets });
  const { port } = await store.run();
  portal = await startPortal(inject("place"), {
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: "portal",
    S3_ACCESS_KEY: "S3RVER",
    S3_SECRET_KEY: "S3RVER",
    S3_REGION: "us-east-1",
  });
});
afterAll(async () => {
  await portal.stop();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

test("a photo lies in the bucket whole, and its link is the store's own and ends in ten minutes", async () => {
  const person = await signedInApplicant(portal);
  const picture = await passportPhotograph(generateApplicant(1));
  const { newname, link } = await upload(portal, person.token, "photo", picture);
  expect(link).toContain("X-Amz-Signature");
  expect(link).toContain("X-Amz-Expires=600");
  const shown = Buffer.from(await (await fetch(link)).arrayBuffer());
  expect(shown.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  const kept = await portal.app.portal.files.read(newname);
  expect(kept && (await buffer(kept))).toEqual(shown);
});

test("names are listed, a removed file is gone, an unknown one is null", async () => {
  const { files } = portal.app.portal;
  await files.keep("kept.jpg", Buffer.from("bytes"), "image/jpeg");
  const names: string[] = [];
  for await (const { name } of files.names()) names.push(name);
  expect(names).toContain("kept.jpg");
  await files.remove("kept.jpg");
  expect(await files.read("kept.jpg")).toBeNull();
  expect(await files.read("never.jpg")).toBeNull();
});
