import { sql } from "kysely";
import { freeSeats, seatsOf } from "#calendar/intake/intake.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { programmesById } from "#college/programme/programme.server.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { type CapsStanding, isApproved } from "#selection/jamb/jamb.caps.rules.ts";
import { lastReturnOf } from "#selection/jamb/jamb.server.ts";
import { unapprovedWords } from "../release-line/release-line.caps.rules.ts";
import type { ListOnCaps, ProgrammeCount } from "./release.contract.ts";

/** What a list holds of each programme, beside the programme's seats, in the order of the programmes' names. */
export async function countsOf(
  db: Database | Trx,
  { _id, session }: { readonly _id: string; readonly session: string },
): Promise<ProgrammeCount[]> {
  const { rows } = await sql<Omit<ProgrammeCount, "title" | "seats" | "taken" | "free">>`
    select line.programme, count(*)::int as lines, count(*) filter (where standing = 'Waiting')::int as waiting,
      count(*) filter (where standing = 'Out')::int as out, count(*) filter (where standing = 'Held back')::int as held,
      count(*) filter (where standing = 'Recalled')::int as recalled,
      (select count(*) from portal.release_line other join portal.release list on list._id = other.release
        where other.programme = line.programme and other.release <> ${_id} and other.standing = 'Waiting' and list.kind = 'Offers'
          and list.session = ${session} and list.state in ('Proposed', 'Approved', 'Releasing'))::int as elsewhere
    from portal.release_line line where release = ${_id} group by line.programme`.execute(db);
  const [seats, titles] = await Promise.all([
    seatsOf(db, session),
    programmesById(
      db,
      rows.map(({ programme }) => programme),
    ),
  ]);
  const counts = rows.map((row) => {
    const named = titles.get(row.programme);
    const held = seats.get(row.programme) ?? { seats: null, taken: 0, beyond: 0 };
    return {
      ...row,
      title: named ? programmeTitle(named) : "",
      seats: held.seats,
      taken: held.taken,
      free: freeSeats(held),
    };
  });
  return counts.sort((one, other) => one.title.localeCompare(other.title));
}

/** How many seats of each programme the lists of offers want that are proposed or approved. They hold none until they go out. */
export async function wantedByLists(db: Database | Trx, session: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ programme: string; count: number }>`
    select line.programme, count(*)::int as count
    from portal.release_line line join portal.release list on list._id = line.release
    where line.standing = 'Waiting' and list.kind = 'Offers' and list.session = ${session}
      and list.state in ('Proposed', 'Approved', 'Releasing')
    group by line.programme`.execute(db);
  return new Map(rows.map(({ programme, count }) => [programme, count]));
}

/**
 * Refuses a list of offers to a programme of which nobody has said how many seats it has, and one with more offers than
 * seats are free. Whether they still are at its minute, the database says then.
 */
export async function requireSeats(
  trx: Trx,
  release: { readonly _id: string; readonly session: string },
): Promise<void> {
  const wrong = (await countsOf(trx, release)).flatMap(({ title, waiting, free }) => {
    if (waiting === 0) return [];
    if (free === null) return [`nobody has said how many seats ${title} has`];
    return waiting > free
      ? [`${title} has ${waiting} offers here and ${free} free ${free === 1 ? "seat" : "seats"}`]
      : [];
  });
  const [first, ...more] = wrong;
  if (!first) return;
  const others =
    more.length > 0 ? `. So it is with ${more.length} more ${more.length === 1 ? "programme" : "programmes"}` : "";
  throw refuse(
    "no-seat-left",
    `Not enough seats: ${first}${others}. Take some off the list, or set the seats under Seats and entry rules`,
  );
}

type Listed = { readonly _id: string; readonly session: string };

/** How the offers of a list stand with CAPS; those that are held back or recalled do not count. */
export async function listOnCapsOf(db: Database | Trx, { _id, session }: Listed): Promise<ListOnCaps> {
  const { rows } = await sql<{ standing: CapsStanding; count: number }>`
    select caps as standing, count(*)::int as count from portal.release_line_caps
    where release = ${_id} and kind is not null and standing in ('Waiting', 'Out')
    group by caps order by count(*) desc, caps`.execute(db);
  const returnedAt = await lastReturnOf(db, session);
  const setting = await readSetting(db, "capsApproval");
  const others = rows.filter(({ standing }) => !isApproved(standing));
  const sum = (list: readonly { readonly count: number }[]) => list.reduce((held, { count }) => held + count, 0);
  return { offers: sum(rows), approved: sum(rows) - sum(others), others, returnedAt, held: setting === "held" };
}

/** What the audit keeps of it: what was known of CAPS when a list was proposed or approved. */
export const capsNoted = (caps: ListOnCaps): { readonly caps?: string } =>
  caps.offers === 0 ? {} : { caps: unapprovedWords(caps) || "All are approved on CAPS" };

/** What is told of a list that is proposed or approved, behind its sentence; empty where CAPS has approved all. */
export function capsTold(caps: ListOnCaps): string {
  const words = unapprovedWords(caps);
  return (
    words && `. ${words}${caps.held ? ". They are held back at that minute unless a newer return approves them" : ""}`
  );
}
