import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Person, signedInApplicant } from "../../../testing/applicant.ts";
import { type HostileFile, hostileFiles, MARK } from "../../../testing/hostile-files.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { sendFile } from "../../../testing/upload.ts";

let portal: TestPortal;
let people: Person[];
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  people = await Promise.all([1, 2, 3].map(() => signedInApplicant(portal)));
});
afterAll(() => portal.stop());

const files = await hostileFiles();
const types = {
  photo: "Please upload a JPEG, JPG, or PNG image",
  document: "Please upload a JPEG, JPG, or PNG image, or a PDF file",
};

const kept = () => {
  const folder = join(portal.config.dataDir, "files");
  return readdirSync(folder).map((name) => readFileSync(join(folder, name)));
};

test("there are at least sixty hostile files", () => {
  expect(files.length).toBeGreaterThanOrEqual(60);
});

for (const [place, file] of files.entries()) {
  test(`${file.what}: ${file.fate}`, async () => {
    const { status, body } = await sendFile(portal, chosen(place), file.field, file.bytes, "me.jpg");
    if (file.fate === "drawn") {
      expect(body).toMatchObject({ type: "success" });
      return;
    }
    expect(status).toBe(500);
    expect(body).toMatchObject({ type: "error", errors: { [file.field]: body.message } });
    expect(body.reference).toBeUndefined();
    expect(body.message === types[file.field]).toBe(file.fate === "type");
  });
}

// An applicant may send sixty files an hour.
const chosen = (place: number) => people[Math.floor(place / 50)] as Person;

test("nothing is stored as it was sent, and nothing that was carried survives", async () => {
  const stored = kept();
  expect(stored).toHaveLength(files.filter(({ fate }) => fate === "drawn").length);
  for (const bytes of stored) {
    expect(files.some((file: HostileFile) => file.bytes.equals(bytes))).toBe(false);
    expect(bytes.includes("canary-7f3a") || bytes.includes(MARK.slice(0, 5))).toBe(false);
    const { format, space, exif, xmp, iptc, icc, orientation } = await sharp(bytes).metadata();
    expect(format).toBe("jpeg");
    expect(["srgb", "b-w"]).toContain(space);
    expect([exif, xmp, iptc, icc, orientation].filter((rest) => rest !== undefined)).toEqual([]);
  }
});

test("the next honest upload works", async () => {
  const { bytes } = files.find(({ fate }) => fate === "drawn") as HostileFile;
  expect((await sendFile(portal, people[2] as Person, "photo", bytes, "me.jpg")).body.type).toBe("success");
});
