import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { ofProgrammesWithin } from "#college/programme/programme.server.ts";
import { foundChosen } from "#console/list/list.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { ChosenRows } from "#console/record/record.contract.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import { enqueueMany, type Job } from "#platform/jobs/jobs.server.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import { perform, performChecked, portalItself, type Work } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { studentsOfAccount } from "../student/student.server.ts";
import { inviteStudent } from "../student-sign-in/student-sign-in.server.ts";
import { sendInvitations, studentEntries } from "./student-invitation.contract.ts";

export const studentEntryRules: RecordRules<typeof studentEntries> = {
  of: studentEntries,
  table: "student_entry",
  within: ofProgrammesWithin,
};

/** So many letters are written in one transaction. */
const AT_ONCE = 50;

function invitationCalls(app: FastifyInstance): void {
  handle(app, sendInvitations, staff("invitations.change"), (ask) => {
    const { check, ...chosen } = ask.body;
    const by = { actor: ask.who.actor, request: ask.request.id };
    return check
      ? performChecked(app.portal.db, by, (work) => invite(work, ask.who, chosen))
      : write(app, ask, async (work) => {
          const sent = await invite(work, ask.who, chosen);
          if (sent.mails === 0) throw refuse("nobody-to-invite", `No link was sent: ${leftOut(sent).join(", ")}`);
          return sent;
        });
  });
}

interface Sent {
  readonly mails: number;
  readonly haspassword: number;
  readonly sentlately: number;
}

/** Says who is to be sent a link, one statement for all: of two officers who choose the same students one sends. */
async function invite(work: Work, who: Officer, chosen: ChosenRows) {
  const { trx, note } = work;
  const ids = await foundChosen(trx, studentEntryRules, who, chosen);
  const { rows } = await sql<{ student: string }>`
    insert into portal.student_invitation as known (student, invitedby)
    select e._id, ${who.staff} from portal.student_entry e
    where e._id = any(${ids}::uuid[]) and e.state <> 'Has a password' order by e._id
    on conflict (student) do update set invitedby = excluded.invitedby, "invitedAt" = now(), "mailedAt" = null,
      times = known.times + 1 where known."invitedAt" < now() - interval '1 day'
    returning student`.execute(trx);
  const { rows: open } = await sql<{ count: number }>`select count(*)::int as count from portal.student_entry e
    where e._id = any(${ids}::uuid[]) and e.state <> 'Has a password'`.execute(trx);
  const students = rows.map(({ student }) => student);
  const lots = Array.from({ length: Math.ceil(students.length / AT_ONCE) }, (_, nth) =>
    students.slice(nth * AT_ONCE, (nth + 1) * AT_ONCE),
  );
  await enqueueMany(
    trx,
    mailInvitations,
    lots.map((lot) => ({ payload: { students: lot }, key: `invite ${lot[0]}` })),
  );
  const without = open[0]?.count ?? 0;
  const sent = {
    mails: students.length,
    haspassword: ids.length - without,
    sentlately: without - students.length,
  };
  note({ deed: "student_invitation.send", subject: "student_invitation:many", after: { ...sent, students } });
  const others = leftOut(sent);
  const message = `${asCount(sent.mails, "link is", "links are")} on the way${others.length > 0 ? `. ${others.join(", ")}` : ""}`;
  return { type: "success" as const, message, ...sent };
}

const leftOut = ({ haspassword, sentlately }: Sent): string[] => [
  ...(haspassword > 0 ? [`${asCount(haspassword, "student has", "students have")} a password already`] : []),
  ...(sentlately > 0 ? [`${asCount(sentlately, "student was", "students were")} sent a link within the last day`] : []),
];

/** Writes the letters of some students; who chose a password meanwhile gets one without a link. */
const mailInvitations: Job<{ students: readonly string[] }> = {
  name: "mail-invitations",
  attempts: 10,
  run: (app, { students }) =>
    perform(app.portal.db, portalItself, async (work) => {
      // A second run of the same job finds those letters written.
      const { rows } = await sql<{ applicant: string }>`
        update portal.student_invitation i set "mailedAt" = now() from portal.student_entry e
        where i.student = any(${[...students]}::uuid[]) and i."mailedAt" is null and e._id = i.student
        returning e.applicant`.execute(work.trx);
      for (const { applicant } of rows) await inviteStudent(app, work, applicant);
      work.note({
        deed: "student_invitation.mail",
        subject: "student_invitation:many",
        after: { mails: rows.length },
      });
    }),
};

const ownInvitations: OwnRows = {
  name: "student-invitations",
  tables: ["student_invitation"],
  rows: (owner) =>
    sql`select to_jsonb(i) - 'invitedby' as row from portal.student_invitation i
      where i.student in (${studentsOfAccount(owner)})`,
};

const impossibleInvitations: readonly Impossible[] = [
  {
    name: "invitation-stands-still",
    sentence: "A link that a student is to be sent is on its way within two hours",
    rows: sql`select 'student:' || student as subject from portal.student_invitation
      where "mailedAt" is null and "invitedAt" < now() - interval '2 hours'`,
  },
];

export const studentInvitationNoun: Noun = {
  name: "student-invitation",
  calls: invitationCalls,
  listings: [studentEntryRules],
  jobs: [mailInvitations],
  ownRows: [ownInvitations],
  // Who was written to stays what it was.
  merges: [{ tables: ["student_invitation"] }],
  impossible: impossibleInvitations,
};
