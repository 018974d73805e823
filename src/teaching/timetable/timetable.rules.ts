/** The days on which classes meet. */
export const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

/** "8", "8:30", "0830", "2pm" and "2.15 pm" as a time of the day, such as "14:15"; anything else as it is. */
export function spelledTime(typed: string): string {
  const found = /^(\d{1,2})[:.]?(\d{2})?\s*([ap]m)?$/i.exec(typed.trim());
  if (!found) return typed.trim();
  const [, hour = "", minute = "00", half] = found;
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === "pm" ? 12 : 0) : Number(hour);
  return `${String(hours).padStart(2, "0")}:${minute}`;
}

/** "08:30" in minutes since midnight. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** The way back. */
export const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** "Monday 08:00 to 10:00". */
export const asSlot = ({ day, start, end }: Slot): string => `${day} ${start} to ${end}`;

/** What takes a stretch of a day; `day` is a day of the week, or a date. */
export interface Slot {
  readonly day: string;
  readonly start: string;
  readonly end: string;
}

export const isOverlapping = (one: Slot, other: Slot): boolean =>
  one.day === other.day && one.start < other.end && other.start < one.end;

export interface PlacedRoom {
  readonly _id: string;
  readonly code: string;
  readonly name: string;
  /** How many sit there for this. */
  readonly seats: number;
  /** The seats of the whole hall, where an examination is given some of them and others share it. */
  readonly of?: number | null;
  readonly isOpen: boolean;
}

export interface PlacedPerson {
  readonly _id: string;
  readonly name: string;
  /** False for who has left the college. */
  readonly isHere: boolean;
  /** The hall in which an examination is watched: who watches two that share it stands in both. */
  readonly room?: string;
}

/** A class, or its examination, with when, where and by whom. */
export interface Placed extends Slot {
  readonly _id: string;
  readonly class: string;
  readonly code: string;
  readonly rooms: readonly PlacedRoom[];
  readonly people: readonly PlacedPerson[];
}

/** What is known of classes and pairs of them; a pair is `pairOf` two classes. */
export interface ClassFacts {
  /** How many students are registered for a class. */
  readonly registered: ReadonlyMap<string, number>;
  /** How many students take both. */
  readonly shared: ReadonlyMap<string, number>;
  /** In which programme and level both are taken by everybody, such as "NCE-CRS-ENG 100". */
  readonly cohorts: ReadonlyMap<string, string>;
}

export const pairOf = (one: string, other: string): string => (one < other ? `${one} ${other}` : `${other} ${one}`);

export const clashKinds = [
  ...(["room", "lecturer", "closed", "left", "outside"] as const),
  ...(["students", "cohort", "class", "seats", "crowded", "lecture"] as const),
] as const;

export type ClashKind = (typeof clashKinds)[number];

/** These may stand with a reason; the others are mended. Decision 0076. */
export const isKeepable = (kind: ClashKind): boolean =>
  ["students", "cohort", "class", "seats", "crowded", "lecture"].includes(kind);

/** Whether a reason lets them stand: there are some, and none that must be mended. */
export const mayStand = (clashes: readonly Pick<Clash, "kind">[]): boolean =>
  clashes.length > 0 && clashes.every(({ kind }) => isKeepable(kind));

export interface Clash {
  readonly kind: ClashKind;
  readonly sentence: string;
  /** The other one, where there is one. */
  readonly with: string | null;
}

/** What is wrong with one at its time, as the others stand. */
export function clashesOf(one: Placed, others: readonly Placed[], facts: ClassFacts): Clash[] {
  const near = others.filter((other) => other._id !== one._id && isOverlapping(one, other));
  return [
    ...one.rooms.flatMap((room) => closedRoom(room)),
    ...one.people.flatMap((person) => goneLecturer(person)),
    ...one.rooms.flatMap((room) => takenRoom(one, room, near)),
    ...near.flatMap((other) => between(one, other, facts)),
    ...tooSmall(one, facts),
  ];
}

function closedRoom({ code, isOpen }: PlacedRoom): Clash[] {
  return isOpen
    ? []
    : [{ kind: "closed", sentence: `${code} is not in use any more. Choose another room`, with: null }];
}

function goneLecturer({ name, isHere }: PlacedPerson): Clash[] {
  return isHere ? [] : [{ kind: "left", sentence: `${name} has left. Choose somebody else`, with: null }];
}

const withTimes = ({ code, start, end }: Placed): string => `${code} (${start} to ${end})`;

/** What is wrong with the rooms of one beside others: as where a room that they share has fewer seats than when they were given. */
export function roomClashes(one: Placed, others: readonly Placed[]): Clash[] {
  const near = others.filter((other) => other._id !== one._id && isOverlapping(one, other));
  return one.rooms.flatMap((room) => takenRoom(one, room, near));
}

/** Whether a room belongs to others at a time: it is taken whole, or has fewer seats left than are given. */
function takenRoom(one: Placed, room: PlacedRoom, near: readonly Placed[]): Clash[] {
  const others = near.filter((other) => placeIn(other, room));
  const barring = others.filter((other) => !isShared(room) || !isShared(placeIn(other, room)));
  if (barring.length > 0)
    return barring.map((other) => ({
      kind: "room",
      sentence: `${room.code} is taken by ${withTimes(other)}`,
      with: other._id,
    }));
  if (!isShared(room)) return [];
  const left = Math.max(0, room.of - seatsTaken(one, room, others));
  if (room.seats <= left) return [];
  const sentence =
    others.length === 0
      ? `${room.code} has ${room.of} seats in all`
      : `${room.code} has ${left} of ${room.of} seats left beside ${others.map(withTimes).join(" and ")}`;
  return [{ kind: "room", sentence, with: others[0]?._id ?? null }];
}

