import { sql } from "kysely";
import type { Job } from "../jobs.server.ts";
import { asHtml } from "./letter.server.ts";
import { openPost } from "./post.server.ts";

/** Hands one mail to the post. Tried for about six hours, ever more slowly; the text is dropped once it is sent. */
export const sendMailJob: Job<{ mail: string }> = {
  name: "send-mail",
  attempts: 12,
  async run(app, { mail }) {
    const { db, config } = app.portal;
    const letter = await db.selectFrom("outgoing_mail").selectAll().where("_id", "=", mail).executeTakeFirst();
    if (!letter || letter.body === null || letter.state === "sent") return;
    try {
      await openPost(config).sendMail({
        from: config.mailFrom,
        to: letter.recipient,
        subject: letter.subject,
        text: letter.body,
        html: asHtml(letter.body),
        messageId: `<${letter._id}@${new URL(config.publicUrl).hostname}>`,
      });
    } catch (error) {
      const trouble = error instanceof Error ? error.message.slice(0, 500) : "unknown";
      await db
        .updateTable("outgoing_mail")
        .set({
          trouble,
          attempts: sql`attempts + 1`,
          state: sql`case when attempts >= 11 then 'failed' else state end`,
        })
        .where("_id", "=", mail)
        .execute();
      throw error;
    }
    await db
      .updateTable("outgoing_mail")
      .set({ state: "sent", body: null, trouble: null, sentAt: sql`now()`, attempts: sql`attempts + 1` })
      .where("_id", "=", mail)
      .execute();
  },
};
