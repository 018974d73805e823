import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { isOwn, isOwnAddress } from "#access/own-file/own-file.server.ts";
import { reachOf } from "#access/permission/permission.server.ts";
import { membersOfStaff } from "#access/staff/staff.server.ts";
import { sessionName } from "#calendar/session/session.server.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import { columnsOf, mayList, type RecordRules } from "#console/record/record.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { storedFiles } from "#platform/files/stored-file.server.ts";
import { everyStudent, ofStudentsWithin, studentById } from "#registry/student/student.server.ts";
import { projects, type readOwnProject, type readProject, type readProjectLoad } from "./project.contract.ts";
import type { ProjectState } from "./project.rules.ts";

export const projectRules: RecordRules<typeof projects> = {
  of: projects,
  table: "project",
  within: (column, scope) => ofStudentsWithin(column("student"), scope),
  hidden: (
    column,
    member,
  ) => sql`exists (select from ${everyStudent()} concerned where concerned._id = ${column("student")}
    and (${isOwn(sql.ref("concerned.applicant"), member)} or ${isOwnAddress(sql.ref("concerned.emailaddress"), member)}))`,
  deeds: {
    "project.open": "Opened",
    "project.propose": "Title proposed",
    "project.accept": "Title accepted",
    "project.return": "Title returned",
    "project.supervise": "Supervisor given",
    "project.deposit": "Deposited",
    "project.check": "Deposit checked",
    "project.return-deposit": "Deposit returned",
  },
};

/** Whether a member of staff works on a project: as its supervisor, or as far as the right of the office reaches. */
export async function worksOnProject(db: Database, who: Officer, id: string): Promise<boolean> {
  if (!isId(id)) return false;
  const scope = await reachOf(db, who.staff, "projects");
  const office = scope === undefined ? sql`false` : mayList(projectRules, { staff: who.staff, scope }, columnsOf("t"));
  const { rows } = await sql`select from portal.project t where t._id = ${id}
    and (t.supervisor = ${who.staff} or ${office})`.execute(db);
  return rows.length > 0;
}

const HOW_MANY = 5;

/** Titles of other projects that are worded alike, the most alike first. */
async function titlesAlike(db: Database, id: string, title: string | null) {
  if (title === null) return [];
  const { rows } = await sql<{ title: string; session: string | null; percent: number }>`
    select coalesce(like_it.finaltitle, like_it.title) as title, ${sessionName(sql.ref("like_it.session"))} as session,
      round(similarity(lower(coalesce(like_it.finaltitle, like_it.title)), lower(${title}))::numeric * 100)::int as percent
    from portal.project like_it
    where like_it._id <> ${id} and lower(coalesce(like_it.finaltitle, like_it.title)) % lower(${title})
    order by percent desc, like_it._id limit ${HOW_MANY}`.execute(db);
  return rows.map(({ session, ...one }) => ({ ...one, session: session ?? "" }));
}

interface ReadProject {
  readonly _id: string;
  readonly student: string;
  readonly name: string;
  readonly matric: string | null;
  readonly state: ProjectState;
  readonly title: string | null;
  readonly supervisor: string | null;
  readonly reason: string | null;
  readonly finaltitle: string | null;
  readonly nerd: string | null;
  readonly file: string | null;
  readonly proof: string | null;
  readonly version: number;
}

interface ReadStep {
  readonly state: ProjectState;
  readonly title: string | null;
  readonly reason: string | null;
  readonly staff: string | null;
  readonly at: string;
}

