import { lagosDay } from "../src/kit/value/dates.rules.ts";
import { impossibleScreenings } from "../src/selection/screening/screening.impossible.server.ts";
import { type Payee, signedInAs } from "./desk-people.ts";
import { manyApplications } from "./many-applications.ts";
import type { TestPortal } from "./portal.ts";
import { type StaffMember, staffMember } from "./staff.ts";
import { granted } from "./walk.ts";

const pages = [
  "dashboard",
  "screening-days",
  "screening-days.change",
  "screening",
  "screening.change",
  "applications",
  "jamb-lists",
  "jamb-lists.change",
] as const;

export interface ScreenedPerson extends Payee {
  /** Of the application. */
  readonly application: string;
  readonly applicant: string;
  readonly code: string;
  readonly jamb: string;
  readonly emailaddress: string;
  readonly programme: string;
}

/** The day so many days from today, in Lagos. */
export const dayFromToday = (days: number): string => lagosDay(new Date(Date.now() + days * 86_400_000).toISOString());

/** Somebody of the admissions office who keeps screening days and the table. */
export const screeningOfficer = (portal: TestPortal): Promise<StaffMember> => staffMember(portal, { pages });

/** So many people who have applied, by their codes, each signed in. */
export async function screenedPeople(portal: TestPortal, count: number): Promise<ScreenedPerson[]> {
  await manyApplications(portal.app.portal.pool, { count });
  const rows = await portal.db
    .selectFrom("review")
    .innerJoin("applicant", "applicant._id", "review.applicant")
    .select(["review._id as application", "applicant", "code", "review.jamb", "emailaddress", "programme"])
    .orderBy("code")
    .execute();
  return Promise.all(rows.map(async (row) => ({ ...row, ...(await signedInAs(portal, row.applicant)) })));
}

/** A day in a week with three slots of two people, unless told otherwise; answers its `_id`. */
export async function screeningDay(officer: StaffMember, told: Record<string, unknown> = {}): Promise<string> {
  const form = {
    name: "Day 1",
    day: dayFromToday(7),
    hall: "Main Hall",
    starts: "08:00",
    ends: "11:00",
    minutes: 60,
    places: 2,
    ...told,
  };
  return (await granted(officer.post("/staff/ms_screening_day", form))).body._id;
}

/** The same, open for booking. */
export async function openScreeningDay(officer: StaffMember, told: Record<string, unknown> = {}): Promise<string> {
  const day = await screeningDay(officer, told);
  await granted(officer.post(`/staff/ms_screening_day/${day}/open`, {}));
  return day;
}

/** A day that is held now, on which everybody has room. */
export const screeningDayToday = (officer: StaffMember): Promise<string> =>
  openScreeningDay(officer, {
    name: "Today",
    day: dayFromToday(0),
    starts: "00:00",
    ends: "23:59",
    minutes: 1_439 - 719,
    places: 500,
  });

/** The slots that a person may choose of a day, in their order. */
export async function slotsOf(
  { get, application }: ScreenedPerson,
  day: string,
): Promise<{ _id: string; left: number }[]> {
  const { body } = await get("/ms_screening");
  const own = body.find(({ _id }: { _id: string }) => _id === application);
  return own.days.find(({ _id }: { _id: string }) => _id === day)?.slots ?? [];
}

/** What is found broken of the screening itself. */
export async function brokenScreenings({ db }: TestPortal): Promise<string[]> {
  const names: string[] = [];
  for (const { name, rows } of impossibleScreenings) if ((await rows.execute(db)).rows.length > 0) names.push(name);
  return names;
}
