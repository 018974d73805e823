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
  /** Whether it is of the same account: then it is the same person. */
  readonly own: boolean;
  /** Whether another account signs in for it. */
  readonly elsewhere: boolean;
}

/**
 * The students who may be one of these people: of the same account, JAMB number, address or phone, or of the same names in any
 * order and the same day of birth. Each way is asked by an index of its own.
 */
export async function alikeStudents(
  db: Database | Trx,
  people: readonly PersonSought[],
): Promise<ReadonlyMap<string, AlikeStudent[]>> {
  if (people.length === 0) return new Map();
  const { rows } = await sql<AlikeStudent>`
    with g as materialized (select key, applicant, name, portal.name_words(name) as words, jamb, lower(emailaddress) as address,
        phonenumber, dateofbirth
      from jsonb_to_recordset(${JSON.stringify(people)}::jsonb)
        as given(key uuid, applicant uuid, name text, jamb text, emailaddress text, phonenumber text, dateofbirth date)),
    found as (
      select g.key, s._id, 0 as nth, 'same account' as why from g join portal.student s on s.applicant = g.applicant
      union all select g.key, s._id, 1, ${NUMBER} from g join portal.student s on s.jamb = g.jamb
      union all select g.key, s._id, 2, 'same names and day of birth' from g
        join portal.student s on s.dateofbirth = g.dateofbirth and lower(s.lastname) = any(g.words)
          and portal.are_names_alike(s.name, g.name)
      union all select g.key, s._id, 3, 'same email address' from g join portal.student s on lower(s.emailaddress) = g.address
      union all select g.key, s._id, 4, 'same phone number' from g join portal.student s on s.phonenumber = g.phonenumber)
    select f.key, s._id as student, s.name, s.matric, s.status, array_agg(f.why order by f.nth) as alike,
      coalesce(s.applicant = g.applicant, false) as own, coalesce(s.applicant <> g.applicant, false) as elsewhere
    from found f join portal.student s on s._id = f._id join g on g.key = f.key
    where s._id <> f.key and s.status <> 'Merged'
      and not exists (select from portal.told_apart t where (t.student, t.other) in ((f.key, s._id), (s._id, f.key)))
    group by f.key, s._id, s.name, s.matric, s.status, s.applicant, g.applicant, s."createdAt"
    order by own desc, count(*) desc, s."createdAt"`.execute(db);
  return Map.groupBy(rows, ({ key }) => key);
}

const NUMBER = "same JAMB number";

/** One JAMB number is one living student's. */
export const hasTheirNumber = ({ status, alike }: AlikeStudent): boolean =>
  livingStatuses.includes(status) && alike.includes(NUMBER);

/** Whoever has left may enter anew. */
export const hasLeft = ({ status }: AlikeStudent): boolean => !livingStatuses.includes(status);

const MOST_NAMED = 3;

/** "NCE/24/0007 Yusuf Amina, Active (same names and day of birth, same phone number)". */
export function alikeWords(found: readonly AlikeStudent[]): string {
  const named = found.slice(0, MOST_NAMED).map((one) => `${calledAlike(one)} (${one.alike.join(", ")})`);
  const more = found.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join("; ");
}

/** "NCE/24/0007 Yusuf Amina, Active". */
export const calledAlike = ({ matric, name, status }: AlikeStudent): string =>
  `${matric ? `${matric} ` : ""}${name}, ${status}`;

/** New records of people who may be on record already, and of whom nobody has said that they are others, by `id`. */
export async function alikeRefused(trx: Trx, changes: readonly FormChange[]): Promise<ReadonlyMap<string, Refusal>> {
  const fresh = changes.filter(({ before, form }) => before === null && form.anotherperson !== true);
  const people = fresh.map(soughtOf);
  const found = await alikeStudents(trx, people);
  const refused = new Map([...found].map(([key, students]) => [key, alreadyOnRecord(alikeWords(students))]));
  const numbers = new Map(fresh.map(({ id, form }) => [id, form.matric ? `${form.matric} ` : ""]));
  for (const [key, { first, alike }] of alikeAmong(people))
    if (!refused.has(key)) {
      const called = `${numbers.get(first.key) ?? ""}${first.name}`;
      refused.set(key, alreadyOnRecord(`${called}, further up in this file (${alike.join(", ")})`));
    }
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

/** Somebody further up who may be the same person, with what speaks for it. */
export interface AlikeFurtherUp {
  readonly first: PersonSought;
  readonly alike: readonly string[];
}

/** Of people who are not on record yet, those who are like one further up, by `key`. None is held against every other. */
export function alikeAmong(people: readonly PersonSought[]): ReadonlyMap<string, AlikeFurtherUp> {
  const found = new Map<string, AlikeFurtherUp>();
  const byPhone = new Map<string, PersonSought>();
  const byNames = new Map<string, (readonly [one: PersonSought, names: ReadonlySet<string>])[]>();
  for (const one of people) {
    const names = namesOf(one.name);
    const tellings = one.dateofbirth ? pairsOf(names).map((pair) => `${one.dateofbirth} ${pair}`) : [];
    let namesake: PersonSought | undefined;
    for (const telling of tellings) namesake ??= byNames.get(telling)?.find(([, of]) => areAlike(names, of))?.[0];
    const phonesake = one.phonenumber ? byPhone.get(one.phonenumber) : undefined;
    const first = namesake ?? phonesake;
    if (first)
      found.set(one.key, {
        first,
        alike: [
          ...(namesake ? ["same names and day of birth"] : []),
          ...(phonesake === first ? ["same phone number"] : []),
        ],
      });
    for (const telling of tellings) {
      if (!byNames.has(telling)) byNames.set(telling, []);
      byNames.get(telling)?.push([one, names]);
    }
    if (one.phonenumber && !phonesake) byPhone.set(one.phonenumber, one);
  }
  return found;
}

/** The words of a name, as `portal.name_words` tells them apart. */
const namesOf = (name: string): ReadonlySet<string> =>
  new Set(
    name
      .toLowerCase()
      .split(/[^\p{L}\p{N}']+/u)
      .filter(Boolean),
  );

/** Every two words of a name: whoever is alike has two in common. */
function pairsOf(names: ReadonlySet<string>): string[] {
  const words = [...names].toSorted();
  return words.flatMap((word, place) => words.slice(place + 1).map((other) => `${word} ${other}`));
}

/** As `portal.are_names_alike` does. */
const areAlike = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  Math.min(one.size, other.size) > 1 && (isWithin(one, other) || isWithin(other, one));

const isWithin = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  [...one].every((word) => other.has(word));

/** Keeps that a new student is another person than those who are alike, and who said so. */
export async function tellApart(
  trx: Trx,
  student: string,
  others: readonly AlikeStudent[],
  saidby: string,
): Promise<void> {
  if (others.length === 0) return;
  await trx
    .insertInto("told_apart")
    .values(others.map(({ student: other, alike }) => ({ student, other, alike: [...alike], saidby })))
    .execute();
}

/** The same of a record that was added by a form or a file. */
export async function keepApart(trx: Trx, change: FormChange): Promise<void> {
  const { who, id, before, form } = change;
  if (before !== null || form.anotherperson !== true) return;
  await tellApart(trx, id, (await alikeStudents(trx, [soughtOf(change)])).get(id) ?? [], who.staff);
}