/** What both sides read of a project. */
async function factsOf(app: FastifyInstance, project: ReadProject) {
  const { db, files } = app.portal;
  const { rows: steps } = await sql<ReadStep>`select s.state, s.title, s.reason, s.staff, s."createdAt" as at
    from portal.project_step s where s.project = ${project._id} order by s."createdAt"`.execute(db);
  const members = await membersOfStaff(
    db,
    [project.supervisor, ...steps.map(({ staff }) => staff)].flatMap((one) => one ?? []),
  );
  const fileOf = async (file: string | null) => {
    if (file === null) return null;
    const found = await db
      .selectFrom(storedFiles(db))
      .select(["newname", "mediatype"])
      .where("file._id", "=", file)
      .executeTakeFirst();
    return found ? { link: await files.link(found.newname), mediatype: found.mediatype } : null;
  };
  const { _id, state, title, reason, finaltitle, nerd } = project;
  return {
    members,
    facts: {
      ...{ _id, state, title, reason, finaltitle, nerd },
      supervisor: members.get(project.supervisor ?? "")?.name ?? null,
      file: await fileOf(project.file),
      proof: await fileOf(project.proof),
      steps: steps.map(({ staff, ...step }) => ({ ...step, by: members.get(staff ?? "")?.name ?? null })),
      alike: await titlesAlike(db, _id, finaltitle ?? title),
    },
  };
}

const projectThat = (db: Database, where: ReturnType<typeof sql>) =>
  sql<ReadProject>`select p._id, p.student, p.name, p.matric, p.state, p.title, p.supervisor, p.reason, p.finaltitle, p.nerd, p.file,
    p.proof, p.version from portal.project p where ${where}`.execute(db);

/** One project as whoever works on it looks at it. 404 for everybody else. */
export async function standingOf(app: FastifyInstance, who: Officer, id: string): Promise<Replied<typeof readProject>> {
  const { db } = app.portal;
  if (!(await worksOnProject(db, who, id))) throw notFound();
  const [project] = (await projectThat(db, sql`p._id = ${id}`)).rows;
  if (!project) throw notFound();
  const { facts, members } = await factsOf(app, project);
  const supervisor = members.get(project.supervisor ?? "");
  return {
    ...facts,
    name: project.name,
    matric: project.matric,
    left: supervisor !== undefined && !supervisor.isactive,
    version: project.version,
    mine: project.supervisor === who.staff,
  };
}

/** Why a student proposes and deposits nothing now; null where it may be. */
export async function whyNoProject(db: Database, id: string): Promise<string | null> {
  const student = await studentById(db, id);
  if (!student) throw notFound();
  if (student.status !== "Active") return `Your status is ${student.status}. Ask the Registry what opens this again`;
  const least = await readSetting(db, "projectLevel");
  if (student.level === null || student.level < least) return `Projects begin at ${least} level`;
  return null;
}

export async function ownProject(app: FastifyInstance, id: string): Promise<Replied<typeof readOwnProject>> {
  const { db } = app.portal;
  const [project] = (await projectThat(db, sql`p.student = ${id}`)).rows;
  const [why, kept] = await Promise.all([whyNoProject(db, id), project ? factsOf(app, project) : null]);
  return { why: project?.state === "Checked" ? null : why, project: kept?.facts ?? null };
}

/** How many projects that are not finished each member of staff supervises, as far as the asker's right reaches. */
export async function projectLoad(db: Database, who: Officer): Promise<Replied<typeof readProjectLoad>> {
  const { rows } = await sql<{ staff: string; count: number }>`select t.supervisor as staff, count(*)::int as count
    from portal.project t where t.supervisor is not null and t.state <> 'Checked' and ${mayList(projectRules, who, columnsOf("t"))}
    group by t.supervisor order by count desc, t.supervisor limit 200`.execute(db);
  const members = await membersOfStaff(
    db,
    rows.map(({ staff }) => staff),
  );
  return rows.map(({ staff, count }) => ({
    staff,
    count,
    name: members.get(staff)?.name ?? "",
    left: members.get(staff)?.isactive === false,
  }));
}

/** The projects of one supervisor, those that wait for a decision first. */
export async function supervisedProjects(db: Database, member: string) {
  const { rows } = await sql<Pick<ReadProject, "_id" | "name" | "matric" | "title" | "state">>`
    select p._id, p.name, p.matric, coalesce(p.finaltitle, p.title) as title, p.state from portal.project p
    where p.supervisor = ${member} order by p.state = 'Checked', p.state <> 'Proposed', p.name, p._id limit 500`.execute(
    db,
  );
  return rows;
}
