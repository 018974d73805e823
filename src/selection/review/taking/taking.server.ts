import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import { everyGrant, staff, stillReaches } from "#access/permission/permission.server.ts";
import { everyMember, namesOfStaff } from "#access/staff/staff.server.ts";
import { lockedChosen } from "#console/list/list.server.ts";
import { columnsOf, mayList } from "#console/record/record.server.ts";
import { asFigure } from "#kit/value/count.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { reviewRules } from "../review.read.server.ts";
import { openStates } from "../review.rules.ts";
import { type Checker, giveFiles, listCheckers, takeFiles } from "./taking.contract.ts";

const RIGHT = "applications.change";

/** Who works on which application: taken by oneself, or given to others. Nobody is kept from a file by it. */
export function takingCalls(app: FastifyInstance): void {
  const guard = staff(RIGHT);

  handle(app, listCheckers, staff("applications"), () => checkers(app.portal.db));

  handle(app, takeFiles, guard, (ask) =>
    write(app, ask, async (work) => {
      const ids = await lockedChosen(work.trx, reviewRules, ask.who, ask.body);
      await refuseOwnFiles(work.trx, ask.who, await applicantsOf(work.trx, ids));
      await refuseTaken(work.trx, ids, ask.who.staff);
      await takeOver(work, new Map(ids.map((id) => [id, ask.who.staff])), "review.take");
      return { type: "success" as const, message: `${counted(ids.length)} yours now`, count: ids.length };
    }),
  );

  handle(app, giveFiles, guard, (ask) =>
    write(app, ask, async (work) => {
      const { staff: colleagues, ...chosen } = ask.body;
      const ids = await lockedChosen(work.trx, reviewRules, ask.who, chosen);
      const names = await requireColleagues(work.trx, colleagues, ids);
      await takeOver(work, await sharedOut(work.trx, ids, colleagues), "review.give");
      const whose = names.length === 0 ? "everybody’s again" : `given to ${names.join(", ")}`;
      return { type: "success" as const, message: `${counted(ids.length)} ${whose}`, count: ids.length };
    }),
  );
}

const counted = (count: number) => (count === 1 ? "One application is" : `${asFigure(count)} applications are`);

async function checkers(db: Database): Promise<Checker[]> {
  const { rows } = await sql<Checker>`
    select s._id, s.name, (select count(*)::int from portal.review r
        where r.takenby = s._id and r.state = any(${[...openStates]})) as open
    from ${everyMember()} s
    where s.status = 'Active' and exists (select from ${everyGrant()} g where g.staff = s._id and g.key = ${RIGHT})
    order by s.lastname, s.firstname, s._id limit 500`.execute(db);
  return rows;
}

async function applicantsOf(trx: Trx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ applicant: string }>`
    select distinct applicant from portal.review where _id = any(${[...ids]}::uuid[])`.execute(trx);
  return rows.map(({ applicant }) => applicant);
}

/** Refuses when a colleague has one of these, which are locked, and names who. */
async function refuseTaken(trx: Trx, ids: readonly string[], member: string): Promise<void> {
  const { rows } = await sql<{ code: string; takenby: string }>`select code, takenby from portal.review
    where _id = any(${[...ids]}::uuid[]) and takenby <> ${member} order by code limit 20`.execute(trx);
  const [first] = rows;
  if (!first) return;
  const names = await namesOfStaff(
    trx,
    rows.map(({ takenby }) => takenby),
  );
  const named = rows.map(({ code, takenby }) => `${code} (${names.get(takenby)})`);
  throw refuse(
    "file-taken",
    `Colleagues have taken ${named.join(", ")}, so nothing was changed. Ask them, or give the files to yourself`,
  );
}

/** The names of those who get the files. Refuses who may not work on one of them. */
async function requireColleagues(trx: Trx, colleagues: readonly string[], ids: readonly string[]): Promise<string[]> {
  if (new Set(colleagues).size < colleagues.length || !colleagues.every(isId)) throw unknownColleague();
  const names = await namesOfStaff(trx, colleagues);
  for (const colleague of colleagues) {
    const scope = await stillReaches(trx, colleague, RIGHT);
    const name = names.get(colleague);
    if (!scope || name === undefined) throw unknownColleague();
    const { rows } = await sql<{ code: string }>`select t.code from portal.review t
      where t._id = any(${[...ids]}::uuid[])
        and not (${mayList(reviewRules, { scope, staff: colleague }, columnsOf("t"))})
      order by t.code limit 1`.execute(trx);
    if (rows[0])
      throw refuseFields("file-beyond-reach", {
        staff: `${name} may not work on ${rows[0].code}. Leave it out, or choose somebody else`,
      });
  }
  return colleagues.map((one) => names.get(one) ?? "");
}

const unknownColleague = () =>
  refuseFields("form-invalid", { staff: "Choose colleagues who may work on applications, each of them once" });

/** To whom each file goes: in turn, in the order in which they were submitted; to nobody where nobody is named. */
async function sharedOut(trx: Trx, ids: readonly string[], colleagues: readonly string[]) {
  const { rows } = await sql<{ _id: string }>`select _id from portal.review
    where _id = any(${[...ids]}::uuid[]) order by "createdAt", _id`.execute(trx);
  return new Map(rows.map(({ _id }, place) => [_id, colleagues[place % colleagues.length] ?? null] as const));
}

/**
 * Writes down whose work these files are, with a line of the audit for each that was another's. The version stays: nothing of
 * what the file says has changed for who has it open.
 */
async function takeOver({ trx, note }: Work, whose: ReadonlyMap<string, string | null>, deed: string): Promise<void> {
  const told = [...whose].map(([_id, takenby]) => ({ _id, takenby }));
  const { rows } = await sql<{ _id: string; takenby: string | null; before: string | null }>`
    update portal.review r set takenby = told.takenby
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as told(_id uuid, takenby uuid),
      portal.review before
    where r._id = told._id and before._id = r._id and r.takenby is distinct from told.takenby
    returning r._id, r.takenby, before.takenby as before`.execute(trx);
  const names = await namesOfStaff(
    trx,
    rows.flatMap(({ takenby }) => takenby ?? []),
  );
  for (const { _id, takenby, before } of rows)
    note({
      deed,
      subject: `review:${_id}`,
      before: { takenby: before },
      after: { takenby, ...(takenby && { to: names.get(takenby) }) },
    });
  if (rows.length === 0) note({ deed, subject: "review:many", after: { count: 0 } });
}

/** Whoever begins to check a file that is nobody's has taken it: the line of the beginning says who that was. */
export async function takeFree(trx: Trx, id: string, member: string): Promise<void> {
  await sql`update portal.review set takenby = ${member} where _id = ${id} and takenby is null`.execute(trx);
}
