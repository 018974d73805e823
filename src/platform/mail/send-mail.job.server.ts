import { sql } from "kysely";
import { escaped } from "#kit/wire/plain-page.server.ts";
import type { Job } from "../jobs/jobs.server.ts";
import { openPost } from "./post.server.ts";

/** The same letter for mail programs that show HTML: paragraphs, codes and links, nothing fetched from anywhere. */
function asHtml(text: string): string {
  const paragraphs = text
    .split(/\n{2,}/)
    .map((paragraph) => `<p${standsAlone(paragraph)}>${linked(escaped(paragraph)).replaceAll("\n", "<br>")}</p>`);
  return `<!doctype html><html lang="en-NG"><body style="font-family:sans-serif;font-size:16px;line-height:1.5;max-width:36em">
${paragraphs.join("\n")}
</body></html>`;
}

const linked = (html: string) => html.replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);

/** A code on a line of its own is what the reader looks for. */
const standsAlone = (paragraph: string) =>
  /^[0-9A-Z-]+$/.test(paragraph) ? ` style="font-size:28px;font-weight:bold;letter-spacing:2px"` : "";

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
      await db
        .deleteFrom("outgoing_mail")
        .where("_id", "=", mail)
        .where("forgets", "=", true)
        .where("state", "=", "failed")
        .execute();
      throw error;
    }
    if (letter.forgets) {
      await db.deleteFrom("outgoing_mail").where("_id", "=", mail).execute();
      return;
    }
    await db
      .updateTable("outgoing_mail")
      .set({ state: "sent", body: null, trouble: null, sentAt: sql`now()`, attempts: sql`attempts + 1` })
      .where("_id", "=", mail)
      .execute();
  },
};
