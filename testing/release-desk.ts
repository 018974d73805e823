import { sql } from "kysely";
import { expect } from "vitest";
import { slicesOf } from "../src/kit/value/slices.rules.ts";
import type { Caller, Reply } from "./applicant.ts";
import { manyApplications } from "./many-applications.ts";
import type { TestPortal } from "./portal.ts";
import { openProgramme } from "./ready-applicant.ts";
import { type StaffMember, staffMember } from "./staff.ts";
import { stopRounds } from "./stopped-rounds.ts";
import { granted } from "./walk.ts";

export interface ReleaseDesk {
  readonly registrar: StaffMember;
  readonly provost: StaffMember;
  readonly session: string;
}

/** Who proposes lists and who approves them. */
export async function releaseDesk(portal: TestPortal): Promise<ReleaseDesk> {
  const { session } = await openProgramme(portal);
  const registrar = await staffMember(portal, {
    pages: [
      "applications",
      "releases",
      "releases.change",
      "offers",
      "offers.change",
      "intakes",
      "intakes.change",
      "merit-lists",
      "merit-lists.change",
    ],
    firstname: "Hauwa",
    lastname: "Bello",
  });
  const provost = await staffMember(portal, {
    pages: ["releases", "releases.approve", "offers", "merit-lists", "merit-lists.approve"],
    firstname: "Aminu",
    lastname: "Lawal",
  });
  return { registrar, provost, session };
}

/** So many applications to the `nth` open programme, which has so many seats. */
export async function applicationsFor(portal: TestPortal, nth: number, count: number, seats: number | null) {
  const { programme, session } = await openProgramme(portal, nth);
  const ids = await manyApplications(portal.app.portal.pool, { count, programme });
  await setSeats(portal, { programme, session }, seats);
  return { ids, programme, session };
}

export const setSeats = (
  { db }: TestPortal,
  { programme, session }: { readonly programme: string; readonly session: string },
  seats: number | null,
) =>
  db.updateTable("intake").set({ seats }).where("programme", "=", programme).where("session", "=", session).execute();

/** The same two, whatever else is known of them. */
interface TwoKeys {
  readonly registrar: Caller;
  readonly provost: Caller;
}

/** A draft with these applications on it. */
export async function draftOf(
  { registrar, session }: Pick<TwoKeys, "registrar"> & Pick<ReleaseDesk, "session">,
  ids: readonly string[],
  kind: "Offers" | "Refusals" = "Offers",
): Promise<string> {
  const form = { title: `List of ${kind.toLowerCase()}`, kind, session };
  const { _id } = (await granted(registrar.post("/staff/ms_release", form))).body;
  for (const some of slicesOf(ids, 200)) {
    await granted(registrar.post(`/staff/ms_release/${_id}/add`, { ids: some, count: some.length }));
  }
  return _id;
}

/** In an hour, as a form sends it. */
export const soon = (): string => `${new Date(Date.now() + 3_600_000).toISOString().slice(0, 17)}00Z`;

/** The version of a list that somebody looks at. */
const versionOf = async (who: Caller, id: string): Promise<number> =>
  (await who.get(`/staff/ms_release/${id}/whole`)).body.version;

/** Proposes the list as it stands, which goes out in an hour. */
export const propose = async (who: Caller, id: string, form = {}): Promise<Reply> =>
  who.post(`/staff/ms_release/${id}/propose`, { minute: soon(), version: await versionOf(who, id), ...form });

/** Approves the list as it stands. */
export const approve = async (who: Caller, id: string): Promise<Reply> =>
  who.post(`/staff/ms_release/${id}/approve`, { version: await versionOf(who, id) });

/** Proposed by the one and approved by the other. */
export async function approved({ registrar, provost }: TwoKeys, id: string, form = {}): Promise<string> {
  await granted(propose(registrar, id, form));
  await granted(approve(provost, id));
  return id;
}

/** Lets the minute of approved lists come, without waiting for it: from then on the test sends them out, and no clock. */
export async function minuteComes(portal: TestPortal): Promise<void> {
  const { pool } = portal.app.portal;
  await stopRounds(portal, "release-due");
  await pool.query("alter table portal.release disable trigger release_guard");
  await pool.query(`update portal.release set minute = now() - interval '1 second' where state = 'Approved'`);
  await pool.query("alter table portal.release enable trigger release_guard");
}

/** The counters say what there is, and no programme has more offers than seats. */
export async function expectSeatsKept({ db }: TestPortal): Promise<void> {
  const { rows } = await sql`select i._id from portal.intake i
    where i.taken <> (select count(*) from portal.offer o
        where o.session = i.session and o.programme = i.programme and o."freedAt" is null)
      or i.taken - i.beyond > i.seats`.execute(db);
  expect(rows).toEqual([]);
}

/** How many lines of a list stand where. */
export async function standingsOf({ db }: TestPortal, release: string): Promise<Record<string, number>> {
  const rows = await db.selectFrom("release_line").select("standing").where("release", "=", release).execute();
  const counts: Record<string, number> = {};
  for (const { standing } of rows) counts[standing] = (counts[standing] ?? 0) + 1;
  return counts;
}
