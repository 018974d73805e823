import { sql } from "kysely";
import { collegeName } from "#college/college/college.server.ts";
import { departmentName } from "#college/department/department.server.ts";
import type { Work } from "#platform/write/perform.server.ts";

/**
 * Ends the memberships, the rights given in person and the offices of a leaver, each with a line in its own history. An
 * office that goes on ended yesterday; one that begins today or later was never held.
 */
export async function takeEverything(work: Work, member: string): Promise<void> {
  const { trx, note } = work;
  const groups = await trx
    .deleteFrom("group_member")
    .using("user_group")
    .whereRef("user_group._id", "=", "group_member.group")
    .where("staff", "=", member)
    .returning(["group_member._id", "user_group._id as unit", "user_group.name"])
    .execute();
  const pages = await trx
    .deleteFrom("user_permission")
    .using("page")
    .whereRef("page._id", "=", "user_permission.page")
    .where("staff", "=", member)
    .returning(["user_permission._id", "page._id as unit", "page.name", "user_permission.scope"])
    .execute();
  for (const { _id, unit, name } of groups)
    note({
      deed: "group_member.delete",
      subject: `group_member:${_id}`,
      before: { staff: member, group: { _id: unit, label: name } },
      reason: LEFT,
    });
  for (const { _id, unit, name, scope } of pages)
    note({
      deed: "user_permission.delete",
      subject: `user_permission:${_id}`,
      before: { staff: member, page: { _id: unit, label: name }, scope },
      reason: LEFT,
    });
  const offices = [await endOffices(work, member, deans), await endOffices(work, member, heads)].flat();
  const taken = [
    ...groups.map(({ name }) => `the group ${name}`),
    ...pages.map(({ name }) => `the page ${name}`),
    ...offices,
  ];
  note({
    deed: "staff.leave",
    subject: `staff:${member}`,
    before: { groups: groups.map(({ name }) => name), pages: pages.map(({ name }) => name), offices },
    reason: taken.length === 0 ? "Held none" : `Lost ${taken.join(", ")}`,
  });
}

const LEFT = "The person left";

const deans = { noun: "dean_assignment", called: "the office of dean of", name: collegeName(sql.ref("o.college")) };
const heads = {
  noun: "head_assignment",
  called: "the office of head of",
  name: departmentName(sql.ref("o.department")),
};

/** Answers each office that ended, in words. */
async function endOffices(
  { trx, note }: Work,
  member: string,
  { noun, called, name }: typeof deans,
): Promise<string[]> {
  const table = sql.table(`portal.${noun}`);
  const today = sql`(now() at time zone 'Africa/Lagos')::date`;
  const { rows } =
    await sql<Office>`select o._id, o.start, o."end", o.start < ${today} as begun, ${today} - 1 as yesterday,
      ${name} as unit
    from ${table} o where o.staff = ${member} and coalesce(o."end", 'infinity') >= ${today}
    order by o.start for update of o`.execute(trx);
  for (const { _id, begun, unit, ...days } of rows) {
    const before = { start: days.start, end: days.end };
    if (begun) {
      await sql`update ${table} set "end" = ${days.yesterday}, version = version + 1, "updatedAt" = now()
        where _id = ${_id}`.execute(trx);
      const after = { ...before, end: days.yesterday };
      note({ deed: `${noun}.change`, subject: `${noun}:${_id}`, before, after, reason: LEFT });
    } else {
      await sql`delete from ${table} where _id = ${_id}`.execute(trx);
      note({
        deed: `${noun}.delete`,
        subject: `${noun}:${_id}`,
        before: { ...before, staff: member, unit },
        reason: LEFT,
      });
    }
  }
  return rows.map(({ unit }) => `${called} ${unit}`);
}

interface Office {
  readonly _id: string;
  readonly start: string;
  readonly end: string | null;
  /** Whether it was held for a day at least before today. */
  readonly begun: boolean;
  readonly yesterday: string;
  readonly unit: string;
}
