import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { refuseOwnFilesOf } from "#access/own-file/own-file.server.ts";
import { staff } from "#access/permission/permission.server.ts";
import { programmeTitles } from "#college/programme/programme.server.ts";
import { type Officer, requireWholeCollege } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse, stale } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { keepScreenings } from "../../jamb/jamb.server.ts";
import { givenUpStates, type ReviewState } from "../../review/review.rules.ts";
import { reviewsOf } from "../../review/review.server.ts";
import { mailBooked, mailCancelled } from "../screening.mail.server.ts";
import { type DayState, dayStepsFrom } from "../screening.rules.ts";
import { cancelDay, closeDay, type DayPlan, markAbsent, openDay, placeUnbooked, readDayPlan } from "./day.contract.ts";
import { isForProgramme } from "./day.server.ts";

interface LockedDay {
  readonly _id: string;
  readonly name: string;
  readonly session: string;
  readonly state: DayState;
  /** Attendance was taken. */
  readonly begun: boolean;
  readonly over: boolean;
}

/** A day that nobody else changes until the transaction ends. 404; only a right to the whole college holds one. */
async function lockedDay(trx: Trx, who: Officer, id: string): Promise<LockedDay> {
  requireWholeCollege(who);
  const { rows } = isId(id)
    ? await sql<LockedDay>`select _id, name, session, state, attended + absent > 0 as begun,
          (day + ends::time) at time zone 'Africa/Lagos' < now() as over
        from portal.screening_day where _id = ${id} for update`.execute(trx)
    : { rows: [] };
  const [day] = rows;
  if (!day) throw notFound();
  return day;
}

export function screeningDayCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  const change = staff("screening-days.change");

  handle(app, readDayPlan, staff("screening-days"), ({ params }) => planOf(db, params.id));

  handle(app, openDay, change, (ask) =>
    write(app, ask, async (work) => {
      const day = await lockedDay(work.trx, ask.who, ask.params.id);
      if (day.over) throw refuse("day-over", "This day is over. Add another one");
      await step(work, day, "Open", "screening_day.open");
      return { type: "success" as const, message: `${day.name} is open: applicants choose their time` };
    }),
  );

  handle(app, closeDay, change, (ask) =>
    write(app, ask, async (work) => {
      const day = await lockedDay(work.trx, ask.who, ask.params.id);
      await step(work, day, "Closed", "screening_day.close");
      return { type: "success" as const, message: `${day.name} is closed: the office alone places people` };
    }),
  );

  handle(app, cancelDay, change, (ask) =>
    write(app, ask, async (work) => {
      const day = await lockedDay(work.trx, ask.who, ask.params.id);
      const told = await cancel(app, work, day, ask.body.reason);
      const message = `${day.name} is cancelled. ${asCount(told, "person was", "people were")} told by mail`;
      return { type: "success" as const, message, told };
    }),
  );

  handle(app, placeUnbooked, change, (ask) =>
    write(app, ask, async (work) => {
      const day = await lockedDay(work.trx, ask.who, ask.params.id);
      return place(app, work, ask.who, day, ask.body.count);
    }),
  );

  handle(app, markAbsent, staff("screening.change"), (ask) =>
    write(app, ask, async (work) => {
      const day = await lockedDay(work.trx, ask.who, ask.params.id);
      const absent = await sayAbsent(work, ask.who, day);
      return { type: "success" as const, message: `${asCount(absent, "person is", "people are")} absent`, absent };
    }),
  );
}

async function step({ trx, note }: Work, day: LockedDay, to: DayState, deed: string, reason?: string): Promise<void> {
  const { _id, name, state } = day;
  if (!dayStepsFrom(state).includes(to))
    throw stale("state-has-moved", `${name} is ${state.toLowerCase()} now, so it can not become ${to.toLowerCase()}`);
  await sql`update portal.screening_day set state = ${to}, version = version + 1, "updatedAt" = now()
    where _id = ${_id}`.execute(trx);
  note({ deed, subject: `screening_day:${_id}`, before: { state }, after: { state: to }, ...(reason && { reason }) });
}

/** Whoever is booked is told and free for another day. Refuses a day to which somebody came. */
async function cancel(app: FastifyInstance, work: Work, day: LockedDay, reason: string): Promise<number> {
  const { trx, note } = work;
  if (day.begun) throw refuse("day-held", `Attendance of ${day.name} was taken already, so it stays. Close it instead`);
  const told = await mailCancelled(app, trx, day._id, reason);
  const { rows } = await sql<{ _id: string }>`delete from portal.screening_booking where day = ${day._id}
    returning _id`.execute(trx);
  for (const { _id } of rows)
    note({ deed: "screening.cancel", subject: `screening_booking:${_id}`, before: { day: day.name }, reason });
  await step(work, day, "Cancelled", "screening_day.cancel", reason);
  return told;
}

/** Stages at which nobody is placed: the college has decided, or the application was given up. */
const decided: readonly ReviewState[] = ["Not recommended", "Refused", "Accepted", "Lapsed", ...givenUpStates];

/** Applications that a day `d` is for and that have no slot anywhere, as rows of `_id, applicant, code`. */
const unbookedOf = ({ _id, session }: Pick<LockedDay, "_id" | "session">) => sql`
  select review._id, review.applicant, review.code from (${reviewsOf(session)}) review
    join (${programmeTitles()}) p on p._id = review.programme join portal.screening_day d on d._id = ${_id}
  where review.state <> all(${[...decided]}::text[]) and ${isForProgramme(sql.ref("p.code"))}
    and not exists (select from portal.screening_booking b where b._id = review._id)`;

