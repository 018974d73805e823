import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { newId } from "#platform/database/id.server.ts";
import { signedInApplicant } from "../../../testing/applicant.ts";
import { headOf } from "../../../testing/head.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";

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
  expect(body.errors.label).toContain("in this session already");
});

test.each([
  ["a label of one sign", { label: "X" }, "label", "Minimum of 2 characters expected"],
  ["no word on whether it is required", { required: undefined }, "required", "Required is required"],
  ["no session", { session: "" }, "session", "Session is required"],
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
  expect(body).toMatchObject({ type: "error", message: expect.stringContaining("is in use") });
});

test("a head asks for papers of the own department's programmes only", async () => {
  const head = await headOf(portal, "BIO", ["requirements", "requirements.change"]);
  expect((await head.get(`${path}?programme=${intake.programme}`)).body.list).toEqual([]);
  expect((await head.post(path, paper("Of another department"))).status).toBe(403);
});
