import { sql } from "kysely";
import type { FormChange } from "#console/record/record.server.ts";
import { type Refusal, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { livingStatuses, type StudentStatus } from "./student.rules.ts";

/** Somebody who may be on record already; `key` is what whoever asks calls this person: of a student, the `_id`. */
export interface PersonSought {
  readonly key: string;
  /** The account, which is no other person's. */
  readonly applicant: string | null;
  readonly name: string;
  readonly jamb: string | null;
  readonly emailaddress: string | null;
  readonly phonenumber: string | null;
  readonly dateofbirth: string | null;
}

/** A student on record who may be the same person, with what speaks for it. */
export interface AlikeStudent {
  readonly key: string;
  readonly student: string;
  readonly name: string;
  readonly matric: string | null;
  readonly status: StudentStatus;
  readonly alike: readonly string[];
}

/**
 * The students who may be one of these people: of the same JAMB number, address or phone, or of the same names in any order and
 * the same day of birth. Each way is asked by an index of its own.
 */
export async function alikeStudents(
  db: Database | Trx,
  people: readonly PersonSought[],
): Promise<ReadonlyMap<string, AlikeStudent[]>> {
  if (people.length === 0) return new Map();
  const { rows } = await sql<AlikeStudent>`
    with g as materialized (select key, applicant, name, jamb, lower(emailaddress) as address, phonenumber, dateofbirth
      from jsonb_to_recordset(${JSON.stringify(people)}::jsonb)
        as given(key uuid, applicant uuid, name text, jamb text, emailaddress text, phonenumber text, dateofbirth date)),
    found as (
      select g.key, s._id, 1 as nth, ${NUMBER} as why from g join portal.student s on s.jamb = g.jamb
      union all select g.key, s._id, 2, 'same names and day of birth' from g
        join portal.student s on s.dateofbirth = g.dateofbirth and lower(s.lastname) = any(portal.name_words(g.name))
          and portal.are_names_alike(s.name, g.name)
      union all select g.key, s._id, 3, 'same email address' from g join portal.student s on lower(s.emailaddress) = g.address
      union all select g.key, s._id, 4, 'same phone number' from g join portal.student s on s.phonenumber = g.phonenumber)
    select f.key, s._id as student, s.name, s.matric, s.status, array_agg(f.why order by f.nth) as alike
    from found f join portal.student s on s._id = f._id join g on g.key = f.key
    where s._id <> f.key and s.status <> 'Merged' and s.applicant is distinct from g.applicant
      and not exists (select from portal.told_apart t where (t.student, t.other) in ((f.key, s._id), (s._id, f.key)))
    group by f.key, s._id, s.name, s.matric, s.status, s."createdAt"
    order by count(*) desc, s."createdAt"`.execute(db);
  return Map.groupBy(rows, ({ key }) => key);
}

const NUMBER = "same JAMB number";

/** One JAMB number is one living student's. */
export const hasTheirNumber = ({ status, alike }: AlikeStudent): boolean =>
  livingStatuses.includes(status) && alike.includes(NUMBER);

const MOST_NAMED = 3;

/** "NCE/24/0007 Yusuf Amina, Active (same names and day of birth, same phone number)". */
export function alikeWords(found: readonly AlikeStudent[]): string {
  const named = found
    .slice(0, MOST_NAMED)
    .map(({ matric, name, status, alike }) => `${matric ? `${matric} ` : ""}${name}, ${status} (${alike.join(", ")})`);
  const more = found.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join("; ");
}

/** New records of people who may be on record already, and of whom nobody has said that they are others, by `id`. */
export async function alikeRefused(trx: Trx, changes: readonly FormChange[]): Promise<ReadonlyMap<string, Refusal>> {
  const fresh = changes.filter(({ before, form }) => before === null && form.anotherperson !== true);
  const found = await alikeStudents(trx, fresh.map(soughtOf));
  const refused = new Map([...found].map(([key, students]) => [key, alreadyOnRecord(alikeWords(students))]));
  for (const [key, row] of alikeAmong(fresh)) if (!refused.has(key)) refused.set(key, alreadyOnRecord(row));
  return refused;
}

const alreadyOnRecord = (who: string) =>
  refuseFields("likely-duplicate", {
    anotherperson: `Perhaps this person is on record already: ${who}. Look there first. If this is another person, answer Yes to Another person (in a file: Yes in a column of that name)`,
  });

const soughtOf = ({ id, form }: FormChange): PersonSought => ({
  key: id,
  applicant: null,
  name: nameOf(form),
  jamb: form.jamb ?? null,
  emailaddress: form.emailaddress,
  phonenumber: form.phonenumber ?? null,
  dateofbirth: form.dateofbirth ?? null,
});

const nameOf = ({ lastname, firstname, middlename }: FormChange["form"]): string =>
  [lastname, firstname, middlename].filter(Boolean).join(" ");

/** Of new records, those that are like one further up, which is not on record yet. */
function alikeAmong(fresh: readonly FormChange[]): [id: string, who: string][] {
  const found: [string, string][] = [];
  const seen = new Map<string, string>();
  for (const { id, form } of fresh) {
    const called = `${form.matric ? `${form.matric} ` : ""}${nameOf(form)}`;
    for (const [why, key] of tellingOf(form)) {
      const before = seen.get(key);
      if (before === undefined) seen.set(key, called);
      else found.push([id, `${before}, further up in this file (${why})`]);
    }
  }
  return found;
}

/** What speaks for one person, as a text that is the same for both. */
function tellingOf(form: FormChange["form"]): [why: string, key: string][] {
  const words = nameOf(form)
    .toLowerCase()
    .split(/[^\p{L}\p{N}']+/u);
  const names = [...new Set(words)].filter(Boolean).toSorted().join(" ");
  return [
    ...(form.dateofbirth ? [["same names and day of birth", `${form.dateofbirth} ${names}`] as [string, string]] : []),
    ...(form.phonenumber ? [["same phone number", form.phonenumber] as [string, string]] : []),
  ];
}

/** Keeps that a new student is another person than those who are alike, and who said so. */
export async function tellApart(trx: Trx, sought: PersonSought, saidby: string): Promise<void> {
  const found = (await alikeStudents(trx, [sought])).get(sought.key) ?? [];
  for (const { student, alike } of found)
    await trx
      .insertInto("told_apart")
      .values({ student: sought.key, other: student, alike: [...alike], saidby })
      .execute();
}

/** The same of a record that was added by a form or a file. */
export async function keepApart(trx: Trx, { who, id, before, form }: FormChange): Promise<void> {
  if (before === null && form.anotherperson === true)
    await tellApart(trx, soughtOf({ who, id, before, form }), who.staff);
}
