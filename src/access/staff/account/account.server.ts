import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { readSetting } from "#college/setting/setting.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { enqueue } from "#platform/jobs/jobs.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { writeMail } from "#reference/message-template/message-template.server.ts";
import { mayActFor, mayTakeProof, staff } from "../../permission/permission.server.ts";
import { endStaffSessions, enrollingStaff } from "../../staff-session/staff-session.server.ts";
import { mailStaffInvitation } from "../password/password.job.server.ts";
import { ownAccount } from "../password/password.prove.server.ts";
import { dropSecondFactor } from "../second-factor/second-factor.code.server.ts";
import { secondFactorOffMail } from "../second-factor/second-factor.mail.server.ts";
import { dropSecondFactorOf, endSessionsOf, inviteStaff, readMe, readStaffAccount } from "./account.contract.ts";
import { keepAccount, reopenAccount } from "./account.open.server.ts";

/**
 * What is done to the account of somebody else, as far as the right reaches. Whoever holds rights that the asker does not
 * hold is left to administrators.
 */
function staffAccountOfOthersCalls(app: FastifyInstance): void {
  const { config, db } = app.portal;
  const changing = staff("staff.change");

  handle(app, readStaffAccount, changing, async ({ who, params }) => {
    const member = await memberInReach(db, who, params.id);
    return accountOf(db, member._id);
  });

  handle(app, endSessionsOf, changing, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const member = await memberInReach(trx, ask.who, ask.params.id);
      await mayActFor(trx, ask.who.staff, member._id);
      await endStaffSessions(trx, member._id);
      note({ deed: "staff-session.end-all", subject: `staff:${member._id}` });
      return { type: "success" as const, message: `${nameOf(member)} is signed out everywhere` };
    }),
  );

  handle(app, inviteStaff, changing, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const member = await memberInReach(trx, ask.who, ask.params.id);
      refuseOneself(ask.who, member._id, "Change your own password on the page My account");
      await mayActFor(trx, ask.who.staff, member._id);
      if (member.status !== "Active")
        throw refuse("staff-not-active", "Only somebody whose status is Active can be invited");
      await keepAccount(trx, member._id);
      await reopenAccount(trx, member._id);
      await enqueue(trx, mailStaffInvitation, { staff: member._id });
      note({ deed: "staff-account.invite", subject: `staff:${member._id}` });
      return {
        type: "success" as const,
        message: `A link to choose a password is on its way to ${member.emailaddress}`,
      };
    }),
  );

  handle(app, dropSecondFactorOf, changing, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const member = await memberInReach(trx, ask.who, ask.params.id);
      refuseOneself(ask.who, member._id, "Turn your own second factor off on the page My account");
      await mayTakeProof(trx, ask.who.staff, member._id);
      if (!(await dropSecondFactor(trx, member._id)))
        throw refuse("second-factor-off", `${nameOf(member)} has no second factor`);
      await endStaffSessions(trx, member._id);
      await writeMail(trx, secondFactorOffMail(config, member));
      note({ deed: "second-factor.drop", subject: `staff:${member._id}`, reason: ask.body.reason });
      return { type: "success" as const, message: `The second factor of ${nameOf(member)} is off` };
    }),
  );
}

/** The member of staff that the address names, if the right reaches that far; else 404. */
async function memberInReach(db: Database | Trx, { scope }: Officer, id: string) {
  const found = isId(id)
    ? await db
        .selectFrom("staff")
        .select(["_id", "firstname", "lastname", "emailaddress", "status", "department"])
        .where("_id", "=", id)
        .executeTakeFirst()
    : undefined;
  if (!found || (scope !== "all" && !scope.departments.includes(found.department))) throw notFound();
  return found;
}

const nameOf = ({ firstname, lastname }: { firstname: string; lastname: string }) => `${firstname} ${lastname}`;

function refuseOneself(who: Officer, member: string, sentence: string): void {
  if (who.staff === member) throw refuse("own-account", sentence);
}

async function accountOf(db: Database, member: string) {
  const { rows } = await sql<Account>`
    select p._id, p.status, a.password is not null as "hasPassword", a."signedInAt",
      a.secondfactor is not null as "secondFactor",
      (select max("endsAt") from portal.staff_password_link l
        where l.staff = p._id and l."usedAt" is null and l."endsAt" > now()) as "invitedUntil",
      (select count(*)::int from portal.staff_session s
        where s.staff = p._id and s."endsAt" > now() and s."seenAt" + s.idle > now()) as sessions
    from portal.staff p left join portal.staff_account a on a.staff = p._id where p._id = ${member}`.execute(db);
  const [account] = rows;
  if (!account) throw notFound();
  return account;
}

interface Account {
  readonly _id: string;
  readonly status: string;
  readonly hasPassword: boolean;
  readonly signedInAt: string | null;
  readonly secondFactor: boolean;
  readonly invitedUntil: string | null;
  readonly sessions: number;
}

export function staffAccountCalls(app: FastifyInstance): void {
  handle(app, readMe, enrollingStaff, async ({ who }) => {
    const { db } = app.portal;
    const { _id, title, firstname, lastname, emailaddress } = await ownAccount(db, who.staff);
    const { secondFactor, mustEnrol } = who;
    const secondFactorNeeded = (await readSetting(db, "secondFactor")) === "required";
    return {
      _id,
      name: [title, firstname, lastname].filter(Boolean).join(" "),
      emailaddress,
      secondFactor,
      mustEnrol,
      secondFactorNeeded,
    };
  });

  staffAccountOfOthersCalls(app);
}
