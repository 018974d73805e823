import { sql } from "kysely";
import { afterEach, expect, inject, test } from "vitest";
import { approval, awarding, leaver, proposed } from "../../../testing/graduands.ts";
import { whileTableHeld } from "../../../testing/held-table.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { staffMember } from "../../../testing/staff.ts";
import { withoutRowLock } from "../../../testing/without-guard.ts";

const started: TestPortal[] = [];
afterEach(async () => {
  for (const portal of started.splice(0)) await portal.stop();
});

const path = "/staff/ms_graduation";

async function desk() {
  const portal = await startPortal(inject("place"));
  started.push(portal);
  const office = await awarding(portal);
  const me = await leaver(portal);
  return { portal, office, me };
}

test("of two lists at once one has the student, and without the constraint both would", async () => {
  const { portal, office } = await desk();
  const other = await staffMember(portal, { pages: ["graduations", "graduations.change"] });
  const both = async () => {
    const answers = await whileTableHeld(portal, "graduation", 2, () =>
      Promise.all([office.registrar, other].map((who) => who.post(path, { session: office.session }))),
    );
    return answers.map(({ body }) => body.type).sort();
  };
  expect(await both()).toEqual(["error", "success"]);
  await sql`update portal.graduand set state = 'Dropped'`.execute(portal.db);
  await sql`drop index portal.graduand_once`.execute(portal.db);
  expect(await both()).toEqual(["success", "success"]);
});

test("of two approvals at once one is done and the student gets one letter; without the locks both would be", async () => {
  const { portal, office, me } = await desk();
  const second = await staffMember(portal, { pages: ["graduations", "graduations.approve"] });
  const list = await proposed(office);
  const both = async () => {
    const answers = await whileTableHeld(portal, "outgoing_mail", 2, () =>
      Promise.all([office.provost, second].map((who) => who.post(`${path}/${list}/approve`, approval()))),
    );
    return answers.map(({ status }) => status).sort();
  };
  const letters = () =>
    portal.db.selectFrom("outgoing_mail").select("_id").where("recipient", "=", me.emailaddress).execute();
  expect(await both()).toEqual([200, 409]);
  expect(await letters()).toHaveLength(1);
  await sql`update portal.student set status = 'Active'`.execute(portal.db);
  await sql`alter table portal.graduand disable trigger graduand_guard`.execute(portal.db);
  await sql`update portal.graduand set state = 'Listed', "conferredAt" = null, "undoneAt" = null`.execute(portal.db);
  await sql`update portal.graduation set state = 'Proposed', decidedby = null, "decidedAt" = null, minute = null, heldon = null, version = 1`.execute(
    portal.db,
  );
  for (const table of ["student", "graduation"]) await withoutRowLock(portal, table);
  expect(await both()).toEqual([200, 200]);
});
