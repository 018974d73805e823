import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Noun } from "#console/noun/noun.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { type PlainMail, postMail } from "#platform/mail/mail.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { mailTemplate, signed, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail, wordedMail } from "#reference/message-template/message-template.server.ts";
import { holdersOf, pageNamed, readGrants } from "../permission/permission.server.ts";
import { signedInStaff } from "../staff-session/staff-session.server.ts";
import { chooseStaffMail, readStaffMails } from "./staff-mail.contract.ts";
import { mailsOfTheDay, sendStaffDigests } from "./staff-mail.job.server.ts";
import {
  type MailWay,
  mayGetMail,
  type StaffMailKind,
  staffMailKinds,
  staffMailNames,
  usualWay,
  wayWords,
} from "./staff-mail.rules.ts";

/**
 * Posts a mail to a member of staff as that person has chosen for its kind: at once, with the mail of the day, or not. Whoever
 * has chosen nothing gets it as is usual for its kind. Mails about the own account and its safety never go this way: nobody turns those off.
 */
export async function postStaffMail(trx: Trx, kind: StaffMailKind, mail: PlainMail): Promise<void> {
  const { rows } = await sql<{ staff: string; way: MailWay }>`select c.staff, c.way from portal.staff_mail_choice c
    join portal.staff s on s._id = c.staff where lower(s.emailaddress) = lower(${mail.recipient}) and c.kind = ${kind}`.execute(
    trx,
  );
  const [chosen] = rows;
  const way = chosen?.way ?? usualWay(kind);
  if (way === "Never") return;
  if (!chosen || way === "At once") return postMail(trx, mail);
  const { subject, text } = mail;
  await trx.insertInto("staff_digest_line").values({ _id: newId(), staff: chosen.staff, subject, text }).execute();
}

/** The same of a mail that the college words. */
export const writeStaffMail = async (trx: Trx, kind: StaffMailKind, mail: Mail): Promise<void> =>
  postStaffMail(trx, kind, await wordedMail(trx, mail));

/** Something that one has proposed and another decides. */
interface WaitingProposal {
  /** The right to approve it. */
  readonly approval: string;
  /** Who has proposed it. */
  readonly proposer: string;
}

/**
 * Tells who may approve what was just proposed, if they have chosen to read of it. Who it concerns is not said: one of them
 * may be the approver.
 */
export async function tellApprovers(
  trx: Trx,
  { publicUrl }: Config,
  { approval, proposer }: WaitingProposal,
): Promise<void> {
  const { rows: wanting } = await sql<{ staff: string }>`select staff from portal.staff_mail_choice
    where kind = 'proposal-waits' and way <> 'Never' and staff <> ${proposer}`.execute(trx);
  if (wanting.length === 0) return;
  const wants = new Set(wanting.map(({ staff }) => staff));
  const approvers = (await holdersOf(trx, approval)).filter(({ _id }) => wants.has(_id));
  if (approvers.length === 0) return;
  const what = await pageNamed(trx, approval);
  for (const { firstname, emailaddress } of approvers) {
    const said = { firstname, what, link: `${publicUrl}/staff/dashboard` };
    await writeStaffMail(trx, "proposal-waits", fromTemplate(proposalWaits, emailaddress, said));
  }
}

const proposalWaits = mailTemplate({
  key: "proposal-waits",
  name: "Something waits for an approval",
  when: "A colleague proposes what this person may approve, and the person has chosen to read of it",
  reader: "staff",
  values: {
    ...usual("firstname", "link"),
    what: value("the right to approve it, as the menu calls it", "Approve withdrawals"),
  },
  must: ["link"],
  subject: "{portal}: something waits for your approval",
  text: `Dear {firstname},

A colleague has proposed something that you may approve: {what}.

Your dashboard leads to it:
{link}

${signed.portal}`,
});

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
  // A letter goes to whoever holds the right for the whole college.
  const rights = held.filter(({ scope }) => scope === "all").flatMap(({ key }) => key ?? []);
  const ways = new Map(chosen.map(({ kind, way }) => [kind, way as MailWay]));
  return staffMailNames
    .filter((kind) => mayGetMail(kind, rights))
    .map((kind) => ({ kind, what: staffMailKinds[kind].what, way: ways.get(kind) ?? usualWay(kind) }));
}

export const staffMailNoun: Noun = {
  name: "staff-mail",
  templates: [proposalWaits, mailsOfTheDay],
  calls: staffMailCalls,
  rounds: [sendStaffDigests],
};
