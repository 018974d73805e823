import { createPublicKey, verify } from "node:crypto";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { sealedPaper, sealShape, signedText } from "#reference/papers/papers.seal.rules.ts";
import { caller } from "../../../../testing/applicant.ts";
import { type Candidate, candidate, offered } from "../../../../testing/offered-applicant.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { type ReleaseDesk, releaseDesk } from "../../../../testing/release-desk.ts";
import { granted } from "../../../../testing/walk.ts";
import { type GateList, judgeSeal } from "./gate.judge.page.tsx";

let portal: TestPortal;
let desk: ReleaseDesk;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  desk = await releaseDesk(portal);
  await portal.db.insertInto("setting").values({ name: "admissionLetter", value: '"offered"' }).execute();
});
afterAll(() => portal.stop());

const gateList = async (): Promise<GateList> => (await granted(caller(portal).get("/gate"))).body;

/** What the picture of a paper holds. */
async function pictureOf(genuine: string): Promise<string> {
  const { seal } = (await granted(caller(portal).get(`/genuine/${genuine.split("/").at(-1)}/seal`))).body;
  return `RRR: 1\nName: Aisha Bello\n${genuine}${seal ?? ""}`;
}

const letterOf = async (one: Candidate) =>
  (await granted(one.get(`/ms_applications/letter/${one.application}`))).body.genuine as string;

test("a letter's seal says what the letter says, and anybody can check it by the public key", async () => {
  const one = await offered(portal);
  const picture = await pictureOf(await letterOf(one));
  const list = await gateList();
  const [, key, body = "", signature = ""] = sealShape.exec(picture) ?? [];
  const text = Buffer.from(body, "base64url").toString();
  const x = list.keys.find(({ _id }) => _id === key)?.x ?? "";
  const known = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  expect(verify(null, Buffer.from(signedText(text)), known, Buffer.from(signature, "base64url"))).toBe(true);
  expect(sealedPaper(text)).toMatchObject({ kind: "A", name: "Aisha Bello", session: "2026/2027" });
  expect(await judgeSeal(picture, list)).toMatchObject({
    state: "genuine",
    paper: { name: "Aisha Bello", status: expect.stringMatching(/^Provisional Admission, not accepted yet/) },
  });
  // Of a size that a phone reads off a bad print.
  expect(picture.length).toBeLessThan(520);
});

test("what a forger changes, signs with another key or leaves out is not genuine", async () => {
  const picture = await pictureOf(await letterOf(await offered(portal)));
  const list = await gateList();
  const [, key, body = "", signature] = sealShape.exec(picture) ?? [];
  const other = Buffer.from(Buffer.from(body, "base64url").toString().replace("Aisha Bello", "Musa Bello"));
  expect(await judgeSeal(`#${key}.${other.toString("base64url")}.${signature}`, list)).toEqual({ state: "forged" });
  expect(await judgeSeal(`#00000000.${body}.${signature}`, list)).toEqual({ state: "other-key" });
  const foreign = { ...list, keys: [{ _id: key ?? "", x: Buffer.alloc(32, 7).toString("base64url") }] };
  expect((await judgeSeal(picture, foreign)).state).not.toBe("genuine");
  expect(await judgeSeal(picture.replace(/#.*$/s, ""), list)).toEqual({ state: "unsealed" });
  const wrong = await caller(portal).get(`/genuine/A${"0".repeat(32)}/seal`);
  expect(wrong.body).toEqual({ seal: null });
});

test("a letter whose offer was recalled is on the list from then on, and gets no other seal", async () => {
  const one = await offered(portal);
  const genuine = await letterOf(one);
  const picture = await pictureOf(genuine);
  expect((await judgeSeal(picture, await gateList())).state).toBe("genuine");
  const wanted = { application: one.application, reason: "Wrong person", words: "A name was taken for another" };
  const { _id } = (await granted(desk.registrar.post("/staff/ms_recall", wanted))).body;
  await granted(desk.provost.post(`/staff/ms_recall/${_id}/approve`, {}));
  expect((await judgeSeal(picture, await gateList())).state).toBe("revoked");
  expect(await pictureOf(genuine)).not.toContain("#");
});

test("a letter whose offer its applicant declined is on the list from then on", async () => {
  const one = await offered(portal);
  const picture = await pictureOf(await letterOf(one));
  expect((await judgeSeal(picture, await gateList())).state).toBe("genuine");
  await granted(one.post(`/ms_applications/${one.application}/decline`, { reason: "Cost" }));
  expect((await judgeSeal(picture, await gateList())).state).toBe("revoked");
});

test("a slip that an earlier secret sealed is still known, unless its key was withdrawn", async () => {
  const one = await candidate(portal);
  const slip = (await granted(one.get(`/ms_applications/${one.application}`))).body.genuine as string;
  const picture = await pictureOf(slip);
  const earlier = { _id: "0badcafe", x: Buffer.alloc(32, 9).toString("base64url") };
  await portal.db.insertInto("paper_key").values(earlier).execute();
  const list = await gateList();
  expect(list.keys).toContainEqual(earlier);
  expect(list.keys).toHaveLength(2);
  expect((await judgeSeal(picture, list)).state).toBe("genuine");
  await portal.db
    .updateTable("paper_key")
    .set({ withdrawnAt: new Date().toISOString() })
    .where("_id", "=", earlier._id)
    .execute();
  expect((await gateList()).keys).not.toContainEqual(earlier);
});
