import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { freePort } from "../../../testing/free-port.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { startPostOffice } from "../../../testing/smtp.ts";
import { newId } from "../database/id.server.ts";
import { postAgain, postMail, postMails } from "./mail.server.ts";
import { sendMailJob } from "./send-mail.job.server.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"), { SMTP_URL: `smtp://127.0.0.1:${await freePort()}` });
});
afterAll(() => portal.stop());

/** A mail that nobody is sending yet; answers its `_id`. */
async function written(state: string, attempts: number): Promise<string> {
  const _id = newId();
  const letter = { recipient: "aisha@example.com", subject: "Poison", body: "Dear Aisha" };
  await portal.db
    .insertInto("outgoing_mail")
    .values({ _id, ...letter, state, attempts })
    .execute();
  return _id;
}

/** As the office does it, but for the job: the test itself is the worker. */
const again = (mail: string) =>
  portal.db.transaction().execute(async (trx) => {
    const before = await postAgain(trx, mail);
    await sql`delete from graphile_worker._private_jobs`.execute(trx);
    return before;
  });

const stateOf = (_id: string) =>
  portal.db
    .selectFrom("outgoing_mail")
    .select(["state", "attempts", "trouble", "body"])
    .where("_id", "=", _id)
    .executeTakeFirstOrThrow();

test("a mail that nobody takes is tried again, and parked with its reason after twelve tries", async () => {
  const mail = await written("waiting", 10);
  await expect(sendMailJob.run(portal.app, { mail })).rejects.toThrow();
  expect(await stateOf(mail)).toMatchObject({
    state: "waiting",
    attempts: 11,
    trouble: expect.stringContaining("ECONNREFUSED"),
  });
  await expect(sendMailJob.run(portal.app, { mail })).rejects.toThrow();
  expect(await stateOf(mail)).toMatchObject({ state: "failed", attempts: 12, body: "Dear Aisha" });
});

test("a subject is one line, whatever it is made of", async () => {
  const letter = {
    recipient: "one.line@example.com",
    subject: "Your offer\r\nBcc:\tall@example.com",
    text: "Dear Aisha",
  };
  await portal.db.transaction().execute(async (trx) => {
    await postMail(trx, letter);
    await postMails(trx, [{ _id: newId(), ...letter }]);
    await sql`delete from graphile_worker._private_jobs`.execute(trx);
  });
  const posted = portal.db.selectFrom("outgoing_mail").select("subject").where("recipient", "=", letter.recipient);
  const subject = "Your offer Bcc: all@example.com";
  expect(await posted.execute()).toEqual([{ subject }, { subject }]);
});

test("a hundred mails at once do not look through the jobs for each", async () => {
  const mails = Array.from({ length: 100 }, (_, nth) => ({
    ...{ _id: newId(), recipient: `many.${nth}@example.com`, subject: "Your bill", text: "Dear Aisha" },
  }));
  await portal.db.transaction().execute(async (trx) => {
    await postMails(trx, mails);
    const { rows } = await sql<{ scans: number; jobs: number }>`select seq_scan::int as scans,
        (select count(*)::int from graphile_worker.jobs where task_identifier = 'send-mail') as jobs
      from pg_stat_xact_user_tables where schemaname = 'graphile_worker' and relname = '_private_jobs'`.execute(trx);
    expect(rows).toEqual([{ scans: expect.any(Number), jobs: 100 }]);
    expect(rows[0]?.scans).toBeLessThan(20);
    await sql`delete from graphile_worker._private_jobs`.execute(trx);
  });
});

test("a parked mail that is sent again goes out once, however often its job runs", async () => {
  const mail = await written("failed", 12);
  const post = await startPostOffice();
  const { config } = portal.app.portal;
  const mended = { ...portal.app, portal: { ...portal.app.portal, config: { ...config, smtpUrl: post.url } } } as never;
  expect(await again(mail)).toBe("failed");
  for (let run = 0; run < 3; run += 1) await sendMailJob.run(mended, { mail });
  expect(await stateOf(mail)).toMatchObject({ state: "sent", body: null, trouble: null });
  expect(await post.letters("aisha@example.com", 1)).toHaveLength(1);
  expect(await again(mail)).toBe("sent");
  await post.stop();
});
