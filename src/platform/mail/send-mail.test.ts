import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { freePort } from "../../../testing/free-port.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { startPostOffice } from "../../../testing/smtp.ts";
import { perform, portalItself } from "../perform.server.ts";
import { postAgain, postMail } from "./mail.server.ts";
import { sendMailJob } from "./send-mail.job.server.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"), { SMTP_URL: `smtp://127.0.0.1:${await freePort()}` });
});
afterAll(() => portal.stop());

/** A mail that nobody is sending yet; answers its `_id`. */
async function written(attempts: number): Promise<string> {
  const { db } = portal;
  await perform(db, portalItself, async ({ trx, note }) => {
    await postMail(trx, { recipient: "aisha@example.com", subject: "Poison", text: "Dear Aisha" });
    note({ deed: "mail.test", subject: "mails" });
  });
  await portal.app.portal.pool.query("delete from graphile_worker._private_jobs");
  const { _id } = await db.selectFrom("outgoing_mail").select("_id").orderBy("_id", "desc").executeTakeFirstOrThrow();
  await db.updateTable("outgoing_mail").set({ attempts }).where("_id", "=", _id).execute();
  return _id;
}

const stateOf = (_id: string) =>
  portal.db
    .selectFrom("outgoing_mail")
    .select(["state", "attempts", "trouble", "body"])
    .where("_id", "=", _id)
    .executeTakeFirstOrThrow();

test("a mail that nobody takes is tried again, and parked with its reason after twelve tries", async () => {
  const mail = await written(10);
  await expect(sendMailJob.run(portal.app, { mail })).rejects.toThrow();
  expect(await stateOf(mail)).toMatchObject({
    state: "waiting",
    attempts: 11,
    trouble: expect.stringContaining("ECONNREFUSED"),
  });
  await expect(sendMailJob.run(portal.app, { mail })).rejects.toThrow();
  expect(await stateOf(mail)).toMatchObject({ state: "failed", attempts: 12, body: "Dear Aisha" });
});

test("a parked mail that is sent again goes out once, however often its job runs", async () => {
  const mail = await written(12);
  await portal.db.updateTable("outgoing_mail").set({ state: "failed" }).where("_id", "=", mail).execute();
  const post = await startPostOffice();
  const { config } = portal.app.portal;
  const mended = { ...portal.app, portal: { ...portal.app.portal, config: { ...config, smtpUrl: post.url } } } as never;
  expect(await portal.db.transaction().execute((trx) => postAgain(trx, mail))).toBe("failed");
  await portal.app.portal.pool.query("delete from graphile_worker._private_jobs");
  for (let run = 0; run < 3; run += 1) await sendMailJob.run(mended, { mail });
  expect(await stateOf(mail)).toMatchObject({ state: "sent", body: null, trouble: null });
  expect(await post.letters("aisha@example.com", 1)).toHaveLength(1);
  expect(await portal.db.transaction().execute((trx) => postAgain(trx, mail))).toBe("sent");
  await post.stop();
});
