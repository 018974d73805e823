import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { isOwn } from "#access/own-file/own-file.server.ts";
import { applicationBy } from "#applications/application/application.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { ofProgrammesWithin } from "#college/programme/programme.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { fullName } from "#identity/account/account.rules.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import { bookingPapers, bookingTemplates, screeningBookingCalls } from "./booking/booking.server.ts";
import { screeningDayCalls } from "./day/day.deeds.server.ts";
import { screeningDayRules } from "./day/day.server.ts";
import { screeningHallCalls } from "./hall/hall.server.ts";
import { screeningBookings } from "./screening.contract.ts";
import { impossibleScreenings } from "./screening.impossible.server.ts";
import { screeningTemplates } from "./screening.mail.server.ts";
import type { BookingState } from "./screening.rules.ts";

export { nextScreenings } from "./booking/booking.server.ts";

/** A head sees who applied to the department's programmes. */
export const screeningBookingRules: RecordRules<typeof screeningBookings> = {
  of: screeningBookings,
  table: "screening_booking_line",
  within: ofProgrammesWithin,
  hidden: (column, member) => isOwn(column("applicant"), member),
};

/** What a screening slip proves: who is expected when and where, or came. By the application's `_id`. */
export async function provesScreening(db: Database, about: string) {
  if (!isId(about)) return null;
  const [application, { rows }] = await Promise.all([
    applicationBy(db, "_id", about),
    sql<{ state: BookingState; hall: string; starts: string | null; createdAt: string }>`
      select b.state, d.hall, s.starts, b."createdAt" from portal.screening_booking b
        join portal.screening_day d on d._id = b.day left join portal.screening_slot s on s._id = b.slot
      where b._id = ${about}`.execute(db),
  ]);
  if (!application) return null;
  const [booking] = rows;
  const { applicant, programme, session } = application;
  const when = booking?.starts ? `${asMinute(booking.starts)}, ${booking.hall}` : "";
  return {
    valid: booking !== undefined,
    name: fullName(applicant),
    programme: programmeTitle(programme),
    session: session.name,
    status: booking ? slipWords[booking.state](when) : "No screening is booked",
    amount: null,
    date: booking?.createdAt ?? null,
    why: booking ? null : "The day was cancelled, and no other is booked yet",
  };
}

const slipWords: Readonly<Record<BookingState, (when: string) => string>> = {
  Booked: (when) => `Screening on ${when}`,
  Attended: () => "Was at the screening",
  Absent: (when) => `Did not come on ${when}`,
};

const ownScreenings: OwnRows = {
  name: "screening",
  tables: ["screening_booking", "screening_original"],
  rows: (
    owner,
  ) => sql`select to_jsonb(b) - 'placedby' - 'stateby' || jsonb_build_object('day', d.name, 'date', d.day, 'originals',
      (select jsonb_agg(to_jsonb(o) - 'seenby' order by o.label) from portal.screening_original o where o.booking = b._id)) as row
    from portal.screening_booking b join portal.screening_day d on d._id = b.day
    where b.applicant = ${owner} order by b."createdAt"`,
};

export const screeningNoun: Noun = {
  name: "screening",
  templates: [...screeningTemplates, ...bookingTemplates],
  papers: bookingPapers,
  calls: (app: FastifyInstance) => {
    screeningDayCalls(app);
    screeningBookingCalls(app);
    screeningHallCalls(app);
  },
  records: [screeningDayRules],
  listings: [screeningBookingRules],
  ownRows: [ownScreenings],
  impossible: impossibleScreenings,
};
