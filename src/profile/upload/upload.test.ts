import { readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { removeOrphanFiles, sweeping } from "#platform/files/sweep.job.server.ts";
import { type Person, signedInApplicant } from "../../../testing/applicant.ts";
import { alsoApplied } from "../../../testing/offered-applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { openProgramme, readyApplicant } from "../../../testing/ready-applicant.ts";
import { sendFile, sendForm, smallPdf } from "../../../testing/upload.ts";
import { granted } from "../../../testing/walk.ts";
import { MAX_BYTES } from "./upload.rules.ts";

let portal: TestPortal;
let person: Person;
let jpeg: Buffer;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  person = await signedInApplicant(portal);
  jpeg = await sharp({ create: { width: 400, height: 500, channels: 3, background: "#369" } })
    .withExif({ IFD0: { Copyright: "secret place" }, IFD3: { GPSLatitudeRef: "N" } })
    .jpeg()
    .toBuffer();
});
afterAll(() => portal.stop());

const kept = () => {
  try {
    return readdirSync(join(portal.config.dataDir, "files"));
  } catch {
    return [];
  }
};
const rows = () => portal.db.selectFrom("stored_file").selectAll().where("owner", "=", person._id).execute();

test("a photograph is stored anew, upright and without metadata, and shown by its signed link alone", async () => {
  const sideways = await sharp(jpeg).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const { status, body } = await sendFile(portal, person, "photo", sideways, "me.jpg");
  expect(status).toBe(200);
  expect(body).toMatchObject({
    type: "success",
    photo: { newname: expect.stringMatching(/^[0-9a-f]{32}\.jpg$/), link: expect.any(String) },
  });
  const shown = await fetch(portal.url + body.photo.link);
  const bytes = Buffer.from(await shown.arrayBuffer());
  const picture = await sharp(bytes).metadata();
  expect(picture).toMatchObject({ format: "jpeg", width: 500, height: 400, space: "srgb" });
  expect([picture.exif, picture.orientation, picture.icc]).toEqual([undefined, undefined, undefined]);
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    "content-type": "image/jpeg",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "content-disposition": `inline; filename="${body.photo.newname}"`,
  });
});

test("without a valid signature a stored file is as unknown as any other", async () => {
  const { body } = await sendFile(portal, person, "photo", jpeg, "me.jpg");
  const link = new URL(portal.url + body.photo.link);
  const changed = (name: string, value: string) => {
    const other = new URL(link);
    other.searchParams.set(name, value);
    return other;
  };
  const tries = await Promise.all(
    [
      new URL(link.pathname, portal.url),
      changed("sign", "x"),
      changed("until", "99999999999"),
      changed("until", "1"),
      new URL(`${link.href}&sign=x`),
      new URL(`/files/${"0".repeat(32)}.jpg${link.search}`, portal.url),
      new URL(`/files/..%2f..%2fsecret${link.search}`, portal.url),
    ].map((address) => fetch(address)),
  );
  expect(tries.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404]);
  expect(new Set(await Promise.all(tries.map((answer) => answer.text()))).size).toBe(1);
});

test("a link shows its file for ten minutes and no longer", async () => {
  const { body } = await sendFile(portal, person, "photo", jpeg, "me.jpg");
  const showsAfter = async (seconds: number) => {
    const now = vi.spyOn(Date, "now").mockReturnValue(Date.now() - seconds * 1_000);
    const made = portal.app.portal.files.link(body.photo.newname);
    now.mockRestore();
    return (await fetch(portal.url + (await made))).status;
  };
  expect([await showsAfter(570), await showsAfter(602)]).toEqual([200, 404]);
});

test("the applicant's photograph is {} until one is chosen", async () => {
  const other = await signedInApplicant(portal);
  expect((await other.get("/ms_applicant/photo/applicant")).body).toEqual({});
  const { body } = await sendFile(portal, other, "photo", jpeg, "me.jpg");
  const { _id } = await portal.db
    .selectFrom("stored_file")
    .select("_id")
    .where("newname", "=", body.photo.newname)
    .executeTakeFirstOrThrow();
  await portal.db.updateTable("applicant").set({ photo: _id }).where("_id", "=", other._id).execute();
  const { body: shown } = await other.get("/ms_applicant/photo/applicant");
  expect(shown).toMatchObject({ newname: body.photo.newname });
  expect((await fetch(portal.url + shown.link)).status).toBe(200);
});

