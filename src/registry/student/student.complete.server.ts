import { sql } from "kysely";
import type { ApplicationSnapshot } from "#applications/application/application.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { linesIn } from "#college/setting/setting.lines.rules.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import type { Values } from "#console/record/record.contract.ts";
import type { FormChange } from "#console/record/record.server.ts";
import { accountsRefused, type OfficePerson, openAccountsFor, personOf } from "#identity/account/account.server.ts";
import { type Refusal, refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import type { ModeOfEntry } from "#reference/qualifications/qualifications.rules.ts";
import { alikeRefused } from "./student.alike.server.ts";
import { students } from "./student.contract.ts";
import { refuseOwnRecords } from "./student.read.server.ts";
import { livingStatuses } from "./student.rules.ts";

const CORRECTED = "is corrected by two people. Open the student's record and ask for the correction there";

const BY_FILE = "that came wrong by a file is corrected by two people. Open the student's record and ask for it there";

const OWN = "is the account's: the student changes it there, or the help desk does";

/** Who changes what stands, and where. */
function wayToCorrect({ name, label }: { name: string; label: string }, isAccounts: boolean): string {
  if (name === "programme") return `A programme ${BY_FILE}. Any other is changed by a change of combination`;
  if (name === "session") return `A session of entry ${BY_FILE}. Any other is the application's, and stays`;
  if (isAccounts && (name === "emailaddress" || name === "phonenumber")) return `${label} ${OWN}`;
  return `${label} ${CORRECTED}`;
}

/** Of students who are added or filled in, those who may not be, by `_id`: what stands is corrected, and one is one person. */
export async function studentsRefused(
  { trx }: Work,
  changes: readonly FormChange[],
): Promise<ReadonlyMap<string, Refusal>> {
  const [first] = changes;
  if (first)
    await refuseOwnRecords(
      trx,
      first.who,
      changes.flatMap(({ id, before }) => (before ? [id] : [])),
    );
  const refused = new Map<string, Refusal>();
  for (const change of changes) {
    const refusal = onlyFilled(change);
    if (refusal) refused.set(change.id, refusal);
  }
  const open = (list: readonly FormChange[]) => list.filter(({ id }) => !refused.has(id));
  for (const [id, refusal] of await othersWith(trx, open(changes))) refused.set(id, refusal);
  for (const [id, refusal] of await accountsRefused(trx, open(changes).flatMap(accountFor))) refused.set(id, refusal);
  for (const [id, refusal] of await alikeRefused(trx, open(changes))) refused.set(id, refusal);
  return refused;
}

/** What stands already is not changed by who fills in what is missing. */
function onlyFilled({ before, form }: FormChange): Refusal | undefined {
  if (!before) return undefined;
  const changed = students.facts.filter(({ name, noun }) => {
    const stood = noun && before[name] ? (before[name] as { _id: string })._id : before[name];
    return stood !== null && stood !== undefined && stood !== form[name];
  });
  if (changed.length === 0) return undefined;
  return refuseFields(
    "corrected-by-two",
    Object.fromEntries(changed.map((fact) => [fact.name, wayToCorrect(fact, hasAccount(before))])),
  );
}

const hasAccount = (before: FormChange["before"]): boolean => Boolean(before?.phonenumber && before.jamb);

/** Other students with the same matric number, or living ones with the same JAMB number or address. */
async function othersWith(
  trx: Trx,
  changes: readonly Pick<FormChange, "id" | "form">[],
): Promise<ReadonlyMap<string, Refusal>> {
  const given = JSON.stringify(
    changes.map(({ id, form: { matric, jamb, emailaddress } }) => ({ _id: id, matric, jamb, emailaddress })),
  );
  const { rows } = await sql<{ id: string; by: "matric" | "jamb" | "emailaddress"; called: string }>`
    with given as materialized (
      select * from jsonb_to_recordset(${given}::jsonb) as g(_id uuid, matric text, jamb text, emailaddress text))
    select g._id as id, 'matric' as by, s.matric as called
      from given g join portal.student s on lower(s.matric) = lower(g.matric) where s._id <> g._id
    union all
    select g._id, 'matric', f.matric
      from given g join portal.former_matric f on lower(f.matric) = lower(g.matric) where f.student <> g._id
    union all
    select g._id, 'jamb', coalesce(s.matric, s.name) from given g join portal.student s on s.jamb = g.jamb
      where s._id <> g._id and s.status = any(${[...livingStatuses]})
    union all
    select g._id, 'emailaddress', coalesce(s.matric, s.name)
      from given g join portal.student s on lower(s.emailaddress) = lower(g.emailaddress)
      where s._id <> g._id and s.status = any(${[...livingStatuses]})`.execute(trx);
  const refused = new Map<string, Refusal>();
  // Who has the number is said rather than who has the address.
  for (const { id, by, called } of rows) if (!refused.has(id)) refused.set(id, another[by](called));
  return refused;
}

/** Refuses an address of another living student. */
export async function refuseTakenAddress(trx: Trx, id: string, emailaddress: string): Promise<void> {
  const [refusal] = (await othersWith(trx, [{ id, form: { emailaddress } }])).values();
  if (refusal) throw refusal;
}

const another = {
  matric: () => refuseFields("value-taken", { matric: "Another student has this matric number already" }),
  jamb: (called: string) =>
    refuseFields("student-already", {
      jamb: `The student ${called} has this JAMB number. If it is the same person, fill in that record by its matric number; if not, correct the JAMB number`,
    }),
  emailaddress: (called: string) =>
    refuseFields("address-taken", {
      emailaddress: `The student ${called} has this email address. If it is the same person, fill in that record by its matric number; if not, write an address of this person's own`,
    }),
};

/** Whom an account is opened for: once all is there that one needs, and was not before. */
function accountFor({ id, before, form }: FormChange): OfficePerson[] {
  const { firstname, middlename, lastname, emailaddress, phonenumber, jamb } = form;
  if (!phonenumber || !jamb || hasAccount(before)) return [];
  return [{ key: id, firstname, middlename: middlename ?? null, lastname, emailaddress, phonenumber, jamb }];
}

/** Says who of new or filled-in students is an indigene, and opens the accounts of those who have all that one needs. */
export async function fillStudents(work: Work, changes: readonly FormChange[]): Promise<ReadonlyMap<string, Values>> {
  const homes = linesIn(await readSetting(work.trx, "homeStates"));
  const accounts = await openAccountsFor(work, changes.flatMap(accountFor));
  return new Map(
    changes.map(({ id, before, form }) => {
      const account = accounts.get(id);
      return [
        id,
        {
          entrylevel: form.entrylevel ?? form.level ?? null,
          // Judged when the state is filled in, by the home states of then.
          ...(!before?.stateoforigin && { indigene: homes.includes(form.stateoforigin ?? "") }),
          // What an account that stands already says of its owner is right.
          ...(account && {
            applicant: account._id,
            emailaddress: account.emailaddress,
            phonenumber: account.phonenumber,
          }),
        },
      ];
    }),
  );
}

/** What two people have agreed to correct; a student of another state may be an indigene. The account is corrected by itself. */
export async function correctStudent(
  { trx, note }: Work,
  _id: string,
  before: Corrected,
  after: Corrected,
): Promise<void> {
  const homes = linesIn(await readSetting(trx, "homeStates"));
  const columns = Object.fromEntries(Object.entries(after).map(([name, value]) => [name, columnOf(value)]));
  const origin = columns.stateoforigin;
  await onConstraint(
    {
      student_matric: () => refuse("value-taken", "Another student has this matric number. Look whose it is first"),
      student_levels: () => refuse("levels-out-of-order", "Level must not be below the level of entry"),
    },
    trx
      .updateTable("student")
      .set({
        ...columns,
        ...(origin !== undefined && { indigene: homes.includes(origin ?? "") }),
        version: sql<number>`version + 1`,
        updatedAt: sql<string>`now()`,
      })
      .where("_id", "=", _id)
      .execute(),
  );
  note({ deed: "student.correct", subject: `student:${_id}`, before, after });
}

/** Of what is chosen from another list the `_id`, and what it is called. */
type Corrected = Readonly<Record<string, string | null | { readonly _id: string; readonly label: string }>>;

const columnOf = (value: Corrected[string]): string | null =>
  value !== null && value !== undefined && typeof value === "object" ? value._id : (value ?? null);

interface HandedOver {
  readonly applicant: string;
  readonly application: string;
  readonly programme: string;
  readonly session: string;
  readonly type: ModeOfEntry;
  readonly level: number;
  readonly semester: number;
  readonly snapshot: ApplicationSnapshot;
}

/**
 * Makes a student of who has applied, with the copy of the application; the account is locked. The number follows. Refuses
 * an account that is a living student.
 */
export async function createStudent({ trx, note }: Work, { snapshot, ...given }: HandedOver) {
  const { firstname, middlename, lastname, gender, dateofbirth, stateoforigin, lgaoforigin } = snapshot.bio;
  const { emailaddress, phonenumber, jamb } = await personOf(trx, given.applicant);
  const bio = { firstname, middlename, lastname, gender, dateofbirth, stateoforigin, lgaoforigin };
  const account = { emailaddress, phonenumber, jamb };
  const homes = linesIn(await readSetting(trx, "homeStates"));
  const student = {
    ...given,
    ...bio,
    ...account,
    _id: newId(),
    entrylevel: given.level,
    indigene: homes.includes(stateoforigin),
  };
  await onConstraint(
    { student_living: studentAlready, student_living_jamb: studentAlready },
    trx
      .insertInto("student")
      .values({ ...student, snapshot: JSON.stringify(snapshot) })
      .execute(),
  );
  const named = {
    programme: { _id: given.programme, label: programmeTitle(snapshot.programme) },
    session: { _id: given.session, label: snapshot.session.name },
  };
  note({ deed: "student.create", subject: `student:${student._id}`, after: { ...student, ...named } });
  return student;
}

/**
 * Gives the record of somebody who has left, and enters anew, the account by which the same person signs in now: debts and holds
 * count whichever record they stand on. One that has an account keeps it, until two people merge them.
 */
export async function joinEarlierRecord({ trx, note }: Work, earlier: string, applicant: string): Promise<void> {
  const before = await trx
    .selectFrom("student")
    .select(["emailaddress", "phonenumber", "jamb"])
    .where("_id", "=", earlier)
    .where("applicant", "is", null)
    .where("status", "not in", [...livingStatuses, "Merged"])
    .forUpdate()
    .executeTakeFirst();
  if (!before) return;
  const { emailaddress, phonenumber, jamb } = await personOf(trx, applicant);
  const after = { emailaddress, phonenumber, jamb };
  await trx
    .updateTable("student")
    .set({ applicant, ...after, version: sql<number>`version + 1`, updatedAt: sql<string>`now()` })
    .where("_id", "=", earlier)
    .execute();
  note({ deed: "student.enter-anew", subject: `student:${earlier}`, before, after });
}

/** An account is one living student's. */
const studentAlready = () =>
  refuseFields("student-already", {
    jamb: "Whoever has this JAMB number is a student already. Look for the student by the number",
  });
