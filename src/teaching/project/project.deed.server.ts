import { sql } from "kysely";
import { isOwn, isOwnAddress } from "#access/own-file/own-file.server.ts";
import { membersOfStaff } from "#access/staff/staff.server.ts";
import { writeStaffMail } from "#access/staff-mail/staff-mail.server.ts";
import { usualRunningSession } from "#calendar/session/session.server.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import { lockedChosen } from "#console/list/list.server.ts";
import type { ChosenRows } from "#console/record/record.contract.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { notFound, refuse, refuseFields, stale } from "#kit/wire/refusal.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import { dropReplacedFile, ownFile } from "#platform/files/stored-file.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { everyStudent, lockStudent, ofStudentsWithin } from "#registry/student/student.server.ts";
import { keepStep, lockedProjects } from "./project.decide.server.ts";
import { superviseMail, titleProposedMail } from "./project.mail.server.ts";
import { projectRules, whyNoProject } from "./project.read.server.ts";
import { mayProjectGo, projectWords } from "./project.rules.ts";

async function runningSession(trx: Trx): Promise<string> {
  const { session } = await usualRunningSession(trx);
  if (session === undefined) throw refuse("no-session-runs", "No session runs now. Run one under Sessions first");
  return session;
}

/** A line for everybody who owes a project and has none: whoever is Active at the level of the college, or above it. */
export async function openAll({ trx, note }: Work, { scope, staff }: Officer) {
  const session = await runningSession(trx);
  const least = await readSetting(trx, "projectLevel");
  const reach = scope === "all" ? sql`true` : ofStudentsWithin(sql.ref("due._id"), scope);
  const { rows } = await sql<{ _id: string }>`
    insert into portal.project (_id, student, name, matric, session)
    select gen_random_uuid(), due._id, due.name, due.matric, ${session} from ${everyStudent()} due
    where due.status = 'Active' and due.level >= ${least} and ${reach} on conflict on constraint project_once do nothing
    returning _id`.execute(trx);
  note({ deed: "project.open", subject: "project:many", after: { count: rows.length, staff } });
  const message =
    rows.length === 0
      ? `Every student from ${least} level on has a line already`
      : `${asCount(rows.length, "student")} from ${least} level on ${rows.length === 1 ? "has" : "have"} a line now`;
  return { type: "success" as const, message, count: rows.length };
}

/** Gives the chosen projects a supervisor, who is told. Refuses who has left, and whoever would supervise the own record. */
export async function superviseProjects(
  { trx, note }: Work,
  config: Config,
  who: Officer,
  { supervisor, ...chosen }: ChosenRows & { readonly supervisor: string },
) {
  const member = isId(supervisor) ? (await membersOfStaff(trx, [supervisor])).get(supervisor) : undefined;
  if (!member) throw refuseFields("choice-not-found", { supervisor: "Choose a supervisor from the list" });
  if (!member.isactive)
    throw refuseFields("staff-has-left", { supervisor: `${member.name} has left the college. Choose somebody else` });
  const ids = await lockedChosen(trx, projectRules, who, chosen);
  const { rows: own } = await sql<{ name: string }>`select concerned.name from portal.project p
    join ${everyStudent()} concerned on concerned._id = p.student where p._id = any(${ids}::uuid[])
      and (${isOwn(sql.ref("concerned.applicant"), supervisor)} or ${isOwnAddress(sql.ref("concerned.emailaddress"), supervisor)})
    limit 1`.execute(trx);
  if (own[0])
    throw refuseFields("own-file", {
      supervisor: `${own[0].name} and ${member.name} are one person, and nobody supervises oneself. Leave that student out, or choose somebody else`,
    });
  const { rows } = await sql<{ _id: string; had: string | null }>`
    update portal.project p set supervisor = ${supervisor}, version = version + 1, "updatedAt" = now()
    where _id = any(${ids}::uuid[]) and state not in ('Deposited', 'Checked')
    returning _id, (select before.supervisor from portal.project before where before._id = p._id) as had`.execute(trx);
  for (const { _id } of rows) note({ deed: "project.supervise", subject: `project:${_id}`, after: { supervisor } });
  if (rows.length === 0)
    throw refuse(
      "state-has-moved",
      "The deposits of these are checked, or wait for it, so nothing was changed. Check or return a deposit first",
    );
  const more = rows.filter(({ had }) => had !== supervisor).length;
  if (more > 0)
    await writeStaffMail(
      trx,
      "project-given",
      superviseMail(config, member.emailaddress, {
        projects: asCount(more, "project"),
        more: asCount(more, "more project", "more projects"),
      }),
    );
  const left = ids.length - rows.length;
  const others =
    left === 0
      ? ""
      : `. ${asCount(left, "deposit")} of these ${left === 1 ? "waits" : "wait"} to be checked or ${left === 1 ? "is" : "are"} checked, and stay as they are`;
  return {
    type: "success" as const,
    message: `${member.name} supervises ${asCount(rows.length, "project")} of these now${others}`,
    count: rows.length,
  };
}

