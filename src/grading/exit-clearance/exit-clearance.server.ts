import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { departmentName } from "#college/department/department.server.ts";
import { foundChosen } from "#console/list/list.server.ts";
import type { MergePart, Noun, StudentStep } from "#console/noun/noun.server.ts";
import type { ChosenRows } from "#console/record/record.contract.ts";
import { columnsOf, mayChange, type RecordRules } from "#console/record/record.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuse, stale } from "#kit/wire/refusal.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { writeMails } from "#reference/message-template/message-template.server.ts";
import { everyStudent, isOwnRecord, refuseOwnRecords, studentsOfAccount } from "#registry/student/student.server.ts";
import { student } from "#registry/student-sign-in/student-sign-in.server.ts";
import { everyExitItem } from "../exit-item/exit-item.server.ts";
import { everyGraduand } from "../graduation/graduation.server.ts";
import { exitClearances, type OwnExitLine, readExitDesk, readOwnExit, tickExits } from "./exit-clearance.contract.ts";
import { exitTemplates, type RefusedTick, refusedMail } from "./exit-clearance.mail.server.ts";
import { type ExitState, exitStepsFrom } from "./exit-clearance.rules.ts";

/** An office reaches the lines that it ticks. */
export const exitRules: RecordRules<typeof exitClearances> = {
  of: exitClearances,
  table: "exit_line",
  within: (column, { departments }) => sql`${column("department")} = any(${[...departments]}::uuid[])`,
  hidden: (column, member) => isOwnRecord(column("student"), member),
};

const within = (who: Pick<Officer, "scope" | "staff">) => mayChange(exitRules, who, columnsOf("t"));

interface DeskLine {
  readonly _id: string;
  readonly label: string;
  readonly open: number;
  readonly refused: number;
}

async function readDesk(db: Database, who: Officer): Promise<DeskLine[]> {
  const { rows } = await sql<DeskLine>`
    select i._id, i.label, (count(*) filter (where t.state = 'Open'))::int as open,
      (count(*) filter (where t.state = 'Refused'))::int as refused
    from portal.exit_line t join ${everyExitItem()} i on i._id = t.item where ${within(who)}
    group by i._id, i.label, i.place order by i.place, i.label`.execute(db);
  return rows;
}

interface Ticking extends ChosenRows {
  readonly to: ExitState;
  readonly standing: ExitState;
  readonly reason?: string | undefined;
}

interface LockedLine {
  readonly _id: string;
  readonly student: string;
  readonly name: string;
  readonly label: string;
  readonly state: ExitState;
  readonly decidedby: string | null;
  readonly at: string | null;
  readonly left: boolean;
}

/**
 * Takes lines of people's exit clearance a step on, all or none. Refuses lines beyond reach, the own record, a line that stands
 * elsewhere by now (409, with who decided), and one of whoever has collected the certificate already. What is refused is told by mail.
 */
async function tickLines(
  { trx, note }: Work,
  config: Config,
  who: Officer,
  { to, standing, reason = "", ...form }: Ticking,
) {
  const chosen = await foundChosen(trx, exitRules, who, form);
  const lines = await lockedLines(trx, chosen);
  await refuseOwnRecords(
    trx,
    who,
    lines.map((line) => line.student),
  );
  await requireAsSeen(trx, lines, standing);
  const gone = lines.find(({ left }) => left);
  if (gone)
    throw refuse(
      "left-already",
      `${gone.name} has collected the certificate, so the exit clearance is over. Leave this person out`,
    );
  if (!exitStepsFrom(standing).includes(to))
    throw refuse("step-not-possible", `What is ${standing.toLowerCase()} does not become ${to.toLowerCase()}`);
  const why = to === "Cleared" ? null : reason;
  const decided = to === "Open" ? sql`null, null` : sql`${who.staff}::uuid, now()`;
  await sql`update portal.exit_clearance set state = ${to}, reason = ${why}, (decidedby, "decidedAt") = row(${decided}),
      version = version + 1, "updatedAt" = now() where _id = any(${chosen}::uuid[])`.execute(trx);
  for (const { _id, label, name } of lines)
    note({
      deed: deedOf[to],
      subject: `exit_clearance:${_id}`,
      before: { state: standing },
      after: { state: to, item: label, name },
      ...(why && { reason: why }),
    });
  if (to === "Refused") await mailRefused(trx, config, chosen, reason);
  const done = { Cleared: "cleared", Refused: "refused", Open: "taken back" }[to];
  const [first, ...more] = lines;
  const message =
    more.length > 0 || !first ? `${asCount(lines.length, "tick")} ${done}` : `${first.label} ${done}: ${first.name}`;
  return { type: "success" as const, message, count: lines.length };
}

const deedOf: Readonly<Record<ExitState, string>> = {
  Cleared: "exit_clearance.clear",
  Refused: "exit_clearance.refuse",
  Open: "exit_clearance.take-back",
};

async function mailRefused(trx: Trx, config: Config, ids: readonly string[], reason: string): Promise<void> {
  const { rows } = await sql<RefusedTick>`
    select t.name, t.matric, s.firstname, s.emailaddress, i.label, ${departmentName(sql.ref("t.department"))} as office, i.whereto, i.bring
    from portal.exit_line t join ${everyExitItem()} i on i._id = t.item join ${everyStudent()} s on s._id = t.student
    where t._id = any(${[...ids]}::uuid[]) and s.status not in ('Deceased', 'Merged')`.execute(trx);
  await writeMails(
    trx,
    rows.map((tick) => ({ _id: newId(), ...refusedMail(config, tick, reason) })),
  );
}

