import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { inject } from "vitest";
import { coded } from "./bursar.ts";
import { catalogue } from "./catalogue.ts";
import { fivePoints } from "./five-points.ts";
import { startPortal, type TestPortal } from "./portal.ts";
import { type StaffMember, staffMember } from "./staff.ts";
import { runRound, taughtCourse } from "./taught.ts";
import { granted } from "./walk.ts";

const TEN_SECONDS = 10_000;
const A_MINUTE = 60_000;

/** Waits past the full minute where it is near: the portal's own rounds go on with what is half done then. */
export async function farFromTheMinute(): Promise<void> {
  const left = A_MINUTE - (Date.now() % A_MINUTE);
  if (left < TEN_SECONDS) await wait(left + 1_000);
}

export const publicationPath = "/staff/ms_publication";

/** A portal with a profile, courses of first semester, and who proposes and approves publications. */
export async function examsOffice(there?: TestPortal) {
  const portal = there ?? (await startPortal(inject("place")));
  await taughtCourse(portal, "AAA 111");
  const office = await catalogue(portal);
  const profile = await fivePoints(portal);
  const pages = ["publications", "publications.change"] as const;
  const officer = await staffMember(portal, { pages, lastname: "Officer" });
  const provost = await staffMember(portal, { pages: [...pages, "publications.approve"], lastname: "Provost" });
  const programme = await coded(portal, "programme", "NCE-CRS-ENG");
  const batches = [{ programme, level: 100 }];
  const soon = (seconds = 3600) => new Date(Date.now() + seconds * 1000).toISOString();
  const propose = (more: object = {}) => officer.post(publicationPath, { batches, at: soon(), ...more });
  const proposed = async (more: object = {}): Promise<string> => (await granted(propose(more))).body._id;
  const step = (by: StaffMember, id: string, deed: string, body: object = {}) =>
    by.post(`${publicationPath}/${id}/${deed}`, body);
  const rowOf = async (id: string) => (await provost.get(`${publicationPath}/${id}`)).body;
  const work = () => runRound(portal, "publish-results");
  /** Approves it and does what the portal does by itself. */
  const approved = async (id: string) => {
    await granted(step(provost, id, "approve"));
    await work();
  };
  /** Approved, and the portal has not begun to make it. */
  const approvedUnmade = (id: string) =>
    sql`update portal.publication set state = 'Being made', decidedby = ${provost._id}, "decidedAt" = now(), students = 0, results = 0
      where _id = ${id}`.execute(portal.db);
  /** Lets its minute come, as time would. */
  const minuteCame = async (id: string) => {
    await sql`alter table portal.publication disable trigger publication_guard`.execute(portal.db);
    await sql`alter table portal.course_result disable trigger course_result_guard`.execute(portal.db);
    await sql`update portal.publication set "at" = now() where _id = ${id}`.execute(portal.db);
    await sql`update portal.course_result set "visibleAt" = now() where publication = ${id}`.execute(portal.db);
    await sql`alter table portal.publication enable trigger publication_guard`.execute(portal.db);
    await sql`alter table portal.course_result enable trigger course_result_guard`.execute(portal.db);
    await work();
  };
  const resultsOf = async (student: string) => {
    const { rows } = await sql<{ course: string; total: number | null; passline: number; recalled: boolean }>`
      select course, total, passline, "recalledAt" is not null as recalled from portal.course_result where student = ${student}
      order by course, recalled`.execute(portal.db);
    return rows;
  };
  const stop = () => portal.stop();
  return {
    portal,
    office,
    profile,
    officer,
    provost,
    batches,
    programme,
    soon,
    propose,
    proposed,
    step,
    rowOf,
    work,
    approved,
    approvedUnmade,
    minuteCame,
    resultsOf,
    stop,
  };
}