/** A hall of which so many seats are given, or all where no number is said. */
export const givenOf = (hall: PlacedRoom, seats: number | undefined): PlacedRoom =>
  seats === undefined ? hall : { ...hall, seats, of: hall.seats };

const placeIn = ({ rooms }: Placed, { _id }: PlacedRoom): PlacedRoom | undefined =>
  rooms.find((room) => room._id === _id);

const isShared = (room: PlacedRoom | undefined): room is PlacedRoom & { readonly of: number } =>
  typeof room?.of === "number";

/** The most seats of a room that others have at any moment of a slot which they all overlap. */
function seatsTaken(slot: Slot, room: PlacedRoom, others: readonly Placed[]): number {
  const moments = [slot.start, ...others.map(({ start }) => start).filter((start) => start > slot.start)];
  const takenAt = (moment: string) =>
    others
      .filter(({ start, end }) => start <= moment && moment < end)
      .reduce((sum, other) => sum + (placeIn(other, room)?.seats ?? 0), 0);
  return Math.max(...moments.map(takenAt));
}

function between(one: Placed, other: Placed, facts: ClassFacts): Clash[] {
  const pair = pairOf(one.class, other.class);
  const at = withTimes(other);
  const clash = (kind: ClashKind, sentence: string): Clash => ({ kind, sentence, with: other._id });
  const people = one.people.filter(({ _id, room }) =>
    other.people.some((person) => person._id === _id && (room === undefined || person.room !== room)),
  );
  const shared = facts.shared.get(pair) ?? 0;
  const cohort = facts.cohorts.get(pair);
  return [
    ...people.map(({ name }) => clash("lecturer", `${name} is with ${at} then`)),
    ...(one.class === other.class ? [clash("class", `${one.code} meets twice at this time`)] : []),
    ...(one.class !== other.class && shared > 0
      ? [clash("students", `${shared} ${shared === 1 ? "student takes" : "students take"} ${at} too`)]
      : []),
    ...(one.class !== other.class && shared === 0 && cohort
      ? [clash("cohort", `Everybody of ${cohort} takes ${at} too`)]
      : []),
  ];
}

function tooSmall({ class: of, rooms }: Placed, { registered }: ClassFacts): Clash[] {
  const seats = rooms.reduce((sum, room) => sum + room.seats, 0);
  const students = registered.get(of) ?? 0;
  if (rooms.length === 0 || students <= seats) return [];
  const where = rooms.map(({ code }) => code).join(", ");
  const seated = `${where} ${rooms.length === 1 ? "seats" : "seat"} ${seats}`;
  return [{ kind: "seats", sentence: `${seated}, and ${students} are registered`, with: null }];
}

/** The hours in which a slot is looked for. */
const FIRST = 8 * 60;
const LAST = 18 * 60;
const STEP = 60;
const MOST = 8;
const MOST_A_DAY = 3;

/** Slots as long as this one without a clash, each with the smallest room that is free and large enough; its own day first. */
export function freeSlots(
  one: Placed,
  others: readonly Placed[],
  rooms: readonly PlacedRoom[],
  facts: ClassFacts,
): { readonly slot: Slot; readonly room: PlacedRoom }[] {
  const length = minutesOf(one.end) - minutesOf(one.start);
  const order = [one.day, ...days.filter((day) => day !== one.day)];
  const slots = order.flatMap((day) =>
    startsWithin(length).map((start) => ({ day, start: timeOf(start), end: timeOf(start + length) })),
  );
  const found: { slot: Slot; room: PlacedRoom }[] = [];
  for (const slot of slots) {
    if (found.filter((other) => other.slot.day === slot.day).length === MOST_A_DAY) continue;
    const there = { ...one, ...slot, rooms: [] };
    const [room] = freeRooms(there, others, rooms, facts);
    if (!room || clashesOf(there, others, facts).length > 0) continue;
    found.push({ slot, room });
    if (found.length === MOST) break;
  }
  return found;
}

const startsWithin = (length: number): number[] =>
  Array.from({ length: Math.max(0, Math.floor((LAST - FIRST - length) / STEP) + 1) }, (_, at) => FIRST + at * STEP);

/** The rooms that are free at its time, in whole or in part, and seat those who are registered there, the smallest first. */
export function freeRooms(
  one: Placed,
  others: readonly Placed[],
  rooms: readonly PlacedRoom[],
  { registered }: ClassFacts,
): PlacedRoom[] {
  const near = others.filter((other) => other._id !== one._id && isOverlapping(one, other));
  const needed = registered.get(one.class) ?? 0;
  return rooms
    .filter(({ isOpen }) => isOpen)
    .map((room) => asLeft(one, room, near))
    .filter(({ seats, of }) => seats >= needed && (seats > 0 || !of))
    .toSorted((left, right) => left.seats - right.seats || left.code.localeCompare(right.code));
}

/** A room with what others leave of it. */
function asLeft(slot: Slot, room: PlacedRoom, near: readonly Placed[]): PlacedRoom {
  const others = near.filter((other) => placeIn(other, room));
  if (others.length === 0) return room;
  const isWhole = others.some((other) => !isShared(placeIn(other, room)));
  return { ...room, seats: isWhole ? 0 : Math.max(0, room.seats - seatsTaken(slot, room, others)), of: room.seats };
}
