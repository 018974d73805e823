import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import {
  brokenScreenings,
  dayFromToday,
  openScreeningDay,
  type ScreenedPerson,
  screenedPeople,
  screeningDay,
  screeningOfficer,
  slotsOf,
} from "../../../testing/screening.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let officer: StaffMember;
let people: ScreenedPerson[];
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  officer = await screeningOfficer(portal);
  people = await screenedPeople(portal, 12);
});
afterAll(async () => {
  expect(await brokenScreenings(portal)).toEqual([]);
  await portal.stop();
});

const person = (at: number): ScreenedPerson => {
  const found = people[at];
  if (!found) throw new Error("nobody there");
  return found;
};

const bookingOf = async (one: ScreenedPerson) => {
  const { body } = await one.get("/ms_screening");
  return body.find(({ _id }: { _id: string }) => _id === one.application).booking;
};

const planOf = async (day: string) => (await officer.get(`/staff/ms_screening_day/${day}/plan`)).body;

test("a day that is not open is shown to nobody; opened it is chosen, changed, printed and proved", async () => {
  const day = await screeningDay(officer, { name: "First", bring: "A blue pen" });
  const one = person(0);
  expect(await slotsOf(one, day)).toEqual([]);
  await granted(officer.post(`/staff/ms_screening_day/${day}/open`, {}));
  const slots = await slotsOf(one, day);
  expect(slots.map(({ left }) => left)).toEqual([2, 2, 2]);
  const booked = await granted(one.post(`/ms_screening/${one.application}/book`, { slot: slots[0]?._id }));
  expect(booked.body.message).toMatch(/at 8:00 am, Main Hall$/);
  const [letter] = await portal.letters(one.emailaddress, 1);
  expect(letter?.text).toContain("A blue pen");
  expect((await slotsOf(one, day)).map(({ left }) => left)).toEqual([1, 2, 2]);
  await granted(one.post(`/ms_screening/${one.application}/book`, { slot: slots[2]?._id }));
  expect((await slotsOf(one, day)).map(({ left }) => left)).toEqual([2, 2, 1]);
  expect(await bookingOf(one)).toMatchObject({
    slot: slots[2]?._id,
    state: "Booked",
    movable: true,
    hall: "Main Hall",
  });

  const slip = (await granted(one.get(`/ms_screening/${one.application}/slip`))).body;
  expect(slip).toMatchObject({ jamb: one.jamb, hall: "Main Hall", bring: "A blue pen" });
  expect(slip.originals[0]).toMatch(/^O-Level: WAEC /);
  const code = slip.genuine.split("/").at(-1);
  const { body: proof } = await one.get(`/genuine/${code}`);
  expect(proof).toMatchObject({
    valid: true,
    kind: "Screening slip",
    status: expect.stringMatching(/^Screening on .+ at 10:00 am/),
  });
  const held = await granted(one.post(`/ms_screening/${one.application}/book`, { slot: slots[1]?._id }));
  expect(held.status).toBe(200);
});

test("another's application, and a slot of a day for other programmes, are not there", async () => {
  const day = await openScreeningDay(officer, { name: "Others", starts: "12:00", ends: "13:00" });
  const [one, other] = [person(1), person(2)];
  const [slot] = await slotsOf(one, day);
  const foreign = await one.post(`/ms_screening/${other.application}/book`, { slot: slot?._id });
  expect([foreign.status, foreign.body.code]).toEqual([404, "record-not-found"]);
  const wrong = await officer.post("/staff/ms_screening_day", {
    name: "Wrong",
    day: dayFromToday(3),
    hall: "Hall 2",
    starts: "8.00",
    ends: "09:00",
    places: 3,
    programmes: "XYZ",
  });
  expect(wrong.body).toMatchObject({
    code: "programme-not-found",
    errors: { programmes: expect.stringContaining("XYZ") },
  });
  const { code } = await portal.db
    .selectFrom("programme")
    .select("code")
    .where("_id", "=", one.programme)
    .executeTakeFirstOrThrow();
  const narrow = await openScreeningDay(officer, { name: "Narrow", hall: "Hall 3", programmes: code.toLowerCase() });
  const outside = people.find(({ programme }) => programme !== one.programme);
  expect(await slotsOf(one, narrow)).toHaveLength(3);
  if (!outside) throw new Error("everybody studies the same");
  expect(await slotsOf(outside, narrow)).toEqual([]);
  const [inside] = await slotsOf(one, narrow);
  const refused = await outside.post(`/ms_screening/${outside.application}/book`, { slot: inside?._id });
  expect(refused.status).toBe(404);
});

test("after the last day to book a time stays, and a closed day takes nobody", async () => {
  const day = await openScreeningDay(officer, { name: "Closing", hall: "Hall 4", bookby: dayFromToday(0) });
  const one = person(3);
  const [first, second] = await slotsOf(one, day);
  await granted(one.post(`/ms_screening/${one.application}/book`, { slot: first?._id }));
  await portal.db
    .updateTable("screening_day")
    .set({ bookby: dayFromToday(-1) })
    .where("_id", "=", day)
    .execute();
  const late = await one.post(`/ms_screening/${one.application}/book`, { slot: second?._id });
  expect(late.body.code).toBe("slot-closed");
  await granted(officer.post(`/staff/ms_screening_day/${day}/close`, {}));
  const shut = await person(4).post(`/ms_screening/${person(4).application}/book`, { slot: second?._id });
  expect(shut.body).toMatchObject({ code: "slot-closed", message: expect.stringContaining("choose another") });
});

