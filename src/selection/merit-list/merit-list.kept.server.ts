import { sql } from "kysely";
import { type OrderedProgramme, programmesInOrder } from "#college/programme/programme.order.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { type Run, reachedProgramme } from "./merit-list.found.server.ts";
import { type ProgrammeSummary, sharesOf } from "./merit-list.summary.contract.ts";

type Row = Omit<ProgrammeSummary, "programme" | "byhand"> & { readonly programme: string };

/** The school of a programme beside what a list holds of it. */
export interface Kept {
  readonly college: string;
  readonly summary: ProgrammeSummary;
}

/** What a run holds of each programme within the officer's reach, with what was changed by hand since it was drawn. */
export async function keptProgrammes(
  db: Database,
  who: Officer,
  { _id: run, scheme }: Pick<Run, "_id" | "scheme">,
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
  scheme: Run["scheme"],
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