test("a photograph that another takes the place of opens no more, unless an application was made with it", async () => {
  const ready = await readyApplicant(portal, await openProgramme(portal));
  const choose = async () => {
    const { photo } = (await sendFile(portal, ready, "photo", jpeg, "me.jpg")).body;
    await granted(ready.put("/ms_applicant", { photo: { newname: photo.newname } }));
    return photo as { newname: string; link: string };
  };
  const opens = async ({ link }: { link: string }) => (await fetch(portal.url + link)).status;
  const [first, second] = [await choose(), await choose()];
  await granted(ready.put("/ms_applicant", { photo: { newname: second.newname } }));
  expect([await opens(first), await opens(second)]).toEqual([404, 200]);
  await alsoApplied(portal, ready, 0);
  const third = await choose();
  expect([await opens(second), await opens(third)]).toEqual([200, 200]);
});

test("a PDF is a document and no photograph, and is offered as a download", async () => {
  const photo = await sendFile(portal, person, "photo", smallPdf(), "paper.pdf");
  expect(photo.body).toMatchObject({
    code: "file-of-other-kind",
    errors: { photo: "Please upload a JPEG, JPG, or PNG image" },
  });
  const { body } = await sendFile(portal, person, "document", smallPdf(), "paper.pdf");
  const shown = await fetch(portal.url + body.photo.link);
  expect(shown.headers.get("content-type")).toBe("application/pdf");
  expect(shown.headers.get("content-disposition")).toBe(`attachment; filename="${body.photo.newname}"`);
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(smallPdf());
});

test("exactly 2,097,152 bytes pass, one more is 413 with the sentence", async () => {
  const padded = (size: number) => Buffer.concat([jpeg, Buffer.alloc(size - jpeg.length)]);
  expect((await sendFile(portal, person, "photo", padded(MAX_BYTES), "big.jpg")).body.type).toBe("success");
  for (const size of [MAX_BYTES + 1, 5 * MAX_BYTES]) {
    const { status, body } = await sendFile(portal, person, "photo", padded(size), "big.jpg");
    expect([status, body.code, body.message, body.errors.photo]).toEqual([
      413,
      "file-too-large",
      "File size should not exceed 2MB",
      "File size should not exceed 2MB",
    ]);
  }
});

test("no file, two files, another field and an empty file are no file", async () => {
  const image = new Blob([new Uint8Array(jpeg)], { type: "image/jpeg" });
  const forms = [
    [["photo", "just text"]],
    [
      ["photo", image],
      ["photo", image],
    ],
    [["picture", image]],
    [["photo", new Blob([])]],
  ] as const;
  for (const form of forms) {
    const { status, body } = await sendForm(portal, person, form);
    expect([status, body.code, body.message]).toEqual([500, "file-missing", "Please select a file first"]);
  }
});

test("what is no form is 415, a broken form 400, and neither signed in 401", async () => {
  const before = kept().length;
  const send = (type: string, body: string, token = person.token) =>
    fetch(`${portal.url}/api/uploads`, {
      method: "POST",
      headers: { "content-type": type, authorization: `Bearer ${token}` },
      body,
    });
  expect((await send("application/json", "{}")).status).toBe(415);
  expect((await send("image/jpeg", "x")).status).toBe(415);
  const broken = await send("multipart/form-data", "x");
  expect([broken.status, await broken.json()]).toEqual([400, expect.objectContaining({ code: "upload-broken-off" })]);
  const part =
    '--b\r\ncontent-disposition: form-data; name="photo"; filename="x.jpg"\r\ncontent-type: image/jpeg\r\n\r\n';
  expect((await send("multipart/form-data; boundary=b", part)).status).toBe(400);
  expect((await send("multipart/form-data; boundary=b", part, "x".repeat(43))).status).toBe(401);
  expect((await fetch(`${portal.url}/api/uploads`)).status).toBe(405);
  expect(kept()).toHaveLength(before);
});

test("a multipart form to another call is 415", async () => {
  const form = new FormData();
  form.set("firstname", "Musa");
  const answer = await fetch(`${portal.url}/api/ms_applicant_referee`, {
    method: "POST",
    headers: { authorization: `Bearer ${person.token}` },
    body: form,
  });
  expect([answer.status, await answer.json()]).toEqual([415, expect.objectContaining({ code: "content-type-wrong" })]);
});

test("the sender's file name is neither kept nor followed", async () => {
  const names = ["../../x.php", "a.php.jpg", "con.jpg", "n\u0000.jpg", "\u202egpj.exe", 'q".jpg', "x".repeat(5000)];
  for (const name of names) {
    const { body } = await sendFile(portal, person, "photo", jpeg, name);
    expect(body.photo?.newname ?? body.message).toMatch(/^[0-9a-f]{32}\.jpg$|not arrive whole/);
  }
  expect(kept().every((name) => /^[0-9a-f]{32}\.(jpg|pdf)$/.test(name))).toBe(true);
});