/** Locked in one order, so that two offices that tick the same people wait for each other. */
async function lockedLines(trx: Trx, ids: readonly string[]): Promise<LockedLine[]> {
  await sql`select from portal.exit_clearance c where c._id = any(${[...ids]}::uuid[]) order by c._id for update`.execute(
    trx,
  );
  const { rows } = await sql<LockedLine>`
    select t._id, t.student, t.name, i.label, t.state, t.decidedby, t."decidedAt" as at,
      exists (select from ${everyGraduand()} g where g.student = t.student and g.state = 'Conferred' and g."leftAt" is not null) as left
    from portal.exit_line t join ${everyExitItem()} i on i._id = t.item
    where t._id = any(${[...ids]}::uuid[]) order by t.name, t._id`.execute(trx);
  return rows;
}

async function requireAsSeen(trx: Trx, lines: readonly LockedLine[], seen: ExitState): Promise<void> {
  const [first, ...more] = lines.filter(({ state }) => state !== seen);
  if (!first) return;
  const names = await namesOfStaff(trx, first.decidedby ? [first.decidedby] : []);
  const by =
    first.decidedby && first.at ? `: ${names.get(first.decidedby) ?? ""} decided so on ${asMinute(first.at)}` : "";
  const others = more.length === 0 ? "" : ` So do ${more.length} more of the chosen.`;
  throw stale(
    "state-has-moved",
    `${first.label} of ${first.name} is ${first.state.toLowerCase()}${by}, not ${seen.toLowerCase()} as you saw it.${others} Look again; nothing was changed`,
  );
}

/** What one student still returns or shows. */
async function ownExit(db: Database, id: string): Promise<OwnExitLine[]> {
  const { rows } = await sql<OwnExitLine>`
    select i.label, ${departmentName(sql.ref("t.department"))} as office, i.whereto, i.bring, t.state, t.reason, t."decidedAt" as at
    from portal.exit_line t join ${everyExitItem()} i on i._id = t.item where t.student = ${id} order by i.place, i.label`.execute(
    db,
  );
  return rows;
}

/** What is not ticked of one student, as it is called: what the certificate waits for. */
export async function openExits(trx: Database | Trx, id: string): Promise<string[]> {
  const { rows } = await sql<{ label: string }>`
    select i.label from portal.exit_line t join ${everyExitItem()} i on i._id = t.item
    where t.student = ${id} and t.state <> 'Cleared' order by i.place, i.label`.execute(trx);
  return rows.map(({ label }) => label);
}

/** Keeps the ticks of one student as they are until the end of the transaction. */
export async function holdExits(trx: Trx, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended('the exit list', 0))`.execute(trx);
  await sql`select from portal.exit_clearance c where c.student = ${id} order by c._id for share`.execute(trx);
}

const ownExits: OwnRows = {
  name: "exit-clearance",
  tables: ["exit_clearance"],
  rows: (owner) => sql`select to_jsonb(c) - 'decidedby' as row from portal.exit_clearance c
    where c.student in (${studentsOfAccount(owner)})`,
};

/** A tick goes along where the record that stays has none for the item. */
const exitMerge: MergePart = {
  tables: ["exit_clearance"],
  async move({ trx }, { kept, gone }) {
    await sql`update portal.exit_clearance c set student = ${kept._id}, version = c.version + 1, "updatedAt" = now()
      where c.student = ${gone._id} and not exists (select from portal.exit_clearance k
        where k.student = ${kept._id} and k.item = c.item)`.execute(trx);
  },
};

/** Whoever leaves is told how much is open. */
const exitStep: StudentStep<{ readonly open: number; readonly refused: number }> = {
  rank: 300,
  found: ({
    student: of,
  }) => sql`(select jsonb_build_object('open', count(*), 'refused', count(*) filter (where t.state = 'Refused'))
    from portal.exit_line t where t.student = ${of} and t.state <> 'Cleared' having count(*) > 0)`,
  say: ({ open, refused }) => ({
    sentence:
      refused > 0
        ? `${asCount(refused, "office")} refused a tick of your exit clearance. Read why; ${asCount(open, "item")} ${open === 1 ? "is" : "are"} open in all.`
        : `${asCount(open, "item")} of your exit clearance ${open === 1 ? "is" : "are"} open. Your certificate waits for ${open === 1 ? "it" : "them"}.`,
    deed: "See where to go",
    link: "/student/leaving",
  }),
};

function exitCalls(app: FastifyInstance): void {
  const { db, config } = app.portal;
  handle(app, readExitDesk, staff("exit-clearance"), ({ who }) => readDesk(db, who));
  handle(app, tickExits, staff("exit-clearance.change"), (ask) =>
    write(app, ask, (work) => tickLines(work, config, ask.who, ask.body)),
  );
  handle(app, readOwnExit, student, ({ who }) => ownExit(db, who.student));
}

export const exitClearanceNoun: Noun = {
  name: "exit-clearance",
  templates: exitTemplates,
  calls: exitCalls,
  listings: [exitRules],
  ownRows: [ownExits],
  merges: [exitMerge],
  studentSteps: [exitStep as StudentStep<unknown>],
  waiting: [
    {
      right: "exit-clearance.change",
      list: "exit-clearance",
      rows: (who) => sql`select from portal.exit_line t where t.state = 'Open' and ${within(who)}
        and not ${isOwnRecord(sql.ref("t.student"), who.staff)}`,
      one: "One tick of exit clearance waits at your desk.",
      many: "ticks of exit clearance wait at your desk.",
      deed: "See them",
      link: "/staff/exit-clearance?state=Open",
    },
  ],
};
