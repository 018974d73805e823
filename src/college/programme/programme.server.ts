import { type Expression, type RawBuilder, sql } from "kysely";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules, RowColumn } from "#console/record/record.server.ts";
import type { Scope } from "#console/scope/scope.server.ts";
import { notFound, refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { type ModeOfEntry, modesOfEntry } from "#reference/qualifications/qualifications.rules.ts";
import type { AdmittingProgramme, Programme } from "./programme.contract.ts";
import { programmes } from "./programme.record.contract.ts";

export const programmeRules: RecordRules<typeof programmes> = {
  of: programmes,
  table: "programme",
  within: (column, { departments }) => sql`${column("department")} = any(${[...departments]}::uuid[])`,
  constraints: {
    programme_code: ["value-taken", "code", "Another programme has this code already"],
    programme_name: ["value-taken", "name", "The department has this programme with this award already"],
    programme_units: ["units-out-of-order", "maxunit", "Maximum units must not be less than the minimum units"],
  },
};

/** The programmes that a narrow right reaches, as a part of a larger query: rows of `_id`. */
export const programmesReached = ({ departments }: Exclude<Scope, "all">): RawBuilder<unknown> =>
  sql`select reached._id from portal.programme reached where reached.department = any(${[...departments]}::uuid[])`;

/** Programmes that take applicants, by college, department and name. Those that take only COLLEGE are left out. */
export async function admittingProgrammes(db: Database): Promise<AdmittingProgramme[]> {
  return (await inOrder(db).execute()).map(withEntryModes);
}

/** The same, as far as a right reaches. */
export async function admittingProgrammesWithin(db: Database, scope: Scope): Promise<AdmittingProgramme[]> {
  if (scope === "all") return admittingProgrammes(db);
  const reached = inOrder(db).where("programme._id", "in", sql<string>`(${programmesReached(scope)})`);
  return (await reached.execute()).map(withEntryModes);
}

/** One programme that takes applicants. Refuses one that takes none, 404 for what does not exist. */
export async function admittingProgramme(db: Database, id: string): Promise<AdmittingProgramme> {
  return requireAdmitting(await knownProgramme(db, id).executeTakeFirst());
}

/** One programme, open or not, with whether it takes applicants now; to be read beside others, then held to `requireAdmitting`. */
export const knownProgramme = (db: Database, id: string) =>
  named(db)
    .select(["programme.modes", "programme.durationyears", takesApplicants.as("takes")])
    .where("programme._id", "=", isId(id) ? id : null);

type KnownProgramme = NonNullable<Awaited<ReturnType<ReturnType<typeof knownProgramme>["executeTakeFirst"]>>>;

/** The refusals of `admittingProgramme`. */
export function requireAdmitting(known: KnownProgramme | undefined | null): AdmittingProgramme {
  if (!known) throw notFound();
  const { takes, ...programme } = known;
  if (!takes) {
    throw refuse(
      "programme-not-admitting",
      `${known.name} does not take applications at the moment. Please choose another programme`,
    );
  }
  return withEntryModes(programme);
}

/** Programmes by `_id`, open or not, for records that refer to them. */
export async function programmesById(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, Programme>> {
  if (ids.length === 0) return new Map();
  const found = await named(db).where("programme._id", "in", ids).execute();
  return new Map(found.map((programme) => [programme._id, programme]));
}

/** Programmes by their code, as it was typed. */
export async function programmesByCode(
  db: Database,
  codes: readonly string[],
): Promise<ReadonlyMap<string, Programme>> {
  if (codes.length === 0) return new Map();
  const typed = codes.map((one) => one.toUpperCase());
  const found = await named(db).where(sql<boolean>`upper(programme.code) = any(${typed}::text[])`).execute();
  return new Map(found.map((programme) => [programme.code.toUpperCase(), programme]));
}

/** The codes of a programme, its department and its school, and what it leads to; undefined where there is none. */
export const programmeCodes = (db: Database, programme: string) =>
  db
    .selectFrom("programme")
    .innerJoin("department", "department._id", "programme.department")
    .innerJoin("college", "college._id", "department.college")
    .select(["programme.code as programme", "department.code as department", "college.code as school"])
    .select("programme.award")
    .where("programme._id", "=", programme)
    .executeTakeFirst();

interface NamedProgramme extends Pick<Programme, "_id" | "code" | "name" | "award"> {
  /** Whether it takes applicants. */
  readonly admits: boolean;
}

/** The modes of entry that a programme takes, whether it takes applicants now or not. */
export async function entryModesOf(db: Database, programme: string): Promise<readonly ModeOfEntry[]> {
  const found = await db.selectFrom("programme").select("modes").where("_id", "=", programme).executeTakeFirst();
  return modesOfEntry.filter((mode) => found?.modes.includes(mode));
}

/** What every programme is called, open or not. */
export async function programmeNames(db: Database): Promise<NamedProgramme[]> {
  const open = new Set((await takingApplicants(db).execute()).map(({ _id }) => _id));
  const all = await db.selectFrom("programme").select(["_id", "code", "name", "award"]).orderBy("code").execute();
  return all.map((one) => ({ ...one, admits: open.has(one._id) }));
}

/** The units that each programme asks of a semester, as a part of a larger query: rows of `_id, minunit, maxunit`. */
export const programmesAsked = (): RawBuilder<unknown> =>
  sql`(select asked._id, asked.minunit, asked.maxunit from portal.programme asked)`;

/** How each programme is called in a sentence, as a part of a larger query: rows of `_id, code, title`. */
export const programmeTitles = (): RawBuilder<unknown> =>
  sql`select programme._id, programme.code, programme.award || ' ' || programme.name as title from portal.programme`;

/** Years of study for who enters by a mode: the programme's own, else the usual ones. Contract 3.12. */
export async function courseDuration(db: Database, programme: string, mode: ModeOfEntry): Promise<number> {
  const { durationyears } = await db
    .selectFrom("programme")
    .select("durationyears")
    .where("_id", "=", programme)
    .executeTakeFirstOrThrow();
  return durationyears ?? (mode === "JAMB UTME" ? 4 : 3);
}

/** Years for which a programme's students pay: its own, else three of an NCE, else the usual ones of its longest way in. */
export const yearsTaught = ({ durationyears, award, modes }: YearsOf): number =>
  durationyears ?? (award === "NCE" || !modes.includes("JAMB UTME") ? 3 : 4);

/** The same of a programme that is not read yet, open or not. */
export const yearsTaughtIn = async (db: Database, programme: string): Promise<number> =>
  yearsTaught(
    await db
      .selectFrom("programme")
      .select(["durationyears", "award", "modes"])
      .where("_id", "=", programme)
      .executeTakeFirstOrThrow(),
  );

type YearsOf = Pick<AdmittingProgramme, "durationyears" | "award"> & { readonly modes: readonly string[] };

const inOrder = (db: Database) =>
  takingApplicants(db).orderBy("college.name").orderBy("department.name").orderBy("programme.name");

const takingApplicants = (db: Database) =>
  named(db).select(["programme.modes", "programme.durationyears"]).where(takesApplicants);

const takesApplicants = sql<boolean>`(programme.status and programme.admits and department.status and college.status
  and programme.modes && ${[...modesOfEntry]}::text[])`;

const named = (db: Database) =>
  db
    .selectFrom("programme")
    .innerJoin("department", "department._id", "programme.department")
    .innerJoin("college", "college._id", "department.college")
    .select(["programme._id", "programme.code", "programme.name", "programme.award"])
    .select(["department.name as department", "college.name as college"]);

const withEntryModes = <P extends { modes: string[] }>(found: P) => ({
  ...found,
  modes: modesOfEntry.filter((mode) => found.modes.includes(mode)),
});

export interface OrderedProgramme {
  readonly _id: string;
  /** `NCE Biology/Chemistry`. */
  readonly label: string;
  /** The `_id` of its school. */
  readonly college: string;
  readonly department: { readonly _id: string; readonly name: string };
}

/** The programmes that a right reaches, open or not, by their code. */
export async function programmesInOrderWithin(db: Database, scope: Scope): Promise<OrderedProgramme[]> {
  const [all, { rows }] = await Promise.all([
    programmesInOrder(db),
    scope === "all" ? { rows: [] } : sql<{ _id: string }>`${programmesReached(scope)}`.execute(db),
  ]);
  const reached = new Set(rows.map(({ _id }) => _id));
  return scope === "all" ? all : all.filter(({ _id }) => reached.has(_id));
}

export interface TaughtProgramme extends YearsOf {
  readonly _id: string;
  /** `NCE Biology/Chemistry`. */
  readonly label: string;
  /** Units of a semester. */
  readonly minunit: number;
  readonly maxunit: number;
}

/** The active programmes that a right reaches, by their code, with what they ask of their students. */
export async function taughtProgrammesWithin(db: Database, scope: Scope): Promise<TaughtProgramme[]> {
  const { rows } = await sql<TaughtProgramme>`
    select p._id, p.award || ' ' || p.name as label, p.award, p.minunit, p.maxunit, p.durationyears, p.modes
    from portal.programme p
    where p.status and ${scope === "all" ? sql`true` : sql`p._id in (${programmesReached(scope)})`} order by p.code`.execute(
    db,
  );
  return rows;
}

/** The same of one programme, active or not; undefined for one that is not there or lies beyond the right. */
export async function taughtProgramme(db: Database, id: string, scope: Scope): Promise<TaughtProgramme | undefined> {
  if (!isId(id)) return undefined;
  const { rows } = await sql<TaughtProgramme>`
    select p._id, p.award || ' ' || p.name as label, p.award, p.minunit, p.maxunit, p.durationyears, p.modes
    from portal.programme p
    where p._id = ${id} and ${scope === "all" ? sql`true` : sql`p._id in (${programmesReached(scope)})`}`.execute(db);
  return rows[0];
}

/** Every programme, open or not, by its code. */
export async function programmesInOrder(db: Database): Promise<OrderedProgramme[]> {
  const found = await db
    .selectFrom("programme")
    .innerJoin("department", "department._id", "programme.department")
    .select(["programme._id", "programme.award", "programme.name", "department.college"])
    .select(["department._id as department", "department.name as called"])
    .orderBy("programme.code")
    .execute();
  return found.map(({ _id, award, name, college, department, called }) => ({
    _id,
    label: `${award} ${name}`,
    college,
    department: { _id: department, name: called },
  }));
}

/** The rows whose programme lies within what a narrow right reaches: for records that a programme has. */
export const ofProgrammesWithin = (column: RowColumn, scope: Exclude<Scope, "all">): RawBuilder<unknown> =>
  sql`${column("programme")} in (${programmesReached(scope)})`;

/** Whether one programme lies within what a right reaches. */
export async function isProgrammeWithin(db: Database, programme: string, scope: Scope): Promise<boolean> {
  if (scope === "all") return true;
  const { rows } =
    await sql`select from (${programmesReached(scope)}) reached where reached._id = ${programme}`.execute(db);
  return rows.length > 0;
}

/** `NCE Biology/Chemistry`, as a part of a larger query; null where no programme is named. */
export const programmeLabel = (programme: Expression<string | null>): RawBuilder<string | null> =>
  sql<
    string | null
  >`(select named.award || ' ' || named.name from portal.programme named where named._id = ${programme})`;

/** The department and the college that a programme belongs to, by `_id`; undefined where there is none. */
export const unitsOfProgramme = (db: Database | Trx, programme: string) =>
  db
    .selectFrom("programme")
    .innerJoin("department", "department._id", "programme.department")
    .select(["department._id as department", "department.college"])
    .where("programme._id", "=", programme)
    .executeTakeFirst();

export const programmeNoun: Noun = {
  name: "programme",
  records: [programmeRules],
};
