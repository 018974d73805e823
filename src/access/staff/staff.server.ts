import { randomBytes } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { departmentName } from "#college/department/department.server.ts";
import { choicesOf } from "#console/list/list.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { Choice } from "#console/record/record.contract.ts";
import { columnsOf, mayRead, type RecordRules, type RowChange } from "#console/record/record.server.ts";
import type { Officer, Scope } from "#console/scope/scope.server.ts";
import { refuseFields } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import {
  isAdministrator,
  keepAdministrator,
  lockRights,
  readGrants,
  reasonAgainst,
  reasonAgainstAddress,
  tellAdministrator,
  whomToAsk,
} from "../permission/permission.server.ts";
import { staffAddressTemplates } from "./account/account.mail.server.ts";
import { changeAddress, closeAccount, openAccount } from "./account/account.open.server.ts";
import { staffAccountCalls } from "./account/account.server.ts";
import { idleAccounts } from "./idle/idle.contract.ts";
import { closeIdleAccounts } from "./idle/idle.job.server.ts";
import { idleTemplates } from "./idle/idle.mail.server.ts";
import { mailStaffInvitation, mailStaffPasswordReset } from "./password/password.job.server.ts";
import { staffPasswordTemplates } from "./password/password.mail.server.ts";
import { staffPasswordCalls } from "./password/password.server.ts";
import { secondFactorTemplates } from "./second-factor/second-factor.mail.server.ts";
import { secondFactorCalls } from "./second-factor/second-factor.server.ts";
import { staffIdentityCalls } from "./sign-in/sign-in.identity.server.ts";
import { staffSignInCalls } from "./sign-in/sign-in.server.ts";
import { staffRecord } from "./staff.contract.ts";
import { takeEverything } from "./staff.leave.server.ts";

/** What is done to a member of staff, as the history says it. Signing in and out would bury the rest. */
const staffDeeds: Readonly<Record<string, string | null>> = {
  "staff.leave": "Lost every group, right and office",
  "staff.first": "Made the first administrator",
  "staff-account.close-idle": "Closed, because nobody used it",
  "staff-account.invite": "Sent a link to choose a password",
  "staff-password.mail-invitation": null,
  "staff-password.mail-link": null,
  "staff-password.reset": "Password chosen by a link",
  "staff-password.change": "Password changed",
  "second-factor.begin": null,
  "second-factor.turn-on": "Second factor turned on",
  "second-factor.turn-off": "Second factor turned off",
  "second-factor.drop": "Second factor taken away",
  "staff-session.open": null,
  "staff-session.end": null,
  "staff-session.end-others": null,
  "staff-session.end-all": "Signed out everywhere",
};

/** Who has these leaves for good, and every right with it. */
const leavers = ["Retired", "Left"];

export const staffRules: RecordRules<typeof staffRecord> = {
  of: staffRecord,
  table: "staff",
  deeds: staffDeeds,
  within: (column, { departments }) => sql`${column("department")} = any(${[...departments]}::uuid[])`,
  choosable: (column) => sql`${column("status")} = 'Active'`,
  usual: async (trx, { staff }) => {
    const adder = await trx.selectFrom("staff").select("department").where("_id", "=", staff).executeTakeFirst();
    return { foldernumber: `NEW-${randomBytes(3).toString("hex").toUpperCase()}`, ...adder };
  },
  instead: "Set the status to Left or Retired instead",
  constraints: {
    staff_foldernumber: ["value-taken", "foldernumber", "Another member of staff has this folder number already"],
    staff_emailaddress: ["value-taken", "emailaddress", "Another member of staff has this email address already"],
    staff_dateofbirth: ["date-of-birth-impossible", "dateofbirth", "Date of birth must be after 1900"],
  },
  check: async ({ trx }, { who, id, before, form }) => {
    if (before && form && id === who.staff) refuseOwnPerson(before, form);
    if (isStatusChanged(before, form)) await requireMayChange(trx, "status", who.staff, id);
    if (isAddressChanged(before, form)) await requireMayChange(trx, "emailaddress", who.staff, id);
  },
  brings: async (work, { who, id, before, form }, app) => {
    const { trx } = work;
    if (!before) await openAccount(trx, id);
    if (before && isAddressChanged(before, form))
      await changeAddress(trx, app.portal.config, id, String(before.emailaddress));
    if (isStatusChanged(before, form)) {
      if (form?.status !== "Active") await closeAccount(trx, id);
      if (before?.status === "Active" && id !== who.staff && (await isAdministrator(trx, id)))
        await tellAdministrator(trx, app.portal.config, id);
      if (leavers.includes(form?.status)) await takeEverything(work, id);
      await keepAdministrator(trx);
    }
  },
};

const isStatusChanged = (before: RowChange["before"], form: RowChange["form"]): boolean =>
  before !== null && form !== null && before.status !== form.status;

const isAddressChanged = (before: RowChange["before"], form: RowChange["form"]): boolean =>
  before !== null && form !== null && String(before.emailaddress).toLowerCase() !== form.emailaddress.toLowerCase();

