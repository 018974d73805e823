import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { newId } from "#platform/database/id.server.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { staffMember } from "../../../testing/staff.ts";
import { addVersion, decideVersion } from "./message-template.server.ts";

let portal: TestPortal;
let writer: string;
let head: string;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  writer = (await staffMember(portal))._id;
  head = (await staffMember(portal))._id;
});
afterAll(() => portal.stop());

const template = "words-for-tests";

const versionIn = (to: "In force" | "Declined") =>
  portal.db.transaction().execute(async (trx) => {
    const taken = () => new Error("One is proposed");
    const { _id } = await addVersion(trx, { template, words: null, note: "New", proposedby: writer }, taken);
    await decideVersion(trx, { _id, template }, to, { staff: head, reason: "Looked at" });
    return _id;
  });

test("what was decided about a version stands: by whom, when, why, and what became of it", async () => {
  const replaced = await versionIn("In force");
  const declined = await versionIn("Declined");
  const inForce = await versionIn("In force");
  const change = (id: string, to: string) =>
    sql`update portal.template_version set ${sql.raw(to)} where _id = ${id}`.execute(portal.db);
  for (const id of [replaced, declined, inForce])
    for (const to of [
      `"decidedAt" = "decidedAt" - interval '1 day'`,
      `decidedby = '${(await staffMember(portal))._id}'`,
      "decision = 'Otherwise'",
    ])
      await expect(change(id, to), to).rejects.toThrow(
        "what was decided about a version of a template does not change",
      );
  for (const [id, to] of [
    [replaced, "In force"],
    [replaced, "Declined"],
    [declined, "Replaced"],
    [declined, "In force"],
    [inForce, "Withdrawn"],
  ] as const)
    await expect(change(id, `state = '${to}'`), to).rejects.toThrow("a version of a template does not go from");
  await expect(change(inForce, `state = 'Proposed', decidedby = null, "decidedAt" = null`)).rejects.toThrow();
  await change(inForce, "state = 'Replaced'");
});

test("a version that waits is not replaced before it was in force", async () => {
  const proposed = newId();
  await sql`insert into portal.template_version (_id, template, number, note, proposedby)
    values (${proposed}, ${template}, 90, 'New', ${writer})`.execute(portal.db);
  await expect(
    sql`update portal.template_version set state = 'Replaced', decidedby = ${head}, "decidedAt" = now()
      where _id = ${proposed}`.execute(portal.db),
  ).rejects.toThrow("a version of a template does not go from Proposed to Replaced");
});
