import { createHash, randomBytes } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { caller, type Person, signedInApplicant } from "../../../../testing/applicant.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { sendFile, smallPdf } from "../../../../testing/upload.ts";
import { withoutConstraint, withoutRowLock } from "../../../../testing/without-guard.ts";
import { MOST_OPEN, PIECE_BYTES } from "./pieces.contract.ts";
import { forgetOldUploads } from "./pieces.server.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

/** A paper of two pieces and a bit. */
function longPdf(): Buffer {
  const [head = "", tail = ""] = smallPdf().toString("latin1").split("trailer");
  const filling = `% ${randomBytes(PIECE_BYTES + 5_000).toString("hex")}\n`;
  return Buffer.from(`${head}${filling}trailer${tail}`, "latin1");
}

const piecesOf = (file: Buffer) =>
  Array.from({ length: Math.ceil(file.length / PIECE_BYTES) }, (_, place) =>
    file.subarray(place * PIECE_BYTES, (place + 1) * PIECE_BYTES),
  );

const opening = (file: Buffer) => ({
  kind: "document",
  bytes: file.length,
  sha256: createHash("sha256").update(file).digest("hex"),
});

const begin = async (who: Person, file: Buffer, at = portal) =>
  (await caller(at, who.token).post("/uploads/pieces", opening(file))).body;

async function send(who: Person, id: string, place: number | string, piece: Buffer, at = portal) {
  const form = new FormData();
  form.append("piece", new Blob([new Uint8Array(piece)]), "piece");
  const headers = { authorization: `Bearer ${who.token}` };
  const response = await fetch(`${at.url}/api/uploads/pieces/${id}/${place}`, { method: "POST", headers, body: form });
  return { status: response.status, body: await response.json() };
}

const finish = async (who: Person, id: string, at = portal) =>
  caller(at, who.token).post(`/uploads/pieces/${id}/finish`, {});

const filesOf = async (who: Person, at = portal) =>
  at.db.selectFrom("stored_file").select(["newname", "bytes"]).where("owner", "=", who._id).execute();

describe("a file in pieces", () => {
  test("whose length was told wrongly begins anew, with the length that was told last", async () => {
    const who = await signedInApplicant(portal);
    const told = (bytes: number) => who.post("/uploads/pieces", { kind: "document", bytes, sha256: "ab".repeat(32) });
    const [first, second] = [await told(300_000), await told(300_001)];
    expect([second.status, second.body.type]).toEqual([200, "success"]);
    expect(second.body._id).not.toBe(first.body._id);
    expect((await told(300_001)).body._id).toBe(second.body._id);
  });

  test("goes on where it was, in any order, and is kept as one that was sent whole", async () => {
    const who = await signedInApplicant(portal);
    const file = longPdf();
    const { _id, piece, received } = await begin(who, file);
    expect([piece, received]).toEqual([PIECE_BYTES, []]);
    const [first, second, third] = piecesOf(file) as [Buffer, Buffer, Buffer];
    expect((await send(who, _id, 2, third)).body.received).toEqual([2]);
    await send(who, _id, 0, first);
    expect((await finish(who, _id)).body).toMatchObject({ type: "error", code: "upload-incomplete" });
    // Another page, another day: the same file has the same session.
    expect(await begin(who, file)).toMatchObject({ _id, received: [0, 2] });
    await send(who, _id, 1, second);
    const { body } = await finish(who, _id);
    expect(body.photo.newname).toMatch(/^[0-9a-f]{32}\.pdf$/);
    expect(await filesOf(who)).toEqual([{ newname: body.photo.newname, bytes: file.length }]);
    const shown = await fetch(`${portal.url}${body.photo.link}`);
    expect(Buffer.from(await shown.arrayBuffer()).equals(file)).toBe(true);
    expect((await finish(who, _id)).body.photo.newname).toBe(body.photo.newname);
    expect(await portal.db.selectFrom("upload_piece").select("place").where("session", "=", _id).execute()).toEqual([]);
    expect((await send(who, _id, 0, first)).body).toMatchObject({ code: "upload-finished" });
  });

  test("is judged as any other, and one that was damaged on its way is not kept", async () => {
    const who = await signedInApplicant(portal);
    const trap = smallPdf("/OpenAction << /S /JavaScript /JS (app.alert(1)) >>");
    const { _id } = await begin(who, trap);
    await send(who, _id, 0, trap);
    expect(await finish(who, _id)).toMatchObject({ status: 500, body: { code: "file-unsafe" } });
    // It has been judged: nobody is asked again.
    expect((await finish(who, _id)).status).toBe(404);
    expect((await begin(who, trap))._id).not.toBe(_id);
    const file = smallPdf();
    const other = await begin(who, file);
    await send(who, other._id, 0, Buffer.from(file.toString("latin1").replace("200 200", "300 300"), "latin1"));
    expect((await finish(who, other._id)).body).toMatchObject({ code: "upload-damaged" });
    expect((await begin(who, file))._id).not.toBe(other._id);
    expect(await filesOf(who)).toEqual([]);
  });

  test("takes no piece of another size or place, none above 2 MB, and nothing of another's", async () => {
    const [who, other] = [await signedInApplicant(portal), await signedInApplicant(portal)];
    const file = longPdf();
    const { _id } = await begin(who, file);
    const [first] = piecesOf(file) as [Buffer];
    expect((await send(who, _id, 0, first.subarray(1))).body).toMatchObject({ code: "piece-of-other-size" });
    for (const place of [3, 99, -1, "x"]) expect((await send(who, _id, place, first)).status).toBe(404);
    expect((await send(other, _id, 0, first)).status).toBe(404);
    expect((await finish(other, _id)).status).toBe(404);
    expect((await begin(other, file))._id).not.toBe(_id);
    const tooLarge = await caller(portal, who.token).post("/uploads/pieces", { ...opening(file), bytes: 2_097_153 });
    expect(tooLarge).toMatchObject({ status: 500, body: { errors: { bytes: "File size should not exceed 2MB" } } });
  });

  test(`so many are on their way at most, and what nobody went on with for a day is forgotten`, async () => {
    const who = await signedInApplicant(portal);
    const ids: string[] = [];
    for (let n = 0; n <= MOST_OPEN; n += 1) ids.push((await begin(who, longPdf()))._id);
    const open = portal.db.selectFrom("upload_session").select("_id").where("applicant", "=", who._id);
    expect((await open.orderBy("createdAt").execute()).map(({ _id }) => _id)).toEqual(ids.slice(1));
    await portal.db
      .updateTable("upload_session")
      .set({ createdAt: new Date(Date.now() - 25 * 3_600_000).toISOString() })
      .where("applicant", "=", who._id)
      .where("_id", "!=", ids[1] ?? "")
      .execute();
    await forgetOldUploads.run(portal.app);
    expect(await open.execute()).toEqual([{ _id: ids[1] }]);
  });
});

