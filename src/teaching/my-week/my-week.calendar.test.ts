import { expect, test } from "vitest";
import { calendarOf, escapedText, firstDate, foldedLine } from "./my-week.calendar.server.ts";

const event = {
  _id: "0190",
  title: "CRS 111 Old Testament; law, prophets\\writings",
  place: "LT 1, Ọ̀nà Ìmọ̀ Lecture Theatre of the School of Arts and Social Sciences, beside the library",
  date: "2026-11-02",
  start: "08:00",
  end: "10:00",
  until: "2027-02-26",
  changedAt: "2026-10-01T09:30:00.000Z",
  version: 3,
};

/** As a reader of RFC 5545 takes a calendar apart: lines are put together again, then name and value are parted. */
const linesOf = (calendar: string) => calendar.replace(/\r\n[ \t]/g, "").split("\r\n");

test("every line ends in CRLF and holds at most 75 octets, and no sign is cut", () => {
  const calendar = calendarOf("My week", "portal.example", [event]);
  expect(calendar.endsWith("END:VCALENDAR\r\n")).toBe(true);
  expect(calendar.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  for (const line of calendar.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(linesOf(calendar)).toContain(`LOCATION:${escapedText(event.place)}`);
  expect(foldedLine("x".repeat(75))).toBe("x".repeat(75));
});

test("a class is each week until the last day, in the time of Lagos, under a name that stays", () => {
  const lines = linesOf(calendarOf("My week", "portal.example", [event]));
  expect(lines).toEqual(
    expect.arrayContaining([
      "UID:0190@portal.example",
      "DTSTAMP:20261001T093000Z",
      "SEQUENCE:2",
      "SUMMARY:CRS 111 Old Testament\\; law\\, prophets\\\\writings",
      "DTSTART;TZID=Africa/Lagos:20261102T080000",
      "DTEND;TZID=Africa/Lagos:20261102T100000",
      "RRULE:FREQ=WEEKLY;UNTIL=20270226T225959Z",
    ]),
  );
});

test("without an event a calendar is valid: it has one component, as RFC 5545 asks", () => {
  const lines = linesOf(calendarOf("My week", "portal.example", []));
  expect(lines.filter((line) => line.startsWith("BEGIN:"))).toEqual([
    "BEGIN:VCALENDAR",
    "BEGIN:VTIMEZONE",
    "BEGIN:STANDARD",
  ]);
  expect(lines).not.toContain("BEGIN:VEVENT");
});

test.each([
  ["2026-11-02", "Monday", "2026-11-02"],
  ["2026-11-03", "Monday", "2026-11-09"],
  ["2026-11-02", "Saturday", "2026-11-07"],
])("from %s on the first %s is %s", (from, day, date) => {
  expect(firstDate(from, day)).toBe(date);
});
