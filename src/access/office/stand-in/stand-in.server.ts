import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { departmentName } from "#college/department/department.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asDay, lagosToday } from "#kit/value/dates.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, Refusal, refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import {
  type MailTemplate,
  mailTemplate,
  signed,
  usual,
  value,
} from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, writeMail } from "#reference/message-template/message-template.server.ts";
import { readGrants, staff } from "../../permission/permission.server.ts";
import { endStandIn, nameStandIn, readStandIns } from "./stand-in.contract.ts";

const TODAY = sql`(now() at time zone 'Africa/Lagos')::date`;

/** What whoever stands in must be able to do. */
const RIGHT = "registrations.change";

/** The departments that a member of staff heads today, not acting: rows of `department`. */
const headedBy = (member: string): RawBuilder<unknown> => sql`select h.department from portal.head_assignment h
  where h.staff = ${member} and not h.acting and ${TODAY} between h.start and coalesce(h."end", 'infinity')`;

interface StandIn {
  readonly _id: string;
  readonly department: string;
  readonly name: string;
  readonly start: string;
  readonly end: string;
  readonly begun: boolean;
  readonly own: boolean;
}

async function standInsWithin(db: Database, { staff: member, scope }: Officer): Promise<StandIn[]> {
  const reached = scope === "all" ? sql`true` : sql`o.department = any(${[...scope.departments]}::uuid[])`;
  const { rows } = await sql<StandIn>`
    select o._id, ${departmentName(sql.ref("o.department"))} as department, concat_ws(' ', s.title, s.firstname, s.lastname) as name,
      o.start::text as start, o."end"::text as end, o.start <= ${TODAY} as begun, o.department in (${headedBy(member)}) as own
    from portal.head_assignment o join portal.staff s on s._id = o.staff
    where o.acting and o."end" >= ${TODAY} and ${reached} order by o.start, o._id`.execute(db);
  return rows;
}

/** The one department for which somebody is named: that of the head, or of several the one that was said. */
async function ownDepartment(trx: Trx, { staff: member }: Officer, said: string | undefined): Promise<string> {
  const { rows } = await sql<{ department: string }>`${headedBy(member)} order by h.department`.execute(trx);
  if (rows.length === 0)
    throw new Refusal(
      "not-the-head",
      403,
      "Only who heads a department names who stands in there. Ask whoever keeps the heads of department",
    );
  const wanted = said ? rows.find(({ department }) => department === said) : rows.length === 1 ? rows[0] : undefined;
  if (!wanted) throw refuseFields("choice-not-found", { department: "Say for which of the departments that you head" });
  return wanted.department;
}

/** Refuses oneself, whoever does not work here now, and whoever could do nothing in the head's place. */
async function requireAble(trx: Trx, who: Officer, member: string): Promise<void> {
  if (member === who.staff) throw refuseFields("own-rights", { staff: "You cannot stand in for yourself" });
  const { rows } = isId(member)
    ? await sql<{ name: string }>`select concat_ws(' ', title, firstname, lastname) as name from portal.staff
      where _id = ${member} and status = 'Active'`.execute(trx)
    : { rows: [] };
  if (!rows[0])
    throw refuseFields("choice-not-found", {
      staff: "Who stands in must be an active member of staff. Choose another",
    });
  const held = await readGrants(
    trx,
    sql`g.staff = ${member} and g.key = ${RIGHT} and g.scope in ('department', 'all') and g."group" is not null`,
  );
  if (held.length === 0)
    throw refuseFields("right-missing", {
      staff: `${rows[0].name} could decide nothing: no group gives the right to change Registrations. Ask an administrator to put ${rows[0].name} into the group Heads of department, then name again`,
    });
}

interface Told {
  readonly head: string;
  readonly member: string;
  readonly department: string;
  readonly reason: string;
}

const standInValues = {
  ...usual("firstname", "reason", "link"),
  member: value("who stands in", "Dr Hauwa Bello"),
  department: value("the department", "Biology"),
};

const standInNamed = mailTemplate({
  key: "stand-in-named",
  name: "Somebody stands in for a head",
  when: "A head of department names who stands in: goes to both",
  reader: "staff",
  values: { ...standInValues, term: value("from which day to which", "from 5 October 2026 to 9 October 2026") },
  must: ["term", "link"],
  subject: "{department}: {member} stands in for the head",
  text: `Dear {firstname},

{member} stands in for the head {term}, and decides what waits, for the department {department}.

The reason: {reason}

{link}

${signed.portal}`,
});

