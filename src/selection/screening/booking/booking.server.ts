import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { sittingName } from "#academics/olevel-sitting/olevel-sitting.rules.ts";
import {
  applicationBy,
  applicationsOf,
  ownApplication,
  type SubmittedApplication,
} from "#applications/application/application.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { fullName } from "#identity/account/account.rules.ts";
import { applicant } from "#identity/session/session.server.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse } from "#kit/wire/refusal.server.ts";
import { clock } from "#platform/database/clock.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { paperTemplate, usual } from "#reference/message-template/message-template.rules.ts";
import { paperWords } from "#reference/message-template/message-template.server.ts";
import { paperLetters } from "#reference/papers/papers.names.rules.ts";
import { paperAddress } from "#reference/papers/papers.server.ts";
import { givenUpStates } from "../../review/review.rules.ts";
import { standingOf } from "../../review/review.server.ts";
import { isForProgramme } from "../day/day.server.ts";
import { mailBooked } from "../screening.mail.server.ts";
import type { BookingState } from "../screening.rules.ts";
import {
  bookSlot,
  type OwnScreening,
  readOwnScreening,
  readScreeningSlip,
  type ScreeningSlip,
} from "./booking.contract.ts";

export function screeningBookingCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, readOwnScreening, applicant, async ({ who }) => {
    const applications = await applicationsOf(db, who.applicant);
    return Promise.all(applications.map((one) => ownScreeningOf(db, one)));
  });

  handle(app, bookSlot, applicant, async (ask) => {
    const { _id } = await ownApplication(db, ask.who.applicant, ask.params.id);
    return write(app, ask, (work) =>
      takeSlot(app, work, { application: _id, owner: ask.who.applicant, slot: ask.body.slot }),
    );
  });

  handle(app, readScreeningSlip, applicant, async ({ who, params }) => {
    const slip = await screeningSlipOf(app, who.applicant, params.id);
    if (!slip) throw notFound();
    return slip;
  });
}

const screeningSlip = paperTemplate({
  key: "screening-slip",
  name: "Screening slip",
  when: "An applicant prints when and where the screening is",
  reader: "applicants",
  values: usual("name", "code", "programme", "session"),
  words: {
    heading: "Screening Slip",
    opening: "",
    closing: "Come at your time. What you did not claim in your application is not looked at.",
  },
});

export const bookingTemplates = [screeningSlip];

/** The slip of one's own application; null while it is not booked. 404 for another's. */
async function screeningSlipOf(
  { portal: { db, files, config } }: FastifyInstance,
  owner: string,
  application: string,
): Promise<ScreeningSlip | null> {
  const own = await ownApplication(db, owner, application);
  const booking = await bookingOf(db, own._id);
  if (!booking) return null;
  const { _id, code, applicant: person, newname } = own;
  const values = { name: fullName(person), code, programme: programmeTitle(own.programme), session: own.session.name };
  return {
    _id,
    ...values,
    jamb: person.jamb,
    photo: newname === null ? null : await files.link(newname),
    day: booking.day,
    dayname: booking.name,
    hall: booking.hall,
    starts: booking.starts,
    ends: booking.ends,
    bring: booking.bring,
    originals: originalsOf(own).map(({ label }) => label),
    genuine: paperAddress(config, paperLetters.screeningSlip, _id),
    asOf: await clock(db),
    words: await paperWords(db, screeningSlip, values),
  };
}

export const bookingPapers: Noun["papers"] = {
  [screeningSlip.key]: {
    right: "applications",
    read: async (app, { application: of }) => of && screeningSlipOf(app, of.applicant, of._id),
  },
};

/** What an application's owner shows at the table: each document that was uploaded, and the slip of each O-Level sitting. */
export const originalsOf = ({ snapshot }: Pick<SubmittedApplication, "snapshot">) => [
  ...snapshot.documents.filter(({ newname }) => newname !== null).map(({ _id, label }) => ({ item: _id, label })),
  ...snapshot.sittings.map((sitting) => ({ item: sitting._id, label: `O-Level: ${sittingName(sitting)}` })),
];

interface Booking {
  readonly slot: string | null;
  readonly name: string;
  readonly day: string;
  readonly hall: string;
  readonly starts: string | null;
  readonly ends: string | null;
  readonly bring: string | null;
  readonly state: BookingState;
  readonly movable: boolean;
}

async function bookingOf(db: Database | Trx, application: string): Promise<Booking | undefined> {
  const { rows } = await sql<Booking>`select b.slot, d.name, d.day, d.hall, s.starts, s.ends, d.bring, b.state,
      b.state = 'Booked' and s.starts > now() and coalesce((now() at time zone 'Africa/Lagos')::date <= d.bookby, true) as movable
    from portal.screening_booking b join portal.screening_day d on d._id = b.day
      left join portal.screening_slot s on s._id = b.slot
    where b._id = ${application}`.execute(db);
  return rows[0];
}

/** Whether its owner has given an application up: then nobody expects that person. */
async function isGivenUp(db: Database | Trx, application: string): Promise<boolean> {
  const standing = await standingOf(db, application);
  return givenUpStates.some((one) => one === standing?.state);
}

