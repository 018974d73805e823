import * as v from "valibot";
import { usuallyAdmitting } from "#calendar/session/session.usual.contract.ts";
import { reason } from "#console/confirm/confirm.contract.ts";
import { record, type Values } from "#console/record/record.contract.ts";
import {
  atLeastTwo,
  edgeOfDay,
  looksLike,
  maybe,
  onDay,
  usually,
  whole,
} from "#console/record/record.fields.contract.ts";
import { choice, lines, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { dayLooks, dayStates, spelledClock, spelledProgrammes } from "../screening.rules.ts";

const atClock = (label: string) =>
  v.pipe(
    text(label, 10),
    v.transform(spelledClock),
    v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, `${label} must be a time such as 08:30`),
    v.title(label),
  );

const said = (field: string, sentence: string, rule: (form: Values) => boolean) =>
  v.forward(v.check<Values, string>(rule, sentence), [field]);

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

const MOST_SLOTS = 200;

/** How many slots a day has. */
export const slotsOf = ({ starts, ends, minutes }: Values): number =>
  Math.floor((minuteOf(String(ends)) - minuteOf(String(starts))) / Number(minutes));

/** A day on which the college screens applicants in one hall, in slots of equal length. Domain 2, stage 6. */
export const screeningDays = record({
  noun: "screening_day",
  one: "Screening day",
  many: "Screening days",
  page: "screening-days",
  link: "/staff/screening-days",
  entries: {
    name: v.pipe(atLeastTwo("Name", 80), v.description("Such as Day 1, Sciences"), v.title("Name")),
    session: usuallyAdmitting,
    day: onDay("Date"),
    hall: atLeastTwo("Hall", 120),
    starts: v.pipe(atClock("From"), v.description("Such as 08:00"), v.title("From")),
    ends: atClock("Until"),
    minutes: v.pipe(
      usually(whole("Minutes of a slot", 5, 720), () => 60),
      v.description("How long one group is there"),
      v.title("Minutes of a slot"),
    ),
    places: v.pipe(
      whole("People to a slot", 1, 5_000),
      v.description("So many come at the same time"),
      v.title("People to a slot"),
    ),
    programmes: maybe(
      v.pipe(
        lines("Programmes", 2_000),
        v.transform(spelledProgrammes),
        v.description("The codes that it is for, such as NCE-BIO-CHE, NCE-MAT-PHY. Left empty: every programme"),
        v.title("Programmes"),
      ),
    ),
    bookby: maybe(
      v.pipe(
        onDay("Last day to book"),
        v.description("Until then applicants choose or change their time. Left empty: until the time begins"),
        v.title("Last day to book"),
      ),
    ),
    bring: maybe(
      v.pipe(
        lines("What to bring", 500),
        v.description("Stands on the slip, beside the originals of what was uploaded"),
        v.title("What to bring"),
      ),
    ),
  },
  kept: {
    state: v.pipe(choice("State", dayStates), looksLike(dayLooks)),
    capacity: whole("Places", 0, 1_000_000),
    booked: whole("Booked", 0, 1_000_000),
    attended: whole("Came", 0, 1_000_000),
    absent: whole("Absent", 0, 1_000_000),
  },
  together: (form) =>
    v.pipe(
      form,
      said("ends", "Until must be later than From", ({ starts, ends }) => starts < ends),
      said(
        "minutes",
        "A slot is longer than the day. Choose fewer minutes, or a later end",
        (day) => !(day.starts < day.ends) || slotsOf({ minutes: 60, ...day }) >= 1,
      ),
      said(
        "minutes",
        `A day has at most ${MOST_SLOTS} slots. Choose longer ones`,
        (day) => slotsOf({ minutes: 60, ...day }) <= MOST_SLOTS,
      ),
      said(
        "bookby",
        "Last day to book must not be after the day itself",
        ({ bookby, day }) => !bookby || bookby <= day,
      ),
    ),
  title: ["name"],
  columns: ["name", "day", "hall", "starts", "ends", "state", "booked", "capacity", "attended", "absent", "programmes"],
  sorts: ["day", "createdAt"],
  filters: ["session", "state"],
  asked: {
    from: edgeOfDay("From", { of: "day", side: "from" }),
    to: edgeOfDay("To", { of: "day", side: "to" }),
  },
  searched: "name or hall",
  key: ["session", "name"],
});

const path = "/staff/ms_screening_day/:id";

export const openDay = post(
  `${path}/open`,
  "Lets the applicants that a screening day is for choose a slot of it",
  fields({}),
  done({}),
);

export const closeDay = post(
  `${path}/close`,
  "Ends the choosing of slots of a screening day; whoever has one keeps it, and the office may place further people",
  fields({}),
  done({}),
);

export const cancelDay = post(
  `${path}/cancel`,
  "Cancels a screening day: whoever was booked is told by mail with the reason, and may book another",
  fields({ reason }),
  done({ told: v.number() }),
);

export const placeUnbooked = post(
  `${path}/place`,
  "Gives the free places of a screening day to applicants without one, by their codes, and mails each; count is how many were seen to be placed",
  fields({ count: v.pipe(v.number("Count is required"), v.integer("Count must be a whole number"), v.title("Count")) }),
  done({ placed: v.number(), left: v.number() }),
);

export const markAbsent = post(
  `${path}/absent`,
  "Says of everybody who was expected at a slot that is over and did not come that they were absent",
  fields({}),
  done({ absent: v.number() }),
);

export const readDayPlan = get(
  `${path}/plan`,
  "The slots of a screening day with who is expected, and how many applicants that it is for have no slot yet",
  v.strictObject({
    slots: v.array(
      v.strictObject({
        _id: v.string(),
        starts: v.string(),
        ends: v.string(),
        places: v.number(),
        booked: v.number(),
        attended: v.number(),
        absent: v.number(),
      }),
    ),
    /** Places of slots that are not over. */
    free: v.number(),
    unbooked: v.number(),
    /** Expected at slots that are over, with no attendance taken. */
    missing: v.number(),
    /** Who came without a booking. */
    unexpected: v.number(),
  }),
);
export type DayPlan = v.InferOutput<(typeof readDayPlan)["reply"]>;