/**
 * By names and phone an applicant's file is known to be the officer's own: whoever set them oneself would decide about it. The
 * department is how far a right may reach.
 */
const person = {
  firstname: "first name",
  lastname: "last name",
  phonenumber: "phone number",
  department: "department",
} as const;

function refuseOwnPerson(before: NonNullable<RowChange["before"]>, form: NonNullable<RowChange["form"]>): void {
  const was = { ...before, department: (before.department as Choice)._id };
  const own = Object.entries(person).filter(
    ([field]) => String(was[field as keyof typeof was]).toLowerCase() !== String(form[field]).toLowerCase(),
  );
  if (own.length === 0) return;
  const told = own.map(([field, name]) => [
    field,
    `Nobody changes their own ${name}: ask an administrator, or a colleague who may change staff, to do it`,
  ]);
  throw refuseFields("own-account", Object.fromEntries(told));
}

const called = { status: "status", emailaddress: "email address" } as const;

const against = { status: reasonAgainst, emailaddress: reasonAgainstAddress } as const;

/** Whoever reads somebody's mails signs in as that person, by a forgotten password; whoever ends a status takes every right. */
async function requireMayChange(trx: Trx, field: keyof typeof called, actor: string, member: string): Promise<void> {
  await lockRights(trx);
  const sentence =
    actor === member
      ? `Nobody changes their own ${called[field]}: ask ${await whomToAsk(trx, actor)} to do it`
      : await against[field](trx, actor, member);
  if (sentence) throw refuseFields(actor === member ? "own-account" : "rights-above-yours", { [field]: sentence });
}

/** The members of staff who may sign in, as far as a right reaches, to be counted. */
export const activeStaff = (scope: Scope): RawBuilder<unknown> =>
  sql`select from portal.staff t where t.status = 'Active' and ${mayRead(staffRules, { scope }, columnsOf("t"))}`;

/**
 * Every member of staff as others name, count on and write to one, as a part of a larger query; `since` is when the status began.
 */
export const everyMember = (): RawBuilder<unknown> =>
  sql`(select _id, concat_ws(' ', title, firstname, lastname) as name, firstname, lastname, foldernumber, emailaddress, status,
    status not in ('Retired', 'Left') as ishere, "statusAt" as since, department,
    ${departmentName(sql.ref("staff.department"))} as departmentname from portal.staff)`;

/** Whom a class may be allocated to, or else be asked of: who works, of every department, as the choices of a record answer. */
export const colleaguesToChoose = (db: Database, who: Officer, query: unknown): Promise<Choice[]> =>
  choicesOf(db, staffRules, { ...who, scope: "all" }, query);

/** The names of members of staff by `_id`, as the office writes them: "Dr Hauwa Bello". */
export async function namesOfStaff(db: Database | Trx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ _id: string; name: string }>`
    select _id, concat_ws(' ', title, firstname, lastname) as name from portal.staff
    where _id = any(${[...new Set(ids)]}::uuid[])`.execute(db);
  return new Map(rows.map(({ _id, name }) => [_id, name]));
}

/** Members of staff as whoever works with them needs to know: what each is called, and whether he or she still works here. */
export async function membersOfStaff(
  db: Database | Trx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly name: string; readonly isactive: boolean; readonly emailaddress: string }>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ _id: string; name: string; isactive: boolean; emailaddress: string }>`
    select _id, concat_ws(' ', title, firstname, lastname) as name, status = 'Active' as isactive, emailaddress
    from portal.staff where _id = any(${[...new Set(ids)]}::uuid[])`.execute(db);
  return new Map(rows.map(({ _id, ...member }) => [_id, member]));
}

/** The names of those who may use a right now, for the whole college, but for one person: a second person for what that one proposes. */
export async function approversBeside(db: Database | Trx, key: string, proposer: string): Promise<string[]> {
  const held = await readGrants(
    db,
    sql`g.key = ${key} and g.scope = 'all' and g.staff <> ${proposer}
    and exists (select from portal.staff s where s._id = g.staff and s.status = 'Active')`,
  );
  const names = await namesOfStaff(
    db,
    held.map(({ staff }) => staff),
  );
  return [...names.values()].sort();
}

const idleAccountRules: RecordRules<typeof idleAccounts> = {
  of: idleAccounts,
  table: "idle_account",
  within: (column, { departments }) => sql`${column("department")} = any(${[...departments]}::uuid[])`,
};

export const staffNoun: Noun = {
  name: "staff",
  templates: [...staffPasswordTemplates, ...staffAddressTemplates, ...secondFactorTemplates, ...idleTemplates],
  calls: (app) => {
    staffSignInCalls(app);
    staffIdentityCalls(app);
    staffPasswordCalls(app);
    secondFactorCalls(app);
    staffAccountCalls(app);
  },
  records: [staffRules],
  listings: [idleAccountRules],
  jobs: [mailStaffPasswordReset, mailStaffInvitation],
  rounds: [closeIdleAccounts],
};
