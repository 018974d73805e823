import { sql } from "kysely";
import { refuseFields, stale } from "#kit/wire/refusal.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { keepAsRead, type LimitedClass } from "../../course/course.server.ts";
import type { OfferedRow, Registrant } from "../course-registration.offered.server.ts";
import { heldSeats, type StandingLine, type StoredRegistration } from "../course-registration.read.server.ts";

/** Those of the chosen courses whose seat is taken anew: of what was returned and has lost its seats since, these too. */
export async function coursesWithNewSeat(
  trx: Trx,
  registration: StoredRegistration | undefined,
  lines: readonly StandingLine[],
  chosen: readonly OfferedRow[],
): Promise<OfferedRow[]> {
  const held = new Set(lines.map((line) => line.class));
  if (registration?.state === "Returned") {
    const { rows } = await sql<{ class: string }>`select own.class from ${heldSeats()} own
      where own.registration = ${registration._id}`.execute(trx);
    const still = new Set(rows.map((row) => row.class));
    for (const one of held) if (!still.has(one)) held.delete(one);
  }
  return chosen.filter((course) => !held.has(course.class));
}

/**
 * Keeps what is taken as it was read until the end of the transaction; answers the classes that have a limit. Refuses a course that
 * changed its code or semester, and what was full already: who hears that waits for nobody.
 */
export async function keepClasses(
  trx: Trx,
  taken: readonly OfferedRow[],
  { semester }: Registrant,
): Promise<LimitedClass[]> {
  const full = taken.filter(({ seats }) => seats === 0);
  if (full.length > 0) throw classFull(full.map(({ code }) => code));
  const limited = await keepAsRead(trx, taken, semester);
  if (!limited)
    throw stale(
      "changed-meanwhile",
      "The office changed one of these courses just now, so nothing was sent. Look at the list again, and send once more",
    );
  return limited;
}

/**
 * Refuses a class that holds more than its places, the lines of this registration among them. Whoever sends first has the place,
 * whether a head has decided or not. The last thing that a submission does: whoever wants a place of the same class waits from here on.
 */
export async function requireSeats(trx: Trx, limited: readonly LimitedClass[]): Promise<void> {
  if (limited.length === 0) return;
  const inOrder = limited.toSorted((one, other) => one._id.localeCompare(other._id));
  const ids = inOrder.map(({ _id }) => _id);
  // Not the row of the class: it is kept by all of them already, and who then wanted it alone would wait for the others.
  await sql`select pg_advisory_xact_lock(hashtextextended('seats of ' || one, 0)) from unnest(${ids}::text[]) as one`.execute(
    trx,
  );
  const { rows } = await sql<{ code: string }>`
    select of.code from unnest(${ids}::uuid[], ${inOrder.map(({ code }) => code)}::text[],
      ${inOrder.map(({ seats }) => seats)}::int[]) as of(_id, code, seats)
    -- Whose lines hold no seat is looked up where they fill the class alone.
    where case when (select count(*) from portal.course_registration_line l
        where l.class = of._id and l."droppedAt" is null) > of.seats
      then (select count(*) from ${heldSeats()} held where held.class = of._id) > of.seats else false end
    order by of.code`.execute(trx);
  if (rows.length > 0) throw classFull(rows.map(({ code }) => code));
}

/** What a student can do where a class is full; the office reads what it can do itself. */
export const ASK_HEAD = "ask your head of department";

const classFull = (codes: readonly string[]) =>
  refuseFields("class-full", {
    courses: `${codes.join(" and ")}: the last place was just taken. Choose another course, or ${ASK_HEAD}`,
  });
