import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Noun } from "#console/noun/noun.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { type PlainMail, postMail } from "#platform/mail/mail.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { type Mail, wordedMail } from "#reference/message-template/message-template.server.ts";
import { readGrants } from "../permission/permission.server.ts";
import { signedInStaff } from "../staff-session/staff-session.server.ts";
import { chooseStaffMail, readStaffMails } from "./staff-mail.contract.ts";
import { sendStaffDigests } from "./staff-mail.job.server.ts";
import { type MailWay, type StaffMailKind, staffMailKinds, staffMailNames, wayWords } from "./staff-mail.rules.ts";

/**
 * Posts a mail to a member of staff as that person has chosen for its kind: at once, with the mail of the day, or not. Whoever
 * has chosen nothing gets it at once. Mails about the own account and its safety never go this way: nobody turns those off.
 */
export async function postStaffMail(trx: Trx, kind: StaffMailKind, mail: PlainMail): Promise<void> {
  const { rows } = await sql<{ staff: string; way: MailWay }>`select c.staff, c.way from portal.staff_mail_choice c
    join portal.staff s on s._id = c.staff where lower(s.emailaddress) = lower(${mail.recipient}) and c.kind = ${kind}`.execute(
    trx,
  );
  const [chosen] = rows;
  if (!chosen || chosen.way === "At once") return postMail(trx, mail);
  if (chosen.way === "Never") return;
  const { subject, text } = mail;
  await trx.insertInto("staff_digest_line").values({ _id: newId(), staff: chosen.staff, subject, text }).execute();
}

/** The same of a mail that the college words. */
export const writeStaffMail = async (trx: Trx, kind: StaffMailKind, mail: Mail): Promise<void> =>
  postStaffMail(trx, kind, await wordedMail(trx, mail));

export function staffMailCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, readStaffMails, signedInStaff, ({ who }) => choicesOf(db, who.staff));

  handle(app, chooseStaffMail, signedInStaff, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const { kind, way } = ask.body;
      const { staff } = ask.who;
      await trx
        .insertInto("staff_mail_choice")
        .values({ staff, kind, way })
        .onConflict((same) => same.columns(["staff", "kind"]).doUpdateSet({ way, updatedAt: sql`now()` }))
        .execute();
      note({ deed: "staff-mail.choose", subject: `staff:${staff}`, after: { kind, way } });
      return { type: "success" as const, message: `${staffMailKinds[kind].what}: ${wayWords[way].toLowerCase()}` };
    }),
  );
}

/** Only what somebody could get by the rights of today. */
async function choicesOf(db: Database, staff: string) {
  const [held, chosen] = await Promise.all([
    readGrants(db, sql`g.staff = ${staff}`),
    db.selectFrom("staff_mail_choice").select(["kind", "way"]).where("staff", "=", staff).execute(),
  ]);
  const rights = new Set(held.map(({ key }) => key));
  const ways = new Map(chosen.map(({ kind, way }) => [kind, way as MailWay]));
  return staffMailNames
    .filter((kind) => rights.has(staffMailKinds[kind].right))
    .map((kind) => ({ kind, what: staffMailKinds[kind].what, way: ways.get(kind) ?? ("At once" as const) }));
}

export const staffMailNoun: Noun = {
  name: "staff-mail",
  calls: staffMailCalls,
  rounds: [sendStaffDigests],
};
