import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { type OrderedProgramme, programmesInOrder } from "#college/programme/programme.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asFigure } from "#kit/value/count.rules.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { approvedStatuses } from "../../jamb/jamb.caps.rules.ts";
import { capsStanding, lastReturnOf } from "../../jamb/jamb.server.ts";
import { schemeInWords } from "../../merit-scheme/merit-scheme.rules.ts";
import { isOwnApplication } from "../../review/review.server.ts";
import { scienceIn } from "../draw/draw.preview.server.ts";
import { checkHash, type HandEntry, readCover } from "../merit-list.calls.contract.ts";
import { sharesOf, totalsOf, warningsOf } from "../merit-list.rules.ts";
import type { ProgrammeSummary } from "../merit-list.summary.contract.ts";
import { findRun, type MeritRun, reachedProgramme, readAtOneMoment } from "../run/run.server.ts";

type Row = Omit<ProgrammeSummary, "programme" | "byhand"> & { readonly programme: string };

/** The school of a programme beside what a list holds of it. */
interface Kept {
  readonly college: string;
  readonly summary: ProgrammeSummary;
}

/** What a run holds of each programme within the officer's reach, with what was changed by hand since it was drawn. */
async function keptProgrammes(
  db: Database,
  who: Officer,
  { _id: run, scheme }: Pick<MeritRun, "_id" | "scheme">,
): Promise<Kept[]> {
  const [{ rows }, { rows: given }, programmes] = await Promise.all([
    sql<Row>`select m.programme, m.seats, m.taken, m.applications, m.ranked, m.offers, m.waiting, m.quotas, m.why,
        m.withoututme, m.withoutscreening
      from portal.merit_programme m where m.run = ${run} and ${reachedProgramme(who, "m")} order by m.place`.execute(
      db,
    ),
    sql<Given>`select p.programme, p.quota, count(*)::int as count, min(p.aggregate)::text as last from portal.merit_place p
      where p.run = ${run} and p.outcome = 'Offer' and ${reachedProgramme(who, "p")} group by 1, 2`.execute(db),
    programmesInOrder(db),
  ]);
  const known = new Map(programmes.map((programme) => [programme._id, programme]));
  return rows.map((row) => withHands(scheme, row, known.get(row.programme), given));
}

/** How many seats a quota has given, and the aggregate of the last who has one; those given by hand have no quota. */
interface Given {
  readonly programme: string;
  readonly quota: string | null;
  readonly count: number;
  readonly last: string | null;
}

function withHands(
  scheme: MeritRun["scheme"],
  row: Row,
  programme: OrderedProgramme | undefined,
  given: readonly Given[],
): Kept {
  const now = new Map(given.filter((one) => one.programme === row.programme).map((one) => [one.quota, one]));
  return {
    college: programme?.college ?? "",
    summary: {
      ...row,
      programme: { _id: row.programme, label: programme?.label ?? "" },
      byhand: now.get(null)?.count ?? 0,
      quotas: row.quotas.map((quota) => {
        const { count: placed = 0, last = null } = now.get(quota.name) ?? {};
        return { ...quota, ...sharesOf(scheme, quota), placed, last };
      }),
    },
  };
}

/** What is read before a run is agreed to, and whether it is still what was agreed to. */
export function meritCoverCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, readCover, staff("merit-lists"), async ({ who, params }) => {
    const run = await findRun(db, params.id);
    const [kept, entries, onCaps, uncoursed] = await Promise.all([
      keptProgrammes(db, who, run),
      entriesOf(db, who, run._id),
      capsWarning(db, who, run),
      uncoursedOf(db, who, run._id),
    ]);
    const programmes = kept.map(({ summary }) => summary);
    const names = await namesIn(db, run, entries);
    return {
      run: headOf(run, who, entries, names),
      scheme: schemeInWords(run.scheme),
      totals: totalsOf(programmes),
      programmes,
      warnings: [...warningsOf(run.scheme, programmes, scienceIn(run.scheme.sciences, kept)), ...onCaps],
      uncoursed,
      entries: entries.map((entry) => entryWithNames(entry, names)),
    };
  });

  handle(app, checkHash, staff("merit-lists"), async ({ params }) => {
    const { _id, hash: kept } = await findRun(db, params.id);
    const { rows } = await readAtOneMoment(db, (trx) =>
      sql<{ found: string }>`select portal.merit_hash(${_id}) as found`.execute(trx),
    );
    const found = rows[0]?.found ?? "";
    return { kept, found, intact: kept === found };
  });
}

