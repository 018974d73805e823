import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { manyApplications } from "../../../testing/many-applications.ts";
import { notice } from "../../../testing/notice.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { withoutConstraint } from "../../../testing/without-guard.ts";
import { AT_ONCE, deliverNotification } from "./notification.job.server.ts";

const PEOPLE = AT_ONCE + 30;

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"), { SMTP_URL: "smtp://127.0.0.1:1" });
  await manyApplications(portal.app.portal.pool, { count: PEOPLE });
}, 60_000);
afterAll(() => portal.stop());

/** Two workers take up the same notification at the same moment, as after a crash; then it goes on as jobs do. */
async function deliverTwice(): Promise<string> {
  const id = await notice(portal, { channel: "Portal and e-mail" });
  // One that waits too long for the other gives up, as a job does that is tried again.
  await Promise.allSettled([1, 2].map(() => deliverNotification.run(portal.app, { notification: id })));
  for (let tries = 0; tries < 200; tries += 1) {
    const { state } = await portal.db
      .selectFrom("notification")
      .select("state")
      .where("_id", "=", id)
      .executeTakeFirstOrThrow();
    if (state === "Sent") break;
    await new Promise((again) => setTimeout(again, 50));
  }
  return id;
}

/** Rows of recipients, and mails that were written. */
async function given(id: string) {
  const rows = await portal.db
    .selectFrom("notification_recipient")
    .select(["applicant", "mail"])
    .where("notification", "=", id)
    .execute();
  return [
    rows.length,
    new Set(rows.map(({ applicant }) => applicant)).size,
    new Set(rows.map(({ mail }) => mail)).size,
  ];
}

test("people get it once, however many workers bring it, and all of them get it", async () => {
  const id = await deliverTwice();
  expect(await given(id)).toEqual([PEOPLE, PEOPLE, PEOPLE]);
  const { rows } = await portal.app.portal.pool.query(
    "select recipient from portal.outgoing_mail group by recipient having count(*) > 1",
  );
  expect(rows).toEqual([]);
  const told = portal.db.selectFrom("notification").select("people").where("_id", "=", id);
  expect((await told.executeTakeFirstOrThrow()).people).toBe(PEOPLE);
}, 30_000);

test("a portal that dies in the middle goes on where it was", async () => {
  const id = await notice(portal, { channel: "Portal" });
  await portal.db.updateTable("notification").set({ state: "Sending", reached: null }).where("_id", "=", id).execute();
  const { rows } =
    await portal.app.portal.pool.query(`insert into portal.notification_recipient (notification, applicant)
    select '${id}', applicant from portal.application order by applicant limit 200 returning applicant`);
  expect(rows).toHaveLength(200);
  await deliverNotification.run(portal.app, { notification: id });
  await deliverNotification.run(portal.app, { notification: id });
  expect((await given(id)).slice(0, 2)).toEqual([PEOPLE, PEOPLE]);
});

test("without the rule that a person gets it once, two workers send it twice", async () => {
  await withoutConstraint(portal, "notification_recipient", "notification_recipient_once");
  let most = 0;
  for (let tries = 0; tries < 3 && most <= PEOPLE; tries += 1) {
    const [rows = 0, people] = await given(await deliverTwice());
    expect(people).toBe(PEOPLE);
    most = Math.max(most, rows);
  }
  expect(most).toBeGreaterThan(PEOPLE);
}, 60_000);
