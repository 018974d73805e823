import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Person, signedInApplicant } from "../../../testing/applicant.ts";
import { whileHeld } from "../../../testing/held-applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { newId } from "../../platform/database/id.server.ts";
import type { RequirementView } from "./requirement.contract.ts";

let portal: TestPortal;
let programme: string;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  const open = await portal.db
    .selectFrom("programme")
    .select("_id")
    .where("admits", "=", true)
    .executeTakeFirstOrThrow();
  programme = open._id;
});
afterAll(() => portal.stop());

const path = "/ms_application_uploads";
const list = async (person: Person) => (await person.get(`/ms_programme_admission_requirement/${programme}`)).body;

/** A document of this person as the uploads call would have kept it. */
async function document(owner: string): Promise<string> {
  const newname = `${randomBytes(16).toString("hex")}.pdf`;
  const file = { mediatype: "application/pdf", bytes: 4, sha256: randomBytes(32), kind: "document" as const };
  await portal.db
    .insertInto("stored_file")
    .values({ _id: newId(), newname, owner, ...file })
    .execute();
  return newname;
}

test("a programme's requirements are listed in their order, and continue counts the required ones missing", async () => {
  const person = await signedInApplicant(portal);
  const { list: asked, continue: missing } = await list(person);
  expect(asked.map(({ label, required, upload }: RequirementView) => [label, required, upload])).toEqual([
    ["JAMB result or registration slip", true, false],
    ["O-Level statement of result", true, false],
    ["Birth certificate or declaration of age", true, false],
    ["Local government identification letter", false, false],
  ]);
  expect(missing).toBe(3);
});

test("each upload lowers continue, an optional one does not, and a link shows the file", async () => {
  const person = await signedInApplicant(portal);
  const { list: asked } = await list(person);
  const left: number[] = [];
  for (const { _id: requirement, label } of asked) {
    const uri = await document(person._id);
    expect((await person.post(path, { requirement, uri })).body).toEqual({
      type: "success",
      message: `${label} has been uploaded`,
    });
    left.push((await list(person)).continue);
  }
  expect(left).toEqual([2, 1, 0, 0]);
  const { list: done } = await list(person);
  expect(done.every(({ upload }: RequirementView) => upload)).toBe(true);
  expect(done[0].file.link).toMatch(new RegExp(`^/files/${done[0].file.newname}\\?until=\\d+&sign=`));
});

test("an upload may be replaced, which drops the file before it, and the audit keeps both names", async () => {
  const person = await signedInApplicant(portal);
  const requirement = (await list(person)).list[0]._id;
  const [first, second] = [await document(person._id), await document(person._id)];
  await person.post(path, { requirement, uri: first });
  await person.post(path, { requirement, uri: second });
  expect((await list(person)).list[0].file.newname).toBe(second);
  const kept = await portal.db.selectFrom("stored_file").select("newname").where("owner", "=", person._id).execute();
  expect(kept).toEqual([{ newname: second }]);
  const rows = await portal.db.selectFrom("audit").selectAll().where("actor", "=", person._id).orderBy("at").execute();
  expect(rows.map(({ deed, subject, before, after }) => [deed, subject, before, after])).toEqual([
    ["requirement.upload", `requirement:${requirement}`, null, { uri: first }],
    ["requirement.upload", `requirement:${requirement}`, { uri: first }, { uri: second }],
  ]);
});

test("twenty parallel uploads for one requirement leave one", async () => {
  const person = await signedInApplicant(portal);
  const requirement = (await list(person)).list[0]._id;
  const uris = await Promise.all(Array.from({ length: 20 }, () => document(person._id)));
  await Promise.all(uris.map((uri) => person.post(path, { requirement, uri })));
  const rows = await portal.db
    .selectFrom("requirement_upload")
    .selectAll()
    .where("applicant", "=", person._id)
    .execute();
  expect(rows).toHaveLength(1);
});

test.each([
  "http://169.254.169.254/",
  "https://example.com/slip.pdf",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "//example.com/x.png",
  "../../etc/passwd",
])("%s is refused as an upload, under its field", async (uri) => {
  const person = await signedInApplicant(portal);
  const requirement = (await list(person)).list[0]._id;
  const { status, body } = await person.post(path, { requirement, uri });
  expect(status).toBe(500);
  expect(body).toMatchObject({
    type: "error",
    code: "form-invalid",
    errors: { uri: expect.stringContaining("not one of your uploads") },
  });
  expect((await list(person)).continue).toBe(3);
});

test("another's file and an unknown one are refused in the same words", async () => {
  const [person, other] = [await signedInApplicant(portal), await signedInApplicant(portal)];
  const requirement = (await list(person)).list[0]._id;
  const foreign = await person.post(path, { requirement, uri: await document(other._id) });
  const unknown = await person.post(path, { requirement, uri: "0000.pdf" });
  expect(foreign.body).toMatchObject({ type: "error", errors: { uri: expect.any(String) } });
  expect(foreign.body).toEqual(unknown.body);
  expect((await list(person)).continue).toBe(3);
});

test("an unknown, a withdrawn and a malformed requirement answer the same 404", async () => {
  const person = await signedInApplicant(portal);
  const uri = await document(person._id);
  const withdrawn = newId();
  await portal.db
    .insertInto("admission_requirement")
    .columns(["_id", "session", "programme", "label", "status", "required"])
    .expression((from) =>
      from
        .selectFrom("session")
        .select([sql<string>`${withdrawn}::uuid`.as("_id"), "_id as session", sql<string>`${programme}::uuid`.as("p")])
        .select([sql<string>`'Old paper'`.as("label"), sql<boolean>`false`.as("s"), sql<boolean>`true`.as("r")])
        .where("admission", "=", true),
    )
    .execute();
  const replies = await Promise.all(
    [newId(), withdrawn, "undefined"].map((requirement) => person.post(path, { requirement, uri })),
  );
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
});

test("requirements of an unknown programme are 404, of one that takes no applicants a sentence", async () => {
  const person = await signedInApplicant(portal);
  expect((await person.get(`/ms_programme_admission_requirement/${newId()}`)).status).toBe(404);
  const shut = await portal.db.selectFrom("programme").select("_id").where("admits", "=", false).executeTakeFirst();
  const { status, body } = await person.get(`/ms_programme_admission_requirement/${shut?._id}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    type: "error",
    code: "programme-not-admitting",
    message: expect.stringContaining("does not take applications"),
  });
});

test("a document that is sent while the application is being submitted does not take the place of the one it relies on", async () => {
  const person = await signedInApplicant(portal);
  const [{ _id: requirement }] = (await list(person)).list;
  const [relied, other] = [await document(person._id), await document(person._id)];
  expect((await person.post(path, { requirement, uri: relied })).body.type).toBe("success");
  const submitting = (trx: typeof portal.db) =>
    trx.updateTable("requirement_upload").set({ locked: true }).where("applicant", "=", person._id).execute();
  const { body } = await whileHeld(portal, person._id, submitting, () =>
    person.post(path, { requirement, uri: other }),
  );
  expect(body).toMatchObject({
    code: "application-relies-on-it",
    message: expect.stringContaining("can not be replaced"),
  });
  expect((await list(person)).list[0].file.newname).toBe(relied);
});