/** How many offers CAPS has not approved, of programmes within the officer's reach; nothing before a return has come in. */
async function capsWarning(db: Database, who: Officer, { _id, session }: MeritRun): Promise<string[]> {
  const at = await lastReturnOf(db, session);
  if (!at) return [];
  const said = capsStanding(sql`${session}::uuid`, sql.ref("t.jamb"), sql.ref("t.programme"));
  const { rows } = await sql<{ offers: number; others: number }>`select count(*)::int as offers,
      count(*) filter (where ${said} <> all(${[...approvedStatuses]}::text[]))::int as others
    from portal.merit_place_line t
    where t.run = ${_id} and t.outcome = 'Offer' and ${reachedProgramme(who, "t")}`.execute(db);
  const { offers, others } = rows[0] ?? { offers: 0, others: 0 };
  if (others === 0) return [];
  const [some, all] = [others, offers].map(asFigure);
  return [
    `${some} of ${all} offers ${others === 1 ? "is" : "are"} not approved on CAPS by the return of ${asMinute(at)}`,
  ];
}

/** Programmes with a seat in the file for CAPS of which nobody has said what JAMB calls them. */
async function uncoursedOf(db: Database, who: Officer, run: string): Promise<string[]> {
  const { rows } = await sql<{ co_name: string }>`select distinct t.co_name from portal.merit_caps_line t
    where t.run = ${run} and not t.named and ${reachedProgramme(who, "t")} order by 1`.execute(db);
  return rows.map(({ co_name }) => co_name);
}

interface EntryRow extends Omit<HandEntry, "by" | "undone"> {
  readonly enteredby: string;
  readonly undoneby: string | null;
  readonly undoneAt: string | null;
}

/** Who was entered by hand or taken off, within the officer's reach, but for the own file; the newest first. */
async function entriesOf(db: Database, who: Officer, run: string): Promise<EntryRow[]> {
  const { rows } =
    await sql<EntryRow>`select e._id, p.code, p.name, g.label as programme, e.deed, e.reason, e."createdAt" as at,
      e.before ->> 'reason' as before, e.enteredby, e.undoneby, e."undoneAt"
    from portal.merit_entry e
      join portal.merit_place_line p on p.run = e.run and p.application = e.application
      join portal.merit_programme_line g on g.run = e.run and g.programme = p.programme
    where e.run = ${run} and ${reachedProgramme(who, "p")} and not ${isOwnApplication(sql.ref("e.application"), who.staff)}
    order by e."createdAt" desc, e._id desc`.execute(db);
  return rows;
}

type Names = ReadonlyMap<string, string>;

const namesIn = (
  db: Database,
  { madeby, proposedby, approvedby }: MeritRun,
  entries: readonly EntryRow[],
): Promise<Names> =>
  namesOfStaff(
    db,
    [madeby, proposedby, approvedby, ...entries.flatMap((one) => [one.enteredby, one.undoneby])].filter(
      (id) => id !== null,
    ),
  );

function headOf(run: MeritRun, { staff: member }: Officer, entries: readonly EntryRow[], names: Names) {
  const { _id, title, session, state, note, hash, discarded, revision } = run;
  const step = (by: string | null, at: string | null) => (by && at ? { by: names.get(by) ?? "", at } : null);
  return {
    _id,
    title,
    session,
    state,
    note,
    hash,
    discarded,
    revision,
    made: { by: names.get(run.madeby) ?? "", at: run.createdAt },
    proposed: step(run.proposedby, run.proposedAt),
    approved: step(run.approvedby, run.frozenAt),
    isOwn:
      [run.madeby, run.proposedby].includes(member) ||
      entries.some((one) => (one.enteredby === member && one.undoneAt === null) || one.undoneby === member),
  };
}

function entryWithNames({ enteredby, undoneby, undoneAt, ...entry }: EntryRow, names: Names): HandEntry {
  const undone = undoneby && undoneAt ? { by: names.get(undoneby) ?? "", at: undoneAt } : null;
  return { ...entry, by: names.get(enteredby) ?? "", undone };
}
