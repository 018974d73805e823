import { sql } from "kysely";
import type { MergePart } from "#console/noun/noun.server.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import { studentsOfAccount } from "#registry/student/student.server.ts";

export const impossibleProjects: readonly Impossible[] = [
  {
    name: "project-checked-by-one",
    sentence: "The deposit of a project is checked by another person than whoever supervises it or accepted its title",
    rows: sql`select 'project:' || p._id as subject from portal.project p
      where p.state = 'Checked' and (p.checkedby is not distinct from p.supervisor or exists (
        select from portal.project_step s where s.project = p._id and s.state = 'Accepted' and s.staff = p.checkedby))`,
  },
];

export const ownProjects: OwnRows = {
  name: "projects",
  tables: ["project", "project_step"],
  rows: (owner) => sql`select to_jsonb(p) - 'search' - 'supervisor' - 'checkedby' || jsonb_build_object('steps', (
      select coalesce(jsonb_agg(to_jsonb(s) - 'staff' order by s."createdAt"), '[]') from portal.project_step s where s.project = p._id)) as row
    from portal.project p where p.student in (${studentsOfAccount(owner)})`,
  stays: {
    what: () => ["Your project: its titles and its deposit"],
    why: "It is a part of your award, and the college keeps what was deposited",
  },
};

/** A student has one project: of two with a title one is settled first. */
export const projectMerge: MergePart = {
  tables: ["project"],
  async plan(trx, { kept, gone }) {
    const { rows } = await sql<{ going: boolean; titled: boolean }>`
      select p.state <> 'No title' as going, exists (select from portal.project k where k.student = ${kept._id}
        and k.state <> 'No title') as titled from portal.project p where p.student = ${gone._id}`.execute(trx);
    const [found] = rows;
    return {
      moves: found?.going && !found.titled ? ["The project goes along"] : [],
      stops:
        found?.going && found.titled
          ? ["Both records have a project with a title. A student has one: ask the department which it is"]
          : [],
    };
  },
  async move({ trx, note }, { kept, gone }) {
    await sql`delete from portal.project p where p.state = 'No title' and (
      (p.student = ${gone._id} and exists (select from portal.project k where k.student = ${kept._id}))
      or (p.student = ${kept._id} and exists (select from portal.project g where g.student = ${gone._id} and g.state <> 'No title')))`.execute(
      trx,
    );
    const { rows } =
      await sql`update portal.project set student = ${kept._id}, name = ${kept.name}, matric = ${kept.matric},
      version = version + 1, "updatedAt" = now() where student = ${gone._id} returning _id`.execute(trx);
    if (rows.length > 0) note({ deed: "project.go-along", subject: `student:${kept._id}`, after: { from: gone._id } });
  },
};
