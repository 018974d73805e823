import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import { applicationBy } from "#applications/application/application.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { notFound, refuse, refuseFields, stale } from "#kit/wire/refusal.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { requireVersion } from "#platform/write/version.server.ts";
import { keepScreenings } from "../../jamb/jamb.server.ts";
import { findReachedFile, lockScreened, type ScreenedReview } from "../../review/review.server.ts";
import { originalsOf } from "../booking/booking.server.ts";
import { type BookingState, keptWords, type OriginalState } from "../screening.rules.ts";

interface Ticked {
  readonly item: string;
  readonly state: OriginalState;
  readonly words?: string | undefined;
}

interface Sheet {
  readonly day: string;
  readonly state: "Attended" | "Absent";
  readonly originals: readonly Ticked[];
  readonly score?: number | null | undefined;
  readonly reason?: string | undefined;
}

interface Saving {
  readonly who: Officer;
  readonly params: { readonly id: string };
  readonly body: Sheet;
  readonly request: FastifyRequest;
}

interface Before {
  readonly state: BookingState | null;
  readonly originals: readonly Ticked[];
  readonly version: number;
}

/**
 * Keeps what was seen of one applicant: there or not, each original, the score, in one deed. Whoever has no booking and came
 * gets one without a slot. Refuses one's own file (403), a sheet that somebody else has saved meanwhile (409), a correction
 * without a reason, and another score where one was ranked or offered a place by.
 */
export async function saveSheet(work: Work, { who, params, body, request }: Saving) {
  const { trx, note } = work;
  const { _id } = await findReachedFile(trx, who, params.id);
  const review = await lockScreened(trx, _id);
  const submitted = await applicationBy(trx, "_id", _id);
  if (!review || !submitted) throw notFound();
  await refuseOwnFiles(trx, who, [review.applicant]);
  const before = await stoodBefore(trx, _id);
  requireVersion(request, before.version);
  const known = originalsOf(submitted);
  const ticks = body.originals.map((tick) => ({
    ...tick,
    label: known.find(({ item }) => item === tick.item)?.label ?? "",
  }));
  if (ticks.some(({ label }) => label === ""))
    throw refuse("original-not-asked", "One of these originals is not among what was submitted. Open the file again");
  // A score that is not told stays as it is.
  const score = body.state === "Absent" ? null : body.score === undefined ? review.screening : body.score;
  requireCorrection(before, review, { ...body, score });
  const version = await keepAttendance(work, who, { _id, review, before, body });
  await keepOriginals(trx, who, _id, ticks);
  if (score !== review.screening) await keepScore(trx, review, score);
  note({
    deed: before.state === null || before.state === "Booked" ? "screening.attend" : "screening.correct",
    subject: `screening_booking:${_id}`,
    before: { state: before.state, score: review.screening, originals: before.originals },
    after: { state: body.state, score, originals: body.originals },
    ...(body.reason && { reason: body.reason }),
  });
  const said = body.state === "Absent" ? "absent" : score === null ? "there" : `there, score ${score}`;
  return { type: "success" as const, message: `${review.name}: ${said}`, version };
}

