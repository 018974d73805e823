import { asWeekday, lagosDay } from "#kit/value/dates.rules.ts";
import type { AdmissionState } from "./session.contract.ts";

const clockText = new Intl.DateTimeFormat("en-NG", {
  timeZone: "Africa/Lagos",
  hour: "numeric",
  minute: "2-digit",
  hour12: true,
});

/**
 * The end of a time of grace as people read it: midnight is `the end of Sunday 21 March 2027`, since many would come on
 * the 22nd; any other is `5:00 pm on Sunday 21 March 2027`. In Lagos.
 */
export function asEnd(iso: string): string {
  const last = new Date(Date.parse(iso) - 1).toISOString();
  const next = new Date(Date.parse(iso) + 60_000).toISOString();
  if (lagosDay(last) !== lagosDay(next)) return `the end of ${asWeekday(last)}`;
  return `${clockText.format(new Date(iso))} on ${asWeekday(iso)}`;
}

/** The begin of one: `Sunday 1 November 2026` at midnight, any other with its time. In Lagos. */
export const asBegin = (iso: string): string =>
  lagosDay(new Date(Date.parse(iso) - 1).toISOString()) === lagosDay(iso)
    ? `${asWeekday(iso)} at ${clockText.format(new Date(iso))}`
    : asWeekday(iso);

/** `first semester`, as it stands within a sentence. */
export const semesterWords = (semester: number): string => (semester === 1 ? "first semester" : "second semester");

/** `First semester`, as it begins a line. */
export const semesterTitle = (semester: number): string => (semester === 1 ? "First semester" : "Second semester");

/** Where applications stand, in a sentence that says what to do. */
export function admissionSentence({ state, session }: AdmissionState): string {
  if (state === "none") return "Applications are not open at the moment. Please check back later";
  const { name, opens, closes } = session;
  if (state === "early") return `Applications for ${name} open on ${asBegin(opens)}. Please come back then`;
  if (state === "closed")
    return `Applications for ${name} closed at ${asEnd(closes)}. Please ask the admissions office`;
  return `Applications for ${name} are open until ${asEnd(closes)}`;
}