const standInEnded = mailTemplate({
  key: "stand-in-ended",
  name: "Nobody stands in for a head any more",
  when: "A head of department ends that somebody stands in: goes to both",
  reader: "staff",
  values: standInValues,
  must: ["link"],
  subject: "{department}: {member} does not stand in for the head any more",
  text: `Dear {firstname},

{member} does not stand in for the head any more, from now on, for the department {department}.

The reason: {reason}

{link}

${signed.portal}`,
});

export const standInTemplates = [standInNamed, standInEnded];

/** Writes to the head and to who stands in. */
async function tellBoth(
  trx: Trx,
  publicUrl: string,
  { head, member, department, reason }: Told,
  template: MailTemplate,
  term: string,
): Promise<void> {
  const { rows } = await sql<{ _id: string; firstname: string; emailaddress: string; name: string; unit: string }>`
    select _id, firstname, emailaddress, concat_ws(' ', title, firstname, lastname) as name,
      ${departmentName(sql`${department}::uuid`)} as unit
    from portal.staff where _id = any(${[head, member]}::uuid[])`.execute(trx);
  const called = rows.find(({ _id }) => _id === member)?.name ?? "";
  const link = `${publicUrl}/staff/registrations`;
  for (const { firstname, emailaddress, unit } of rows)
    await writeMail(
      trx,
      fromTemplate(template, emailaddress, { firstname, member: called, department: unit, reason, term, link }),
    );
}

/** A head names who acts beside him or her while away. */
export function standInCalls(app: FastifyInstance): void {
  const { db, config } = app.portal;

  handle(app, readStandIns, staff("registrations"), async ({ who }) => {
    const { rows: heads } = await sql<{ _id: string; name: string }>`
      select own.department as _id, ${departmentName(sql.ref("own.department"))} as name from (${headedBy(who.staff)}) own
      order by name`.execute(db);
    return { heads, list: await standInsWithin(db, who) };
  });

  handle(app, nameStandIn, staff(RIGHT), (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const { staff: member, start, end, reason, department: said } = ask.body;
      const department = await ownDepartment(trx, ask.who, said);
      if (start < lagosToday())
        throw refuseFields("day-over-already", { start: "First day must be today or a day that comes" });
      await requireAble(trx, ask.who, member);
      const _id = newId();
      const row = { _id, staff: member, department, start, end, acting: true };
      await onConstraint(
        { head_assignment_one_acting: actsAlready },
        trx.insertInto("head_assignment").values(row).execute(),
      );
      note({ deed: "head_assignment.stand-in", subject: `head_assignment:${_id}`, after: row, reason });
      const term = `from ${asDay(start)} to ${asDay(end)}`;
      const told = { head: ask.who.staff, member, department, reason };
      await tellBoth(trx, config.publicUrl, told, standInNamed, term);
      return { type: "success" as const, message: `Named, ${term}. Both of you get a mail`, _id };
    }),
  );

  handle(app, endStandIn, staff(RIGHT), (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const { id } = ask.params;
      const { rows } = isId(id)
        ? await sql<{ staff: string; department: string; start: string; over: boolean }>`
          select staff, department, start::text as start, "end" < ${TODAY} as over from portal.head_assignment
          where _id = ${id} and acting and department in (${headedBy(ask.who.staff)}) for update`.execute(trx)
        : { rows: [] };
      const [row] = rows;
      if (!row) throw notFound();
      if (row.over) throw refuse("already-so", "Nobody stands in there any more");
      const { reason } = ask.body;
      if (row.start >= lagosToday()) await trx.deleteFrom("head_assignment").where("_id", "=", id).execute();
      else
        await sql`update portal.head_assignment set "end" = ${TODAY} - 1, version = version + 1, "updatedAt" = now()
          where _id = ${id}`.execute(trx);
      note({ deed: "head_assignment.stand-in-over", subject: `head_assignment:${id}`, before: row, reason });
      const told = { head: ask.who.staff, member: row.staff, department: row.department, reason };
      await tellBoth(trx, config.publicUrl, told, standInEnded, "");
      return { type: "success" as const, message: "Ended. Both of you get a mail" };
    }),
  );
}

const actsAlready = () =>
  refuseFields("office-is-held", {
    start: "Somebody stands in for the head on some of these days already. End that first, or choose other days",
  });
