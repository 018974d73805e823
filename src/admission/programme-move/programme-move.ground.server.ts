import { sql } from "kysely";
import { judgeSubmitted, type SubmittedResults } from "#academics/eligibility/eligibility.submitted.rules.ts";
import {
  type ApplicationSnapshot,
  type LockedApplication,
  moveApplication,
} from "#applications/application/application.server.ts";
import { missingFrom, requirementsOf } from "#applications/requirement/requirement.server.ts";
import { everyIntake, freeSeats, seatsOf } from "#calendar/intake/intake.server.ts";
import { changesOpen, currentAdmission } from "#calendar/session/session.server.ts";
import { type AdmittingProgramme, programmeTitle } from "#college/programme/programme.contract.ts";
import { admittingProgramme } from "#college/programme/programme.server.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { type Refusal, refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { holdOpenRuns, newestPlaceOf } from "#selection/merit-list/merit-list.server.ts";
import { afterOffer, givenUpStates, type ReviewVerdict, verdictOf } from "#selection/review/review.rules.ts";
import {
  judgeAnew,
  judgeableResults,
  lockReviews,
  readEntryRules,
  standingOf,
} from "#selection/review/review.server.ts";
import { isOnOpenList } from "../offer/offer.server.ts";

/** An application as a change of its programme looks at it. */
export interface MovableApplication {
  readonly _id: string;
  readonly applicant: string;
  readonly code: string;
  readonly programme: string;
  readonly type: string;
  readonly status: number;
  readonly snapshot: ApplicationSnapshot;
}

/**
 * Why an application stays where it is, whoever asks; null where nothing keeps it. It does not say on which list it stands:
 * nothing of that is known outside before a release. Contract 3.11.
 */
export async function whyStays(
  db: Database | Trx,
  of: Pick<MovableApplication, "_id" | "status">,
): Promise<Refusal | null> {
  const standing = await standingOf(db, of._id);
  if (standing && givenUpStates.some((state) => state === standing.state))
    return refuse("application-given-up", "This application was given up, so its programme stays as it is");
  if (of.status !== 0 || !standing || afterOffer.has(standing.state))
    return refuse("offer-made-already", "A place was offered on this application, so it stays with that programme");
  const { rows } = await sql`select where ${isOnOpenList(sql`${of._id}::uuid`)}`.execute(db);
  const place = await newestPlaceOf(db, of._id);
  if (rows.length > 0 || place?.outcome === "Offer")
    return refuse(
      "decision-under-way",
      "The college has begun to decide about this application, so its programme stays as it is until that is out",
    );
  return null;
}

/**
 * The same for what an applicant wishes: who stands on a frozen list reads one and the same, with a seat on it or without, since
 * nothing of that is known outside before the release. Contract 3.11.
 */
export async function whyWishStays(
  db: Database | Trx,
  of: { readonly _id: string; readonly status: number },
  wish: string,
): Promise<Refusal | null> {
  const stays = await whyStays(db, of);
  if (stays && stays.code !== "decision-under-way") return stays;
  if (!stays && !(await newestPlaceOf(db, of._id))) return null;
  return refuse(
    "decision-under-way",
    `The college has begun to decide about this application, so ${wish} until that is out`,
  );
}

/** Refuses what `whyWishStays` says of another programme. The lists that are on their way are held. */
export async function requireWishable(trx: Trx, of: MovableApplication): Promise<void> {
  await holdOpenRuns(trx, of.snapshot.session._id);
  const why = await whyWishStays(trx, of, PROGRAMME_STAYS);
  if (why) throw why;
}

export const PROGRAMME_STAYS = "its programme stays as it is";

/** Refuses what `whyStays` says. The lists that are on their way are held: none is agreed to before this ends. */
export async function requireMovable(trx: Trx, of: MovableApplication): Promise<void> {
  await holdOpenRuns(trx, of.snapshot.session._id);
  const why = await whyStays(trx, of);
  if (why) throw why;
}

