import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { sittingName } from "#academics/olevel-sitting/olevel-sitting.rules.ts";
import { staff } from "#access/permission/permission.server.ts";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { applicationBy } from "#applications/application/application.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { programmesById } from "#college/programme/programme.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { filedName } from "#identity/account/account.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { write } from "#platform/write/write.server.ts";
import { bareCode, paperCodeShape } from "#reference/papers/papers.code.rules.ts";
import { paperLetters } from "#reference/papers/papers.names.rules.ts";
import { signedPaper } from "#reference/papers/papers.server.ts";
import { usualScheme } from "../../merit-scheme/merit-scheme.contract.ts";
import { schemeOf } from "../../merit-scheme/merit-scheme.server.ts";
import { findReachedFile, lookInto, papersOf, screenedReview, soughtReviews } from "../../review/review.server.ts";
import { originalsOf } from "../booking/booking.server.ts";
import { type BookingState, keptWords, type OriginalState } from "../screening.rules.ts";
import { type HallSheet, readHallDays, readHallSheet, saveHallSheet, seekPerson } from "./hall.contract.ts";
import { saveSheet } from "./hall.save.server.ts";

export function screeningHallCalls(app: FastifyInstance): void {
  const { db, config } = app.portal;
  const view = staff("screening");

  handle(app, readHallDays, view, () => daysOf(db));

  handle(app, seekPerson, view, async ({ who, params, request }) => {
    const { q } = request.query as { q?: unknown };
    const typed = typeof q === "string" ? q.slice(0, 400) : "";
    const day = isId(params.day)
      ? await db.selectFrom("screening_day").select("session").where("_id", "=", params.day).executeTakeFirst()
      : undefined;
    if (!day) throw notFound();
    const found = await soughtReviews(
      db,
      who,
      { ...day, typed: (await paperIn(db, config, typed)) ?? typed },
      MOST_FOUND,
    );
    const names = await programmesById(
      db,
      found.map(({ programme }) => programme),
    );
    return found.map((one) => {
      const named = names.get(one.programme);
      return { ...one, programme: named ? programmeTitle(named) : "" };
    });
  });

  handle(app, readHallSheet, view, ({ who, params, request }) => sheetOf(app, who, params.id, request.id));

  handle(app, saveHallSheet, staff("screening.change"), (ask) => write(app, ask, (work) => saveSheet(work, ask)));
}

const MOST_FOUND = 10;

/**
 * What a slip's picture or its code says of whom to look for: the RRR of an application slip, or the code of the application that
 * a screening slip is about. Null for what is no paper of ours.
 */
async function paperIn(db: Database, config: Parameters<typeof signedPaper>[0], typed: string): Promise<string | null> {
  const bare = bareCode(typed);
  const paper = paperCodeShape.test(bare) ? signedPaper(config, bare) : null;
  if (paper?.kind === paperLetters.slip) return paper.about;
  if (paper?.kind !== paperLetters.screeningSlip) return null;
  return (await screenedReview(db, paper.about))?.code ?? null;
}

/** The days of the session that admits which were not cancelled, those of today first. */
async function daysOf(db: Database) {
  const { rows } = await sql<{
    _id: string;
    name: string;
    day: string;
    hall: string;
    state: "Planned" | "Open" | "Closed" | "Cancelled";
    today: boolean;
    booked: number;
    attended: number;
    absent: number;
  }>`select d._id, d.name, d.day, d.hall, d.state, d.day = today.day as today, d.booked, d.attended, d.absent
    from portal.screening_day d cross join (select (now() at time zone 'Africa/Lagos')::date as day) today
    where d.state <> 'Cancelled' and d.day between today.day - 120 and today.day + 120
    order by abs(d.day - today.day), d.starts, d.name limit 60`.execute(db);
  return rows;
}

interface Seen {
  readonly item: string;
  readonly state: OriginalState;
  readonly words: string | null;
  readonly seenby: string;
}

interface Stood {
  readonly day: string;
  readonly dayname: string;
  readonly hall: string;
  readonly at: string | null;
  readonly state: BookingState;
  readonly stateby: string | null;
  readonly stateAt: string | null;
  readonly version: number;
}

/** One person's sheet; whoever opens it stands in the audit as for the file itself. */
async function sheetOf(app: FastifyInstance, who: Officer, id: string, request: string): Promise<HallSheet> {
  const { db, files } = app.portal;
  const { _id } = await findReachedFile(db, who, id);
  await lookInto(app, who, _id, request);
  const [submitted, review, { rows: stood }, { rows: seen }] = await Promise.all([
    applicationBy(db, "_id", _id),
    screenedReview(db, _id),
    sql<Stood>`select b.day, d.name as dayname, d.hall, s.starts as at, b.state, b.stateby, b."stateAt", b.version
      from portal.screening_booking b join portal.screening_day d on d._id = b.day
        left join portal.screening_slot s on s._id = b.slot where b._id = ${_id}`.execute(db),
    sql<Seen>`select item, state, words, seenby from portal.screening_original where booking = ${_id}`.execute(db),
  ]);
  if (!submitted || !review) throw notFound();
  const [booking] = stood;
  const { snapshot, programme, session, applicant } = submitted;
  const [papers, names, scheme] = await Promise.all([
    papersOf(files, submitted),
    namesOfStaff(db, [...seen.map(({ seenby }) => seenby), ...(booking?.stateby ? [booking.stateby] : [])]),
    schemeOf(db, session._id),
  ]);
  return {
    _id,
    code: submitted.code,
    name: filedName(applicant),
    jamb: applicant.jamb,
    programme: programmeTitle(programme),
    session: session.name,
    photo: papers.photo,
    gender: snapshot.bio.gender,
    dateofbirth: snapshot.bio.dateofbirth,
    stateoforigin: snapshot.bio.stateoforigin,
    lgaoforigin: snapshot.bio.lgaoforigin,
    booking: booking
      ? {
          day: booking.day,
          dayname: booking.dayname,
          hall: booking.hall,
          at: booking.at,
          state: booking.state,
          by: booking.stateby ? (names.get(booking.stateby) ?? "") : null,
          stateAt: booking.stateAt,
        }
      : null,
    results: snapshot.sittings.map((sitting) => ({
      sitting: `${sittingName(sitting)}, ${sitting.examinationyear}`,
      grades: snapshot.results
        .filter(({ examination }) => examination._id === sitting._id)
        .map(({ subject, scored }) => ({ subject, scored })),
    })),
    originals: originalsOf(submitted).map(({ item, label }) => {
      const found = seen.find((one) => one.item === item);
      const file = papers.documents.find(({ requirement }) => requirement === item)?.file;
      return {
        item,
        label,
        file: file ? { link: file.link, mediatype: file.mediatype } : null,
        state: found?.state ?? null,
        words: found?.words ?? null,
        by: found ? (names.get(found.seenby) ?? "") : null,
      };
    }),
    score: review.screening,
    kept: keptWords(review),
    weight: (scheme ?? usualScheme).screening,
    version: booking?.version ?? 0,
  };
}