test("every row has its file, and a store that cannot keep answers 503 without a row", async () => {
  const before = await rows();
  expect(before.every(({ newname }) => kept().includes(newname))).toBe(true);
  const { files } = portal.app.portal;
  const { keep } = files;
  files.keep = () => Promise.reject(Object.assign(new Error("no space left"), { code: "ENOSPC" }));
  const { status, body, headers } = await sendFile(portal, person, "photo", jpeg, "me.jpg");
  files.keep = keep;
  expect([status, body.code, headers.get("retry-after")]).toEqual([503, "file-not-kept", "60"]);
  expect(await rows()).toHaveLength(before.length);
});

test("a file that a kill left without a row is swept after an hour, no other is", async () => {
  const folder = join(portal.config.dataDir, "files");
  const before = kept().sort();
  const hoursAgo = new Date(Date.now() - 2 * 3_600_000);
  for (const name of before) utimesSync(join(folder, name), hoursAgo, hoursAgo);
  const [old, fresh] = [`${"0".repeat(32)}.jpg`, `${"1".repeat(32)}.jpg`];
  for (const name of [old, fresh]) writeFileSync(join(folder, name), jpeg);
  utimesSync(join(folder, old), hoursAgo, hoursAgo);
  await removeOrphanFiles(portal.app);
  const named = new Set(
    (await portal.db.selectFrom("stored_file").select("newname").execute()).map((row) => row.newname),
  );
  expect(kept().sort()).toEqual([...before.filter((name) => named.has(name)), fresh].sort());
});

test("the sweep asks the database by the thousand files, not by the file", async () => {
  const folder = join(portal.config.dataDir, "files");
  const hoursAgo = new Date(Date.now() - 2 * 3_600_000);
  const before = kept().sort();
  for (let nth = 0; nth < 2_100; nth += 1) {
    const orphan = join(folder, `${String(nth).padStart(32, "0")}.jpg`);
    writeFileSync(orphan, "");
    utimesSync(orphan, hoursAgo, hoursAgo);
  }
  const { pool } = portal.app.portal;
  let asked = 0;
  const count = () => (asked += 1);
  pool.on("acquire", count);
  await removeOrphanFiles(portal.app);
  pool.off("acquire", count);
  expect(kept().sort()).toEqual(before);
  expect(asked).toBeLessThan(100); // those of the jobs among them
});

test("the sweep forgets an answer that was kept for a repetition after two days, not sooner", async () => {
  const { pool } = portal.app.portal;
  await pool.query(`insert into portal.idempotency (actor, key, fingerprint, reply, "createdAt")
    select 'applicant:', hours, '', '{}', now() - make_interval(hours => hours) from unnest(array[47, 49]) as hours`);
  await sweeping.run(portal.app);
  const { rows } = await pool.query("select key from portal.idempotency where actor = 'applicant:'");
  expect(rows).toEqual([{ key: "47" }]);
});

test("one key stores one file; sixty an hour are enough", async () => {
  const busy = await signedInApplicant(portal);
  const key = { "idempotency-key": "again" };
  const [first, second] = [
    await sendFile(portal, busy, "photo", jpeg, "me.jpg", key),
    await sendFile(portal, busy, "photo", jpeg, "me.jpg", key),
  ];
  expect(second.body.photo.newname).toBe(first.body.photo.newname);
  expect((await sendFile(portal, busy, "document", smallPdf(), "me.pdf", key)).status).toBe(409);
  await portal.db.updateTable("limits").set({ points: 60 }).where("key", "=", `uploads:${busy._id}`).execute();
  const { status, headers } = await sendFile(portal, busy, "photo", jpeg, "me.jpg");
  expect(status).toBe(429);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
});

test("an applicant's files fill a hundred megabytes at most", async () => {
  const [hoarder, other] = [await signedInApplicant(portal), await signedInApplicant(portal)];
  expect((await sendFile(portal, hoarder, "document", smallPdf(), "a.pdf")).body.type).toBe("success");
  await portal.db
    .updateTable("stored_file")
    .set({ bytes: 100 * 1024 * 1024 })
    .where("owner", "=", hoarder._id)
    .execute();
  const refused = await sendFile(portal, hoarder, "document", smallPdf(), "a.pdf");
  expect([refused.status, refused.body.type]).toEqual([200, "error"]);
  expect(refused.body).toMatchObject({
    code: "limit-reached",
    message: expect.stringContaining("more files than any application needs"),
  });
  expect((await sendFile(portal, other, "document", smallPdf(), "a.pdf")).body.type).toBe("success");
});