/** A large picture of few bytes, whose last line is damaged: it is decoded to there. */
async function slowPicture(): Promise<Buffer> {
  const create = { width: 4000, height: 4000, channels: 3 as const, background: "#456" };
  const png = await sharp({ create }).png({ progressive: true, compressionLevel: 9 }).toBuffer();
  png[png.length - 30] = (png[png.length - 30] ?? 0) ^ 0xff;
  return png;
}

describe("one person's flood", () => {
  test("a picture is judged as often as files are sent in an hour, and a finish is one of them", async () => {
    const who = await signedInApplicant(portal);
    const { _id } = await begin(who, longPdf());
    const codes: string[] = [];
    for (let n = 0; n < 61; n += 1) codes.push((await finish(who, _id)).body.code);
    expect([codes[0], codes[59], codes[60]]).toEqual(["upload-incomplete", "upload-incomplete", "too-many-requests"]);
    // Nothing is begun that could not be ended.
    expect((await caller(portal, who.token).post("/uploads/pieces", opening(longPdf()))).status).toBe(429);
  });

  test("leaves the other place at the pictures to everybody else", async () => {
    const [who, other] = [await signedInApplicant(portal), await signedInApplicant(portal)];
    const picture = await slowPicture();
    const { _id } = await begin(who, picture);
    await send(who, _id, 0, picture);
    let answered = 0;
    const flood = Array.from({ length: 30 }, () =>
      finish(who, _id).finally(() => {
        answered += 1;
      }),
    );
    const honest = await sharp({ create: { width: 200, height: 200, channels: 3, background: "#123" } })
      .jpeg()
      .toBuffer();
    await Promise.race(flood);
    expect((await sendFile(portal, other, "photo", honest, "me.jpg")).body).toMatchObject({ type: "success" });
    // Whoever waits behind the flood is served after all of it.
    expect(answered).toBeLessThan(20);
    const codes = new Set((await Promise.all(flood)).map(({ body }) => body.code));
    expect(codes).toContain("file-damaged");
    for (const code of codes) expect(["file-damaged", "portal-busy", "record-not-found"]).toContain(code);
    expect((await finish(who, _id)).status).toBe(404);
  });
});

describe("at one moment", () => {
  test("the same piece twice is one piece, and two that finish keep one file", async () => {
    const who = await signedInApplicant(portal);
    const file = longPdf();
    const { _id } = await begin(who, file);
    await Promise.all(
      piecesOf(file).flatMap((piece, place) => [send(who, _id, place, piece), send(who, _id, place, piece)]),
    );
    const answers = await Promise.all([finish(who, _id), finish(who, _id)]);
    const names = answers.map(({ body }) => body.photo.newname);
    expect(names[0]).toBe(names[1]);
    expect((await filesOf(who)).map(({ newname }) => newname)).toEqual([names[0]]);
  });

  test("without the key of a piece the same is kept twice, and the file is not the one that was sent", async () => {
    const bare = await startPortal(inject("place"));
    try {
      await withoutConstraint(bare, "upload_piece", "upload_piece_once");
      const who = await signedInApplicant(bare);
      const file = smallPdf();
      const { _id } = await begin(who, file, bare);
      await Promise.all([send(who, _id, 0, file, bare), send(who, _id, 0, file, bare)]);
      expect((await finish(who, _id, bare)).body).toMatchObject({ code: "upload-damaged" });
    } finally {
      await bare.stop();
    }
  });

  test("without the lock of a session two that finish keep two files", async () => {
    const bare = await startPortal(inject("place"));
    try {
      const who = await signedInApplicant(bare);
      const file = longPdf();
      const { _id } = await begin(who, file, bare);
      for (const [place, piece] of piecesOf(file).entries()) await send(who, _id, place, piece, bare);
      await withoutRowLock(bare, "upload_session");
      await Promise.all(Array.from({ length: 6 }, () => finish(who, _id, bare)));
      expect((await filesOf(who, bare)).length).toBeGreaterThan(1);
    } finally {
      await bare.stop();
    }
  });
});
