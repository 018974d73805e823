import { sql } from "kysely";
import type { TypedNames } from "#console/noun/noun.server.ts";
import { refuseFields } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { type BioField, type BioLock, type LockableField, lockableFields } from "./bio.contract.ts";
import { labelOf } from "./bio.rules.ts";

type Values = Readonly<Partial<Record<BioField, string | null | undefined>>>;

/** What of an applicant's bio stands fast, in the order of its forms. */
export async function bioLocksOf(db: Database | Trx, owner: string): Promise<BioLock[]> {
  const { rows } = await sql<BioLock>`select field, value, source from portal.bio_lock
    where applicant = ${owner}`.execute(db);
  const place = ({ field }: BioLock) => lockableFields.indexOf(field);
  return rows.sort((one, other) => place(one) - place(other));
}

/** Refuses (200, under the fields) a bio that says otherwise. */
export function refuseUnlike(locks: readonly BioLock[], typed: Values): void {
  const wrong = locks.filter(({ field, value }) => (typed[field] ?? "") !== value);
  if (wrong.length > 0)
    throw refuseFields(
      "stands-as-told",
      Object.fromEntries(wrong.map(({ field, value, source }) => [field, sentenceOf(field, value, source)])),
    );
}

/** Refuses (200, under the fields) names of the account that stand fast as somebody else told them. */
export async function refuseNamesUnlike(trx: Trx, owner: string, typed: TypedNames): Promise<void> {
  const locks = await bioLocksOf(trx, owner);
  refuseUnlike(
    locks.filter(({ field }) => field in typed),
    typed,
  );
}

const sentenceOf = (field: LockableField, value: string, source: BioLock["source"]) =>
  `${labelOf(field)} is ${value} as ${source === "JAMB" ? "JAMB has it" : "the office put it right"}. If that is wrong, say so under JAMB and CAPS, with a paper that shows it`;

/** What is told stands fast from now on, in place of what stood fast before. The applicant is locked. */
export async function lockBio(trx: Trx, owner: string, told: Values, source: BioLock["source"]): Promise<void> {
  const values = Object.fromEntries(lockableFields.flatMap((field) => (told[field] ? [[field, told[field]]] : [])));
  await sql`insert into portal.bio_lock (applicant, field, value, source)
    select ${owner}, key, value, ${source} from jsonb_each_text(${JSON.stringify(values)}::jsonb)
    on conflict (applicant, field) do update set value = excluded.value, source = excluded.source`.execute(trx);
}

/** What stood fast and is corrected stands fast as the office has put it; what became empty is free. The applicant is locked. */
export async function correctBioLocks(trx: Trx, owner: string, after: Values): Promise<void> {
  const changed = lockableFields.filter((field) => field in after);
  const values = JSON.stringify(Object.fromEntries(changed.map((field) => [field, after[field] || null])));
  await sql`delete from portal.bio_lock where applicant = ${owner} and ${values}::jsonb -> field = 'null'`.execute(trx);
  await sql`update portal.bio_lock set value = ${values}::jsonb ->> field, source = 'Office'
    where applicant = ${owner} and ${values}::jsonb ->> field is not null`.execute(trx);
}

/** Nothing stands fast any more. */
export const freeBio = (trx: Trx, owner: string): Promise<unknown> =>
  trx.deleteFrom("bio_lock").where("applicant", "=", owner).execute();

export const ownBioLocks: OwnRows = {
  name: "biolocks",
  tables: ["bio_lock"],
  rows: (owner) => sql`select to_jsonb(l) as row from portal.bio_lock l where applicant = ${owner} order by field`,
  unused: { what: "what JAMB told", drop: (owner) => sql`delete from portal.bio_lock where applicant = ${owner}` },
};

export const impossibleBioLocks: readonly Impossible[] = [
  {
    name: "bio-says-otherwise",
    sentence: "A bio says what stands fast of it",
    rows: sql`select distinct 'bio:' || b.applicant as subject from portal.bio b join portal.bio_lock l on l.applicant = b.applicant
      where l.value is distinct from to_jsonb(b) ->> l.field`,
  },
];