/** Every free place of the slots of a day that have not begun, in their order, as rows of `_id, place`. */
const freePlaces = (day: string) => sql`
  select s._id, row_number() over (order by s.number, n) as place
  from portal.screening_slot s cross join lateral generate_series(1, s.places - s.booked) n
  where s.day = ${day} and s.starts > now()`;

/**
 * Gives the free places of a day to those without one, by their codes, in one statement, and mails each. Refuses a day that
 * takes nobody, another number than was seen (409), and where the officer's own file is among them (403).
 */
async function place(app: FastifyInstance, work: Work, who: Officer, day: LockedDay, seen: number) {
  const { trx, note } = work;
  if (day.state === "Cancelled" || day.over) throw refuse("day-over", `${day.name} takes nobody any more`);
  const alike = await refuseOwnFilesOf(work, who, unbookedOf(day), `screening_day:${day._id}`);
  const { rows } = await sql<{ _id: string }>`insert into portal.screening_booking (_id, applicant, day, slot, placedby)
    select waiting._id, waiting.applicant, ${day._id}, free._id, ${who.staff}::uuid
    from (select _id, applicant, row_number() over (order by code, _id) as place from (${unbookedOf(day)}) unbooked) waiting
      join (${freePlaces(day._id)}) free on free.place = waiting.place
    on conflict (_id) do nothing returning _id`.execute(trx);
  if (rows.length === 0)
    throw refuse("nothing-to-place", "Nobody was placed: no place is free, or everybody that the day is for has one");
  if (rows.length !== seen)
    throw stale(
      "count-has-moved",
      `It would be ${asCount(rows.length, "person", "people")} now, not ${seen} as you saw. Nobody was placed: look again`,
    );
  for (const { _id } of rows)
    note({ deed: "screening.place", subject: `screening_booking:${_id}`, after: { day: day.name } });
  note({ deed: "screening_day.place", subject: `screening_day:${day._id}`, after: { placed: rows.length } });
  await mailBooked(
    app,
    trx,
    rows.map(({ _id }) => _id),
  );
  const { rows: left } = await sql<{
    count: number;
  }>`select count(*)::int as count from (${unbookedOf(day)}) unbooked`.execute(trx);
  const still = left[0]?.count ?? 0;
  const message = `${asCount(rows.length, "person was", "people were")} placed and told by mail. ${
    still === 0 ? "Nobody is left" : `${asCount(still, "is", "are")} left without a time: add another day`
  }${alike}`;
  return { type: "success" as const, message, placed: rows.length, left: still };
}

/** Says it of those whose slot is over. Answers how many. Refuses where nobody is left. */
async function sayAbsent({ trx, note }: Work, who: Officer, day: LockedDay): Promise<number> {
  const { rows } = await sql<{ _id: string; jamb: string }>`update portal.screening_booking b
    set state = 'Absent', stateby = ${who.staff}, "stateAt" = now(), version = b.version + 1, "updatedAt" = now()
    from portal.screening_slot s, portal.screening_booking_line l
    where b.day = ${day._id} and b.state = 'Booked' and s._id = b.slot and s.ends < now() and l._id = b._id
    returning b._id, l.jamb`.execute(trx);
  await keepScreenings(
    trx,
    day.session,
    rows.map(({ jamb }) => ({ jamb, score: null })),
  );
  if (rows.length === 0)
    throw refuse("nobody-missing", "Nobody is missing: the attendance of every slot that is over was taken");
  for (const { _id } of rows)
    note({
      deed: "screening.absent",
      subject: `screening_booking:${_id}`,
      before: { state: "Booked" },
      after: { state: "Absent" },
    });
  note({ deed: "screening_day.absent", subject: `screening_day:${day._id}`, after: { absent: rows.length } });
  return rows.length;
}

async function planOf(db: Database, id: string): Promise<DayPlan> {
  const day = isId(id)
    ? await db.selectFrom("screening_day").select(["_id", "session"]).where("_id", "=", id).executeTakeFirst()
    : undefined;
  if (!day) throw notFound();
  const [{ rows: slots }, { rows: counts }] = await Promise.all([
    sql<DayPlan["slots"][number]>`select s._id, s.starts, s.ends, s.places, s.booked,
        (count(*) filter (where b.state = 'Attended'))::int as attended,
        (count(*) filter (where b.state = 'Absent'))::int as absent
      from portal.screening_slot s left join portal.screening_booking b on b.slot = s._id
      where s.day = ${id} group by s._id order by s.number`.execute(db),
    sql<Omit<DayPlan, "slots">>`select
        (select count(*)::int from (${freePlaces(id)}) free) as free,
        (select count(*)::int from (${unbookedOf(day)}) unbooked) as unbooked,
        (select count(*)::int from portal.screening_booking b join portal.screening_slot s on s._id = b.slot
          where b.day = ${id} and b.state = 'Booked' and s.ends < now()) as missing,
        (select count(*)::int from portal.screening_booking where day = ${id} and slot is null) as unexpected`.execute(
      db,
    ),
  ]);
  return { slots, ...(counts[0] ?? { free: 0, unbooked: 0, missing: 0, unexpected: 0 }) };
}