async function ownScreeningOf(db: Database, { _id, code, programme, session }: SubmittedApplication) {
  const booking = (await bookingOf(db, _id)) ?? null;
  const closed = (booking !== null && !booking.movable) || (await isGivenUp(db, _id));
  const { rows } = closed
    ? { rows: [] }
    : await sql<
        OwnScreening["days"][number]
      >`select d._id, d.name, d.day, d.hall, d.bookby, jsonb_agg(jsonb_build_object(
        '_id', s._id, 'starts', to_json(s.starts), 'ends', to_json(s.ends), 'left', s.places - s.booked) order by s.number) as slots
      from portal.screening_day d join portal.screening_slot s on s.day = d._id
      where d.session = ${session._id} and ${isBookable} and ${isForProgramme(programme.code)}
      group by d._id order by d.day, d.starts, d._id limit 20`.execute(db);
  return { _id, code, programme: programmeTitle(programme), booking, days: rows };
}

/**
 * What its owner does next about the screening of each of these applications: to come, or to choose a time where one can be
 * chosen. Those that nothing is to be done about are missing.
 */
export async function nextScreenings(
  db: Database,
  applications: readonly SubmittedApplication[],
): Promise<ReadonlyMap<string, string>> {
  const now = await clock(db);
  const found = await Promise.all(applications.map((one) => ownScreeningOf(db, one)));
  return new Map(
    found.flatMap(({ _id, booking, days }) => {
      if (booking?.state === "Booked")
        return booking.starts !== null && booking.starts > now
          ? [[_id, `Come to your screening on ${asMinute(booking.starts)}, ${booking.hall}, with your originals`]]
          : [];
      const isFree = days.some(({ slots }) => slots.some(({ left }) => left > 0));
      return booking === null && isFree ? [[_id, "Choose a time for your screening"]] : [];
    }),
  );
}

/** A slot `s` of a day `d` that applicants may choose now. */
const isBookable = sql<boolean>`(d.state = 'Open' and s.starts > now()
  and coalesce((now() at time zone 'Africa/Lagos')::date <= d.bookby, true))`;

interface Wanted {
  readonly starts: string;
  readonly name: string;
  readonly hall: string;
  readonly isbookable: boolean;
  readonly iswanted: boolean;
}

/**
 * Books a slot for one's own application, or moves it there. Refuses a slot that is not to be chosen (any more), one of a day
 * for other programmes, a booking that stands too near, and a slot whose last place somebody else got: its constraint says so.
 */
async function takeSlot(
  app: FastifyInstance,
  { trx, note }: Work,
  { application, owner, slot }: { readonly application: string; readonly owner: string; readonly slot: string },
) {
  const own = await applicationBy(trx, "_id", application);
  const { rows } = isId(slot)
    ? await sql<Wanted>`select s.starts, d.name, d.hall, ${isBookable} as isbookable,
          d.session = ${own?.session._id} and ${isForProgramme(own?.programme.code ?? "")} as iswanted
        from portal.screening_slot s join portal.screening_day d on d._id = s.day where s._id = ${slot}`.execute(trx)
    : { rows: [] };
  const [wanted] = rows;
  if (!own || !wanted?.iswanted) throw notFound();
  if (await isGivenUp(trx, application))
    throw refuse("application-given-up", "You have given this application up, so there is no screening for it");
  if (!wanted.isbookable) throw refuse("slot-closed", CLOSED);
  await trx.selectFrom("screening_booking").select("_id").where("_id", "=", application).forUpdate().execute();
  const before = await bookingOf(trx, application);
  if (before && !before.movable) throw refuse("slot-stays", STAYS[before.state]);
  if (before?.slot === slot) throw refuse("slot-held-already", "You have this time already. Print your slip");
  const booked = sql`insert into portal.screening_booking as b (_id, applicant, day, slot)
    select ${application}, ${owner}::uuid, s.day, s._id
    from portal.screening_slot s join portal.screening_day d on d._id = s.day
    where s._id = ${slot} and ${isBookable}
    on conflict (_id) do update set day = excluded.day, slot = excluded.slot, placedby = null, version = b.version + 1,
      "updatedAt" = now() where b.state = 'Booked'
    returning _id`.execute(trx);
  const { rows: kept } = await onConstraint(
    {
      screening_slot_places: () =>
        refuse(
          "slot-full",
          `Somebody has just taken the last place at ${asMinute(wanted.starts)}. Nothing was booked: choose another time`,
        ),
      screening_booking_held: () => refuse("slot-closed", CLOSED),
    },
    booked,
  );
  if (kept.length === 0) throw refuse("slot-closed", CLOSED);
  const after = { slot, day: wanted.name, starts: wanted.starts };
  note({
    deed: before ? "screening.move" : "screening.book",
    subject: `screening_booking:${application}`,
    ...(before && { before: { slot: before.slot, starts: before.starts } }),
    after,
  });
  await mailBooked(app, trx, [application]);
  return { type: "success" as const, message: `Your screening: ${asMinute(wanted.starts)}, ${wanted.hall}` };
}

const CLOSED = "This time can not be chosen any more. Nothing was booked: choose another one";

const STAYS: Readonly<Record<BookingState, string>> = {
  Booked: "The last day to change your time is over. Ask the admissions office if you can not come",
  Attended: "You were at the screening already",
  Absent: "You did not come at your time. Ask the admissions office for another one",
};
