import { days } from "../timetable/timetable.rules.ts";

/** A class each week between two days, or what is on one day alone. */
export interface CalendarEvent {
  readonly _id: string;
  readonly title: string;
  readonly place: string;
  /** The first date on which it is, `YYYY-MM-DD`. */
  readonly date: string;
  readonly start: string;
  readonly end: string;
  /** The last date of what is each week; null for once. */
  readonly until: string | null;
  /** When it was changed last, ISO 8601. */
  readonly changedAt: string;
  readonly version: number;
}

/** The first date from a day on that is such a day of the week; both as `YYYY-MM-DD`. */
export function firstDate(from: string, day: string): string {
  const time = new Date(`${from}T00:00:00Z`);
  const wanted = (days as readonly string[]).indexOf(day) + 1;
  time.setUTCDate(time.getUTCDate() + ((wanted - time.getUTCDay() + 7) % 7));
  return time.toISOString().slice(0, 10);
}

/** Octets of a line, its end not counted. RFC 5545, 3.1. */
const MOST_OCTETS = 75;

/** Breaks a line that is too long before a sign that would not fit; what follows begins with a space. RFC 5545, 3.1. */
export function foldedLine(line: string): string {
  const parts: string[] = [];
  let part = "";
  for (const sign of line) {
    if (Buffer.byteLength(part) + Buffer.byteLength(sign) > MOST_OCTETS) {
      parts.push(part);
      part = " ";
    }
    part += sign;
  }
  return [...parts, part].join("\r\n");
}

/** RFC 5545, 3.3.11. */
export const escapedText = (text: string): string =>
  text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r?\n/g, "\\n");

const localTime = (date: string, time: string) => `${date.replaceAll("-", "")}T${time.replace(":", "")}00`;

const utcTime = (iso: string) => `${new Date(iso).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;

/** Lagos has kept one hour before UTC since 1919. It stands here without an event too: a calendar has at least one component. */
const zone = [
  "BEGIN:VTIMEZONE",
  "TZID:Africa/Lagos",
  "BEGIN:STANDARD",
  "DTSTART:19700101T000000",
  "TZOFFSETFROM:+0100",
  "TZOFFSETTO:+0100",
  "TZNAME:WAT",
  "END:STANDARD",
  "END:VTIMEZONE",
];

/** A calendar as RFC 5545 writes it; `host` makes the names of its events the portal's own. */
export function calendarOf(name: string, host: string, events: readonly CalendarEvent[]): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${escapedText(host)}//My week//EN`,
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `X-WR-CALNAME:${escapedText(name)}`,
    "X-WR-TIMEZONE:Africa/Lagos",
    "REFRESH-INTERVAL;VALUE=DURATION:PT6H",
    "X-PUBLISHED-TTL:PT6H",
    ...zone,
    ...events.flatMap((event) => eventLines(host, event)),
    "END:VCALENDAR",
  ];
  return `${lines.map(foldedLine).join("\r\n")}\r\n`;
}

const eventLines = (
  host: string,
  { _id, title, place, date, start, end, until, changedAt, version }: CalendarEvent,
): string[] => [
  "BEGIN:VEVENT",
  `UID:${_id}@${host}`,
  `DTSTAMP:${utcTime(changedAt)}`,
  `LAST-MODIFIED:${utcTime(changedAt)}`,
  `SEQUENCE:${version - 1}`,
  `SUMMARY:${escapedText(title)}`,
  `LOCATION:${escapedText(place)}`,
  `DTSTART;TZID=Africa/Lagos:${localTime(date, start)}`,
  `DTEND;TZID=Africa/Lagos:${localTime(date, end)}`,
  // With a zone at the start, the end of a rule is in UTC. RFC 5545, 3.3.10.
  ...(until === null ? [] : [`RRULE:FREQ=WEEKLY;UNTIL=${utcTime(`${until}T23:59:59+01:00`)}`]),
  "TRANSP:OPAQUE",
  "END:VEVENT",
];