/**
 * A student's title; one that was not decided yet takes the place of the one before, of which the supervisor has been told: whoever
 * opens it reads the newest.
 */
export async function propose({ trx, note }: Work, config: Config, student: string, title: string) {
  const of = await lockStudent(trx, student);
  if (!of) throw notFound();
  const why = await whyNoProject(trx, student);
  if (why) throw refuse("project-not-open", why);
  let [kept] = (await lockedProjects(trx, sql`p.student = ${student}`)).rows;
  if (!kept) {
    await sql`insert into portal.project (_id, student, name, matric, session)
      values (${newId()}, ${student}, ${of.name}, ${of.matric}, ${await runningSession(trx)})`.execute(trx);
    [kept] = (await lockedProjects(trx, sql`p.student = ${student}`)).rows;
  }
  if (!kept) throw notFound();
  if (!mayProjectGo(kept.state, "Proposed"))
    throw stale(
      "state-has-moved",
      `Your project stands at ${projectWords[kept.state]}, so its title is settled. Ask your supervisor`,
    );
  if (kept.state === "Proposed" && kept.title === title)
    throw refuse("already-so", "This title waits for your supervisor already, so nothing was changed");
  await sql`update portal.project set state = 'Proposed', title = ${title}, reason = null, "proposedAt" = now(), version = version + 1,
    "updatedAt" = now() where _id = ${kept._id}`.execute(trx);
  await keepStep(trx, kept._id, { state: "Proposed", title });
  note({ deed: "project.propose", subject: `project:${kept._id}`, before: { title: kept.title }, after: { title } });
  const member = kept.supervisor ? (await membersOfStaff(trx, [kept.supervisor])).get(kept.supervisor) : undefined;
  if (member?.isactive && kept.state !== "Proposed")
    await writeStaffMail(
      trx,
      "project-title",
      titleProposedMail(config, member.emailaddress, { project: kept._id, name: of.name, title }),
    );
  return {
    type: "success" as const,
    message: member
      ? `Your title is with ${member.name}, who accepts or returns it`
      : "Your title is kept. It waits until your department gives you a supervisor",
  };
}

interface Deposited {
  readonly title: string;
  readonly file: string;
  readonly nerd: string;
  readonly proof: string;
}

/** The finished work with its number in NERD and what shows it: two files that the student has sent for the project. */
export async function deposit(
  { trx, note }: Work,
  who: { readonly student: string; readonly applicant: string },
  { title, file, nerd, proof }: Deposited,
) {
  if (!(await lockStudent(trx, who.student))) throw notFound();
  const why = await whyNoProject(trx, who.student);
  if (why) throw refuse("project-not-open", why);
  const [kept] = (await lockedProjects(trx, sql`p.student = ${who.student}`)).rows;
  if (!kept || !mayProjectGo(kept.state, "Deposited"))
    throw stale(
      "state-has-moved",
      kept
        ? `Your project stands at ${projectWords[kept.state]}, so nothing can be deposited now`
        : "You have no project yet. Propose a title first",
    );
  const own = {
    file: await ownFile(trx, who.applicant, file),
    proof: await ownFile(trx, who.applicant, proof),
  };
  if (own.file?.kind !== "project") throw refuseFields("proof-missing", { file: "Send the PDF of the project first" });
  if (own.proof?.kind !== "project")
    throw refuseFields("proof-missing", { proof: "Send the proof of the deposit first" });
  if (own.file.sha256.equals(own.proof.sha256))
    throw refuseFields("value-twice", {
      proof:
        "This is the project itself. Send the page or paper of NERD that shows your name, the title and the number",
    });
  await onConstraint(
    {
      project_nerd: () =>
        refuseFields("value-taken", {
          nerd: "Another project of the college has this NERD number. Compare it with the proof, figure by figure",
        }),
    },
    sql`update portal.project set state = 'Deposited', finaltitle = ${title}, file = ${own.file._id}, nerd = ${nerd},
      proof = ${own.proof._id}, reason = null, "depositedAt" = now(), version = version + 1, "updatedAt" = now()
      where _id = ${kept._id}`.execute(trx),
  );
  await dropReplacedFile(trx, kept.file, own.file._id);
  await dropReplacedFile(trx, kept.proof, own.proof._id);
  await keepStep(trx, kept._id, { state: "Deposited", title });
  note({ deed: "project.deposit", subject: `project:${kept._id}`, after: { title, nerd } });
  return { type: "success" as const, message: "Deposited. A second person of your department checks it" };
}
