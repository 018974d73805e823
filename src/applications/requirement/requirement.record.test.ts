import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { CopiedProgramme } from "#calendar/programme-copy/programme-copy.contract.ts";
import { newId } from "#platform/database/id.server.ts";
import { signedInApplicant } from "../../../testing/applicant.ts";
import { coded } from "../../../testing/bursar.ts";
import { headOf } from "../../../testing/head.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let registrar: StaffMember;
let intake: { session: string; programme: string };
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  registrar = await staffMember(portal, { pages: ["requirements", "requirements.change"] });
  intake = await portal.db
    .selectFrom("intake")
    .innerJoin("programme", "programme._id", "intake.programme")
    .select(["intake.session", "intake.programme"])
    .where("programme.code", "=", "NCE-MAT-PHY")
    .executeTakeFirstOrThrow();
});
afterAll(() => portal.stop());

const path = "/staff/ms_admission_requirement";
const paper = (label: string, more: object = {}) => ({
  ...intake,
  label,
  required: true,
  place: 9,
  status: true,
  ...more,
});

test("a paper that the registry adds is asked of applicants, in its place, until it is withdrawn", async () => {
  const { _id } = (await registrar.post(path, paper("Medical report"))).body;
  const person = await signedInApplicant(portal);
  const asked = async () =>
    (await person.get(`/ms_programme_admission_requirement/${intake.programme}`)).body.list.map(
      ({ label }: { label: string }) => label,
    );
  expect((await asked()).at(-1)).toBe("Medical report");
  await registrar.put(`${path}/${_id}`, paper("Medical report", { status: false }));
  expect(await asked()).not.toContain("Medical report");
});

test("a programme asks for a paper once in a session", async () => {
  const { body } = await registrar.post(path, paper("Medical report"));
  expect(body).toMatchObject({
    code: "value-taken",
    errors: { label: expect.stringContaining("in this session already") },
  });
});

test.each([
  ["a label of one sign", { label: "X" }, "label", "Minimum of 2 characters expected"],
  ["no word on whether it is required", { required: undefined }, "required", "Required is required"],
])("%s is refused at its field", async (_what, wrong, field, sentence) => {
  const { status, body } = await registrar.post(path, { ...paper("Transcript"), ...wrong });
  expect([status, body.errors[field]]).toEqual([500, sentence]);
});

test("a paper that somebody has uploaded is not deleted", async () => {
  const { list } = (await registrar.get(`${path}?programme=${intake.programme}`)).body;
  const person = await signedInApplicant(portal);
  const file = newId();
  await portal.db
    .insertInto("stored_file")
    .values({
      _id: file,
      newname: "a.pdf",
      owner: person._id,
      mediatype: "application/pdf",
      bytes: 4,
      sha256: Buffer.alloc(32),
      kind: "document",
    })
    .execute();
  await portal.db
    .insertInto("requirement_upload")
    .values({ applicant: person._id, requirement: list[0]._id, file })
    .execute();
  const { body } = await registrar.delete(`${path}/${list[0]._id}`);
  expect(body).toMatchObject({ type: "error", code: "record-in-use", message: expect.stringContaining("is in use") });
});

test("what one programme asks for is told first and then asked of others, and what they ask beside it stays", async () => {
  const from = intake.programme;
  const to = [await coded(portal, "programme", "NCE-CRS-ENG"), await coded(portal, "programme", "NCE-BIO-CHE")];
  await granted(registrar.post(path, paper("Health certificate", { required: false })));
  await granted(registrar.post(path, paper("Letter of a pastor", { programme: to[0] })));
  const asked = async (programme?: string) =>
    (await registrar.get(`${path}?session=${intake.session}&programme=${programme}&limit=100`)).body.list
      .filter(({ status }: { status: boolean }) => status)
      .map(({ label, required, place }: Record<string, unknown>) => `${place} ${label} ${required}`)
      .sort();
  const before = await asked(to[0]);
  const form = { session: intake.session, from, to };
  const told = (await granted(registrar.post(`${path}/copy`, { ...form, check: true }))).body;
  expect(told.programmes).toMatchObject([
    { added: 1, changed: 0, same: 4, wrong: null },
    { added: 1, changed: 0, same: 4, wrong: null },
  ]);
  expect(told.programmes.map(({ others }: { others: number }) => others).sort()).toEqual([0, 1]);
  expect(await asked(to[0])).toEqual(before);
  const { body } = await granted(registrar.post(`${path}/copy`, form));
  expect(body.message).toBe("The requirements of one programme were copied to 2 others");
  expect(await asked(to[1])).toEqual(await asked(from));
  expect(await asked(to[0])).toEqual([...(await asked(from)), "9 Letter of a pastor true"].sort());
});

test("a head copies requirements to the own department's programmes only", async () => {
  const head = await headOf(portal, "BIO", ["requirements", "requirements.change"]);
  const [own, other] = [await coded(portal, "programme", "NCE-BIO-CHE"), intake.programme];
  const copy = async (from: string, to: string[] | "admitting") =>
    (await head.post(`${path}/copy`, { session: intake.session, from, to })).body;
  expect(await copy(own, [other])).toMatchObject({
    code: "rows-wrong",
    message: expect.stringContaining("so nothing was copied"),
  });
  expect(await copy(other, [own])).toMatchObject({
    code: "nothing-to-copy",
    errors: { from: expect.stringContaining("no active requirements") },
  });
  const { programmes } = await copy(own, "admitting");
  expect(programmes.length).toBeGreaterThan(0);
  expect(programmes.every(({ programme }: CopiedProgramme) => programme.label.includes("Biology"))).toBe(true);
});

test("a head asks for papers of the own department's programmes only", async () => {
  const head = await headOf(portal, "BIO", ["requirements", "requirements.change"]);
  expect((await head.get(`${path}?programme=${intake.programme}`)).body.list).toEqual([]);
  expect((await head.post(path, paper("Of another department"))).status).toBe(403);
});
