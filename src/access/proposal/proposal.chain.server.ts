import { type RawBuilder, sql } from "kysely";
import { isStaffsOwn } from "#access/own-file/own-file.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { Refusal } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import type { PageKey } from "../permission/permission.pages.rules.ts";
import { everyGrant } from "../permission/permission.server.ts";
import { namesOfStaff } from "../staff/staff.server.ts";

/** Whose turn it is, in a larger query: an office, of what, and who has decided before. */
interface Turn {
  /** `head` of a department, `dean` of a college, `registry` for whoever may for the whole college. */
  readonly office: RawBuilder<unknown>;
  /** The department or college. */
  readonly unit: RawBuilder<unknown>;
  /** An array of who has decided an earlier step. */
  readonly earlier: RawBuilder<unknown>;
  /** The account whose own case it is, which nobody decides, or `any(…)` of many; null where there is none. */
  readonly about: RawBuilder<unknown>;
  readonly right: PageKey;
}

/** Who holds which office today: rows of `staff, office, unit, scope`, by the scope of a right that reaches what the office heads. */
const officesToday = sql`
  select o.staff, o.office, o.unit, o.scope from (
    select staff, 'head' as office, department as unit, 'department' as scope, start, "end" from portal.head_assignment
    union all select staff, 'dean', college, 'college', start, "end" from portal.dean_assignment) o
  where (now() at time zone 'Africa/Lagos')::date between o.start and coalesce(o."end", 'infinity')`;

/**
 * Who may decide now, as a part of a larger query: rows of `staff`. Whoever holds the office today with the right to
 * approve, as far as that office reaches; where nobody does, or the one who does has decided before or would decide the own
 * case, whoever has the right for the whole college.
 */
function deciders({ office, unit, earlier, about, right }: Turn): RawBuilder<unknown> {
  const able = sql`select g.staff, g.scope from ${everyGrant()} g join portal.staff s on s._id = g.staff
    where g.key = ${right} and s.status = 'Active' and g.staff <> all(${earlier}) and not ${isStaffsOwn(about)}`;
  const holders = sql`select o.staff from (${officesToday}) o join (${able}) able on able.staff = o.staff
      and able.scope in ('all', o.scope) where o.office = ${office} and o.unit = ${unit}`;
  return sql`select holder.staff from (${holders}) holder
    union select whole.staff from (${able}) whole where whole.scope = 'all' and not exists (${holders})`;
}

/**
 * Whether it is a member of staff's turn, as a condition. Who may decide is only asked of what could be this one's: a head's own
 * department, and everything where the right is for the whole college.
 */
export const isTurnOf = (member: string, turn: Turn): RawBuilder<boolean> =>
  sql<boolean>`case when ${turn.unit} in (select o.unit from (${officesToday}) o where o.staff = ${member}::uuid)
      or exists (select from ${everyGrant()} g where g.staff = ${member}::uuid and g.key = ${turn.right} and g.scope = 'all')
    then ${member}::uuid in (select decider.staff from (${deciders(turn)}) decider) else false end`;

interface KnownTurn {
  readonly office: "head" | "dean" | "registry";
  readonly unit: string | null;
  readonly earlier: readonly string[];
  /** The account whose own case it is, or all of them. */
  readonly about: string | null | readonly string[];
  readonly right: PageKey;
}

/** Who may decide now, by `_id` with their names. Nobody where the college has given nobody the right. */
export async function decidersOf(
  db: Database | Trx,
  { office, unit, earlier, about, right }: KnownTurn,
): Promise<ReadonlyMap<string, string>> {
  const turn = {
    office: sql`${office}::text`,
    unit: sql`${unit}::uuid`,
    earlier: sql`${[...earlier]}::uuid[]`,
    about: typeof about === "string" || about === null ? sql`${about}::uuid` : sql`any(${[...about]}::uuid[])`,
    right,
  };
  const { rows } = await sql<{ staff: string }>`${deciders(turn)}`.execute(db);
  return namesOfStaff(
    db,
    rows.map(({ staff }) => staff),
  );
}

/** Refuses who may not decide now: because the turn is another's, or because nobody decides twice. 403. */
export async function requireTurn(
  trx: Trx,
  { staff }: Pick<Officer, "staff">,
  turn: KnownTurn,
  called: string,
): Promise<void> {
  if (turn.earlier.includes(staff))
    throw new Refusal(
      "another-must-decide",
      403,
      `You have decided an earlier step of this, so somebody else decides this one: ${called}`,
    );
  const now = await decidersOf(trx, turn);
  if (!now.has(staff))
    throw new Refusal("turn-of-another", 403, `This waits for ${called}${whoThen([...now.values()])}. Ask there`);
}

const whoThen = (names: readonly string[]): string => (names.length === 0 ? "" : ` (${names.toSorted().join(", ")})`);
