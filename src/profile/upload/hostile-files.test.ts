import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Person, signedInApplicant } from "../../../testing/applicant.ts";
import { type HostileFile, hostileFiles, MARK } from "../../../testing/hostile-files.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { sendFile } from "../../../testing/upload.ts";
import { pdfTrouble } from "./pdf.server.ts";

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

const packed = (objects: string) => {
  const body = deflateSync(objects).toString("latin1");
  return `<< /Type /ObjStm /Filter /FlateDecode /Length ${body.length} >>\nstream\n${body}\nendstream\n`;
};

test.each([
  ["one stream of nothing but codes of names", packed("#41".repeat(5_500_000))],
  ["four megabytes of codes, just within the limit", packed("#41".repeat(1_390_000))],
  ["two megabytes of codes outside", "#41".repeat(690_000)],
  ["twenty thousand tiny streams", packed("/Page").repeat(20_000)],
])("a PDF of %s is judged in a moment", (_what, objects) => {
  const pdf = Buffer.from(`%PDF-1.7\n${objects}%%EOF`, "latin1");
  const before = process.threadCpuUsage();
  expect(pdfTrouble(pdf)).toBeDefined();
  // Of the processor, in microseconds: how busy the machine is plays no part.
  expect(process.threadCpuUsage(before).user).toBeLessThan(300_000);
});

test("the next honest upload works", async () => {
  const { bytes } = files.find(({ fate }) => fate === "drawn") as HostileFile;
  expect((await sendFile(portal, people[2] as Person, "photo", bytes, "me.jpg")).body.type).toBe("success");
});