/** Why the second and the third choice stay as they are now; null where they can change. */
export async function whyChosen(
  db: Database | Trx,
  of: { readonly _id: string; readonly status: number; readonly session: string },
) {
  const admission = await currentAdmission(db);
  if (admission.state !== "open" || admission.session._id !== of.session)
    return refuse("applications-closed", "Applications are closed, so your choices stay as they are");
  return whyWishStays(db, of, "your choices stay as they are");
}

/** Why an applicant can ask for no other programme of a session now; null where one can be asked for. */
export async function whyClosed(db: Database | Trx, session: string): Promise<string | null> {
  const { open, until } = await changesOpen(db, session);
  if (open) return null;
  return until
    ? `Changes of programme could be asked for until ${asDay(`${until}T12:00:00Z`)}. Ask the admissions office`
    : "Applications are closed, and with them changes of programme. Ask the admissions office";
}

/** The programme that is wished, if it takes applicants and the mode of entry, and is another one. Refuses under the field. */
export async function wishedProgramme(
  trx: Trx,
  of: Pick<MovableApplication, "programme" | "type">,
  wished: string,
): Promise<AdmittingProgramme> {
  if (!isId(wished)) throw refuseFields("choice-not-found", { programme: "Choose a programme of the list" });
  if (wished === of.programme)
    throw refuseFields("choice-is-first", {
      programme: "The application is to this programme already. Choose another",
    });
  const programme = await admittingProgramme(trx, wished);
  if (!programme.modes.some((mode) => mode === of.type))
    throw refuseFields("mode-not-taken", {
      programme: `${programmeTitle(programme)} does not take ${of.type}. Choose another programme`,
    });
  return programme;
}

interface Fitness {
  readonly verdict: ReviewVerdict;
  readonly sentence: string;
  readonly free: number | null;
  readonly missing: string[];
}

/** How an application fits another programme of its session: entry rules, seats, documents. */
export async function fitnessFor(
  db: Database | Trx,
  { _id, applicant, snapshot }: Pick<MovableApplication, "_id" | "applicant" | "snapshot">,
  programme: string,
): Promise<Fitness> {
  const session = snapshot.session._id;
  const { rows } = await sql<{ entryrules: unknown; results: SubmittedResults }>`
    select intake.entryrules, judgeable.results from (${judgeableResults()}) judgeable
    left join (${everyIntake()}) intake on intake.session = ${session} and intake.programme = ${programme}
    where judgeable._id = ${_id}`.execute(db);
  const [submitted] = rows;
  if (!submitted) throw new Error("An application is one that the desk has");
  const judged = judgeSubmitted(readEntryRules(submitted.entryrules), submitted.results);
  const held = (await seatsOf(db, session)).get(programme);
  const asked = await requirementsOf(db, applicant, programme, session).execute();
  const given = new Set(snapshot.documents.filter(({ newname }) => newname !== null).map(({ label }) => folded(label)));
  return {
    verdict: verdictOf(judged),
    sentence: judged.sentence,
    free: held ? freeSeats(held) : null,
    missing: missingFrom(asked)
      .map(({ label }) => label)
      .filter((label) => !given.has(folded(label))),
  };
}

const folded = (label: string): string => label.trim().toLowerCase();

interface MovingFile {
  readonly application: LockedApplication;
  /** The programme's `_id`. */
  readonly to: string;
  readonly why: "Consent" | "Change";
}

/** Moves an application with its file at the desk: it is judged by the other programme's rules, and checked anew where it was decided. */
export async function moveWithFile(work: Work, { application, to, why }: MovingFile): Promise<void> {
  const { _id } = application;
  const [before] = await lockReviews(work.trx, [_id]);
  await moveApplication(work, { application, to, why });
  await judgeAnew(work.trx, [_id]);
  const [after] = await lockReviews(work.trx, [_id]);
  if (!before || !after || before.state === after.state) return;
  work.note({
    deed: "review.return",
    subject: `review:${_id}`,
    before: { state: before.state },
    after: { state: after.state },
    reason: "The application has gone to another programme",
  });
}