async function stoodBefore(trx: Trx, id: string): Promise<Before> {
  const booking = await trx
    .selectFrom("screening_booking")
    .select([sql<BookingState>`state`.as("state"), "version"])
    .where("_id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  const { rows } = await sql<Ticked>`select item, state, words from portal.screening_original where booking = ${id}
    order by label`.execute(trx);
  return { state: booking?.state ?? null, version: booking?.version ?? 0, originals: rows };
}

/** What was said once is said otherwise with a reason only, so that whoever asks later reads it; a score is not emptied. */
function requireCorrection(before: Before, review: ScreenedReview, sheet: Sheet): void {
  const isTaken = before.state === "Attended" || before.state === "Absent";
  const isScored = review.screening !== null && sheet.score !== review.screening;
  if (isScored && sheet.state === "Attended" && sheet.score === null)
    throw refuseFields("score-stays", {
      score: "A score that was typed is corrected, not emptied. Type the right one",
    });
  const kept = isScored ? keptWords(review) : null;
  if (kept !== null) throw refuseFields("score-stays", { score: kept });
  const isOther =
    (isTaken && before.state !== sheet.state) ||
    isScored ||
    before.originals.some(({ item, state }) => {
      const now = sheet.originals.find((one) => one.item === item);
      return now !== undefined && now.state !== state;
    });
  if (isTaken && isOther && !sheet.reason)
    throw refuseFields("reason-missing", {
      reason: "This was saved otherwise before. Say why it is corrected; the earlier entry stays in the history",
    });
}

interface Attending {
  readonly _id: string;
  readonly review: ScreenedReview;
  readonly before: Before;
  readonly body: Sheet;
}

/** Answers the version of the booking. */
async function keepAttendance({ trx }: Work, who: Officer, { _id, review, before, body }: Attending): Promise<number> {
  const day = isId(body.day)
    ? await trx
        .selectFrom("screening_day")
        .select(["session", "name", sql<boolean>`day > (now() at time zone 'Africa/Lagos')::date`.as("ahead")])
        .where("_id", "=", body.day)
        .executeTakeFirst()
    : undefined;
  if (!day || day.session !== review.session) throw notFound();
  if (day.ahead) throw refuse("day-ahead", `${day.name} has not come yet, so nobody was there`);
  if (before.state === null && body.state === "Absent")
    throw refuse(
      "nobody-expected",
      `${review.name} is not expected at any screening day, so there is no absence to mark`,
    );
  const kept =
    before.state === null
      ? sql<{ version: number }>`insert into portal.screening_booking
            (_id, applicant, day, state, placedby, stateby, "stateAt")
          values (${_id}, ${review.applicant}, ${body.day}, ${body.state}, ${who.staff}, ${who.staff}, now())
          returning version`
      : sql<{ version: number }>`update portal.screening_booking set state = ${body.state}, stateby = ${who.staff},
            "stateAt" = now(), version = version + 1, "updatedAt" = now() where _id = ${_id} returning version`;
  const { rows } = await onConstraint(
    {
      // Another table has saved the same person in the same moment.
      screening_booking_pkey: () => stale("version-stale", "Another table has just saved this person. Look again"),
      screening_booking_held: () =>
        refuse("day-cancelled", `${day.name} is cancelled. Choose the day on which the person came`),
      screening_booking_slotted: () =>
        refuse("came-unexpected", `${review.name} came without a booking, so there is no absence to mark`),
    },
    kept.execute(trx),
  );
  return rows[0]?.version ?? 1;
}

async function keepOriginals(
  trx: Trx,
  who: Officer,
  booking: string,
  ticks: readonly (Ticked & { readonly label: string })[],
): Promise<void> {
  if (ticks.length === 0) return;
  await sql`insert into portal.screening_original as o (booking, item, label, state, words, seenby)
    select ${booking}, t.item, t.label, t.state, t.words, ${who.staff}::uuid
    from jsonb_to_recordset(${JSON.stringify(ticks)}::jsonb) as t(item uuid, label text, state text, words text)
    on conflict (booking, item) do update
      set state = excluded.state, words = excluded.words, seenby = excluded.seenby, "seenAt" = now()
      where (o.state, o.words) is distinct from (excluded.state, excluded.words)`.execute(trx);
}

/** A list may be frozen at this very moment: then the table keeps the score that it ranked by. */
const keepScore = (trx: Trx, review: ScreenedReview, score: number | null): Promise<void> =>
  onConstraint(
    {
      review_screening_agreed: () =>
        refuseFields("score-stays", { score: keptWords({ kept: "agreed", screening: review.screening }) ?? "" }),
    },
    keepScreenings(trx, review.session, [{ jamb: review.jamb, score }]),
  );
