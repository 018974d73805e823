import { sql } from "kysely";
import { columnsOf, mayList } from "#console/record/record.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { notFound, Refusal, stale } from "#kit/wire/refusal.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { type Mail, writeMail } from "#reference/message-template/message-template.server.ts";
import { refuseOwnRecords, studentById } from "#registry/student/student.server.ts";
import { depositedMail, depositReturnedMail, titleAcceptedMail, titleReturnedMail } from "./project.mail.server.ts";
import { projectRules } from "./project.read.server.ts";
import { mayProjectGo, type ProjectState, projectWords } from "./project.rules.ts";

export interface LockedProject {
  readonly _id: string;
  readonly student: string;
  readonly name: string;
  readonly state: ProjectState;
  readonly title: string | null;
  readonly supervisor: string | null;
  /** Who supervised it before, since its title was accepted. */
  readonly supervised: readonly string[];
  readonly file: string | null;
  readonly proof: string | null;
  readonly version: number;
}

/** The projects that a condition on the table called `p` finds, locked. */
export const lockedProjects = (trx: Trx, where: ReturnType<typeof sql>) =>
  sql<LockedProject>`select p._id, p.student, p.name, p.state, p.title, p.supervisor, p.supervised, p.file, p.proof, p.version
    from portal.project p where ${where} for update`.execute(trx);

/** A line of what became of a project. */
export const keepStep = (
  trx: Trx,
  project: string,
  {
    state,
    title = null,
    reason = null,
    staff = null,
  }: { state: ProjectState; title?: string | null; reason?: string | null; staff?: string | null },
) =>
  sql`insert into portal.project_step (_id, project, state, title, reason, staff)
    values (${newId()}, ${project}, ${state}, ${title}, ${reason}, ${staff})`.execute(trx);

interface Deciding<To extends ProjectState> {
  readonly to: To;
  readonly seen: number;
  readonly reason?: string;
}

function requireWay({ name, state, version }: LockedProject, { to, seen }: Deciding<ProjectState>): void {
  if (!mayProjectGo(state, to))
    throw stale(
      "state-has-moved",
      `The project of ${name} stands at ${projectWords[state]} by now, so nothing was changed`,
    );
  if (version !== seen)
    throw stale(
      "version-stale",
      `The project of ${name} was changed after you looked at it. Look at it again, then decide`,
    );
}

async function tellStudent(
  trx: Trx,
  id: string,
  mailTo: (to: { readonly firstname: string; readonly emailaddress: string }) => Mail,
): Promise<void> {
  const of = await studentById(trx, id);
  if (!of || of.status === "Deceased") return;
  await writeMail(trx, mailTo(of));
}

/** The supervisor accepts or returns a title. */
export async function decideTitle(
  { trx, note }: Work,
  config: Config,
  { staff }: Officer,
  id: string,
  deciding: Deciding<"Accepted" | "Returned">,
) {
  const [kept] = isId(id) ? (await lockedProjects(trx, sql`p._id = ${id}`)).rows : [];
  if (!kept) throw notFound();
  if (kept.supervisor !== staff)
    throw new Refusal(
      "supervisor-only",
      403,
      `Only the supervisor decides about the title, and that is not you. Ask the head to give you ${kept.name}`,
    );
  await refuseOwnRecords(trx, { staff }, [kept.student]);
  requireWay(kept, deciding);
  const { to, reason = null } = deciding;
  await sql`update portal.project set state = ${to}, reason = ${reason}, "acceptedAt" = case when ${to} = 'Accepted' then now() end,
    version = version + 1, "updatedAt" = now() where _id = ${id}`.execute(trx);
  await keepStep(trx, id, { state: to, title: kept.title, reason, staff });
  const deed = to === "Accepted" ? "project.accept" : "project.return";
  note({
    deed,
    subject: `project:${id}`,
    before: { state: kept.state },
    after: { state: to },
    ...(reason && { reason }),
  });
  await tellStudent(trx, kept.student, (of) =>
    to === "Accepted" ? titleAcceptedMail(config, of, kept.title ?? "") : titleReturnedMail(config, of, reason ?? ""),
  );
  const message =
    to === "Accepted" ? `The title of ${kept.name} is accepted` : `Returned. ${kept.name} proposes another title`;
  return { type: "success" as const, message };
}

/** What makes a member no second person of a project: whoever has handed it over since was its supervisor all the same. */
async function partIn(
  trx: Trx,
  { _id, supervisor, supervised }: LockedProject,
  member: string,
): Promise<string | null> {
  if (supervisor === member) return "supervise";
  if (supervised.includes(member)) return "have supervised";
  const { rows } = await sql`select from portal.project_step s
    where s.project = ${_id} and s.state = 'Accepted' and s.staff = ${member}`.execute(trx);
  return rows.length > 0 ? "accepted the title of" : null;
}

/** A second person of the department, not the supervisor, has looked at the work and at NERD's proof. */
export async function decideDeposit(
  { trx, note }: Work,
  config: Config,
  who: Officer,
  id: string,
  deciding: Deciding<"Checked" | "Deposit returned">,
) {
  const [kept] = isId(id) ? (await lockedProjects(trx, sql`p._id = ${id}`)).rows : [];
  const { rows } = kept
    ? await sql`select from portal.project t where t._id = ${id} and ${mayList(projectRules, who, columnsOf("t"))}`.execute(
        trx,
      )
    : { rows: [] };
  if (!kept || rows.length === 0) throw notFound();
  await refuseOwnRecords(trx, who, [kept.student]);
  requireWay(kept, deciding);
  const part = await partIn(trx, kept, who.staff);
  if (part)
    throw new Refusal(
      "another-must-decide",
      403,
      `You ${part} this project, so a second person of the department checks its deposit`,
    );
  const { to, reason = null } = deciding;
  const isChecked = to === "Checked";
  await sql`update portal.project set state = ${to}, reason = ${reason}, checkedby = ${isChecked ? who.staff : null}::uuid,
    "checkedAt" = case when ${isChecked} then now() end, version = version + 1, "updatedAt" = now() where _id = ${id}`.execute(
    trx,
  );
  await keepStep(trx, id, { state: to, reason, staff: who.staff });
  const deed = isChecked ? "project.check" : "project.return-deposit";
  note({
    deed,
    subject: `project:${id}`,
    before: { state: kept.state },
    after: { state: to },
    ...(reason && { reason }),
  });
  await tellStudent(trx, kept.student, (of) =>
    isChecked ? depositedMail(config, of) : depositReturnedMail(config, of, reason ?? ""),
  );
  const message = isChecked ? `The deposit of ${kept.name} is checked` : `Returned. ${kept.name} sends it again`;
  return { type: "success" as const, message };
}
