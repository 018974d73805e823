import type { ClearanceState } from "../src/registry/clearance/clearance.rules.ts";
import { manyApplications } from "./many-applications.ts";
import type { TestPortal } from "./portal.ts";
import { ownOrigin, type StaffMember, staffMember } from "./staff.ts";
import { smallPdf } from "./upload.ts";
import { insist } from "./visitor.ts";

/**
 * So many people who have accepted a place, straight into the database, each with the clearance that the list asks. Their
 * payments are not there. Answers the `_id`s of their applications.
 */
export async function acceptedPeople(
  { app }: Pick<TestPortal, "app">,
  wanted: { readonly count: number; readonly programme?: string },
): Promise<string[]> {
  const { pool } = app.portal;
  const made = await manyApplications(pool, wanted);
  const client = await pool.connect();
  try {
    await client.query("begin; set local session_replication_role = replica; set local statement_timeout = 0");
    await client.query(
      `insert into portal.offer (application, applicant, programme, session, kind, terms, due, code, name, jamb, accepted)
      select _id, applicant, programme, session, 1, '{}', now() + interval '14 days', code, name, jamb, true
      from portal.review where _id = any($1)`,
      [made],
    );
    await client.query("update portal.review set state = 'Accepted' where _id = any($1)", [made]);
    await client.query(
      `insert into portal.acceptance (application, applicant, programme, session, payment, paidon)
      select application, applicant, programme, session, gen_random_uuid(), now() from portal.offer where application = any($1)`,
      [made],
    );
    await client.query(
      `insert into portal.clearance_file (application, applicant, programme, session, "createdAt")
      select application, applicant, programme, session, "createdAt" from portal.acceptance where application = any($1)`,
      [made],
    );
    await client.query("set local session_replication_role = origin");
    await client.query("select portal.fit_clearance(null, null)");
    await client.query("commit");
  } catch (fault) {
    await client.query("rollback");
    throw fault;
  } finally {
    client.release();
  }
  return made;
}

/** The `_id` of the line of somebody's clearance by the label of its item, and where it stands. */
export async function clearanceLine({ db }: TestPortal, application: string, label: string) {
  return db
    .selectFrom("clearance")
    .innerJoin("clearance_item", "clearance_item._id", "clearance.item")
    .select(["clearance._id", "clearance.state", "clearance.reason", "clearance.note", "clearance.decidedby"])
    .where("clearance.application", "=", application)
    .where("clearance_item.label", "=", label)
    .executeTakeFirstOrThrow();
}

/** Sends a scan that a tick stands on, or another finding of the office; answers its stored name. */
export async function sendScan(
  portal: TestPortal,
  who: StaffMember,
  path = "/staff/ms_clearance/proof",
): Promise<string> {
  const reply = await insist(async () => {
    const form = new FormData();
    form.append("document", new Blob([new Uint8Array(smallPdf())]), "form.pdf");
    const headers = { cookie: who.cookie, origin: ownOrigin(portal) };
    return fetch(`${portal.url}/api${path}`, { method: "POST", headers, body: form });
  });
  const { photo } = (await reply.json()) as { photo: { newname: string } };
  return photo.newname;
}

/** A step of some lines, as the desk sends it. */
export const stepOf = (ids: readonly string[], to: ClearanceState, more: Record<string, unknown> = {}) => ({
  to,
  standing: "Open",
  ids,
  count: ids.length,
  ...more,
});

/** The same, cleared by every office. */
export async function clearedPeople(
  portal: TestPortal,
  wanted: { readonly count: number; readonly programme?: string },
): Promise<string[]> {
  const made = await acceptedPeople(portal, wanted);
  const { _id: staff } = await staffMember(portal, {});
  await portal.app.portal.pool.query(
    `update portal.clearance set state = 'Waived', reason = 'For a test', decidedby = $2, "decidedAt" = now()
    where application = any($1)`,
    [made, staff],
  );
  return made;
}