test("the office places everybody without a time by their codes, as many as were seen, and each is told", async () => {
  const day = await screeningDay(officer, { name: "Placed", hall: "Hall 5" });
  const before = await planOf(day);
  expect([before.free, before.unbooked]).toEqual([6, people.length - 2]);
  const path = `/staff/ms_screening_day/${day}/place`;
  expect((await officer.post(path, { count: 3 })).body.code).toBe("count-has-moved");
  const placed = await granted(officer.post(path, { count: 6 }));
  expect(placed.body).toMatchObject({ placed: 6, left: before.unbooked - 6 });
  const rows = await portal.db
    .selectFrom("screening_booking")
    .innerJoin("review", "review._id", "screening_booking._id")
    .innerJoin("screening_slot", "screening_slot._id", "screening_booking.slot")
    .select(["code", "number"])
    .where("screening_booking.day", "=", day)
    .orderBy("code")
    .execute();
  expect(rows.map(({ number }) => number)).toEqual([1, 1, 2, 2, 3, 3]);
  const unbooked = people.map(({ code }) => code).filter((code) => ![person(0).code, person(3).code].includes(code));
  expect(rows.map(({ code }) => code)).toEqual(unbooked.slice(0, 6));
  const [letter] = await portal.letters(person(1).emailaddress, 1);
  expect(letter?.text).toContain("Hall 5");
  expect((await officer.post(path, { count: 0 })).body.code).toBe("nothing-to-place");
});

test("a day that is moved is told to those who are booked, and slots with people in them stay", async () => {
  const { _id: day, version } = await portal.db
    .selectFrom("screening_day")
    .select(["_id", "version"])
    .where("name", "=", "Placed")
    .executeTakeFirstOrThrow();
  const row = (await officer.get(`/staff/ms_screening_day/${day}`)).body;
  const form = {
    name: row.name,
    session: row.session._id,
    day: row.day,
    hall: row.hall,
    starts: row.starts,
    ends: row.ends,
    minutes: row.minutes,
    places: row.places,
  };
  const change = (told: object) =>
    officer.put(`/staff/ms_screening_day/${day}`, { ...form, ...told }, { "if-match": `"${version}"` });
  expect((await change({ ends: "09:00" })).body).toMatchObject({
    code: "slot-taken",
    errors: { ends: expect.any(String) },
  });
  expect((await change({ places: 1 })).body).toMatchObject({
    code: "slot-taken",
    errors: { places: expect.any(String) },
  });
  await granted(change({ starts: "09:00", ends: "12:00", hall: "New Hall" }));
  const letters = await portal.letters(person(1).emailaddress, 2);
  expect(letters.at(-1)?.text).toContain("New Hall");
  expect((await bookingOf(person(1))).hall).toBe("New Hall");
});

test("a day that is cancelled is told with the reason, and its people are free for another", async () => {
  const { _id: day } = await portal.db
    .selectFrom("screening_day")
    .select("_id")
    .where("name", "=", "Placed")
    .executeTakeFirstOrThrow();
  const reason = "The hall is flooded";
  const { body } = await granted(officer.post(`/staff/ms_screening_day/${day}/cancel`, { reason }));
  expect(body.told).toBe(6);
  const letters = await portal.letters(person(1).emailaddress, 3);
  expect(letters.at(-1)?.text).toContain(reason);
  expect(await bookingOf(person(1))).toBeNull();
  const row = (await officer.get(`/staff/ms_screening_day/${day}`)).body;
  expect(row).toMatchObject({ state: "Cancelled", booked: 0 });
  expect((await officer.post(`/staff/ms_screening_day/${day}/open`, {})).status).toBe(409);
});

test("whoever gives the application up frees the slot, and is expected nowhere", async () => {
  const day = await openScreeningDay(officer, { name: "Given up", hall: "Hall 8", places: 1 });
  const one = person(10);
  const [slot] = await slotsOf(one, day);
  await granted(one.post(`/ms_screening/${one.application}/book`, { slot: slot?._id }));
  await granted(one.post(`/ms_applications/${one.application}/withdraw`, { reason: "Cost" }));
  expect(await bookingOf(one)).toBeNull();
  expect(await slotsOf(one, day)).toEqual([]);
  const again = await one.post(`/ms_screening/${one.application}/book`, { slot: slot?._id });
  expect(again.body.code).toBe("application-given-up");
  expect((await planOf(day)).slots[0].booked).toBe(0);
});

test("whoever may look at the days changes none", async () => {
  const day = await screeningDay(officer, { name: "Looked at", hall: "Hall 9" });
  const looker = await staffMember(portal, { pages: ["screening-days", "screening"] });
  for (const [deed, body] of [
    ["open", {}],
    ["close", {}],
    ["cancel", { reason: "No hall" }],
    ["place", { count: 1 }],
    ["absent", {}],
  ] as const)
    expect((await looker.post(`/staff/ms_screening_day/${day}/${deed}`, body)).status).toBe(403);
});
