import { sql } from "kysely";
import {
  everyApplication,
  type LockedApplication,
  moveApplication,
} from "#applications/application/application.server.ts";
import { changesOpen, currentAdmission } from "#calendar/session/session.server.ts";
import { type AdmittingProgramme, programmeTitle } from "#college/programme/programme.contract.ts";
import { admittingProgramme } from "#college/programme/programme.server.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { type Refusal, refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { holdOpenRuns, newestOutcome } from "#selection/merit-list/merit-list.server.ts";
import { afterOffer, givenUpStates, type ReviewState } from "#selection/review/review.rules.ts";
import { everyReview, judgeAnew, lockReviews } from "#selection/review/review.server.ts";
import { isOnOpenList } from "../offer/offer.server.ts";
import { freeIn, judgedFor, type MovableApplication, whyUnfit } from "./programme-move.fit.server.ts";

/** Where an application stands, as a change of its programme looks at it. */
interface Standing {
  readonly _id: string;
  readonly state: ReviewState;
  /** On a list of releases that is on its way. */
  readonly listed: boolean;
  /** By the newest frozen merit list; null while none holds it. */
  readonly outcome: string | null;
}

async function standingsOf(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, Standing>> {
  const { rows } = await sql<Standing>`select r._id, r.state, ${isOnOpenList(sql.ref("r._id"))} as listed,
      ${newestOutcome(sql.ref("r._id"))} as outcome
    from ${everyReview()} r where r._id = any(${[...ids]}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row._id, row]));
}

type Placed = Pick<MovableApplication, "_id" | "status">;

/**
 * Why an application stays where it is, whoever asks; null where nothing keeps it. It does not say on which list it stands:
 * nothing of that is known outside before a release. Contract 3.11.
 */
export async function whyStays(db: Database, of: Placed): Promise<Refusal | null> {
  return staysBy(of, (await standingsOf(db, [of._id])).get(of._id));
}

function staysBy({ status }: Placed, standing: Standing | undefined): Refusal | null {
  if (standing && givenUpStates.some((state) => state === standing.state))
    return refuse("application-given-up", "This application was given up, so its programme stays as it is");
  if (status !== 0 || !standing || afterOffer.has(standing.state))
    return refuse("offer-made-already", "A place was offered on this application, so it stays with that programme");
  if (standing.listed || standing.outcome === "Offer")
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
  db: Database,
  of: { readonly _id: string; readonly status: number },
  wish: string,
): Promise<Refusal | null> {
  const standing = (await standingsOf(db, [of._id])).get(of._id);
  const stays = staysBy(of, standing);
  if (stays && stays.code !== "decision-under-way") return stays;
  if (!stays && !standing?.outcome) return null;
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
  db: Database,
  of: { readonly _id: string; readonly status: number; readonly session: string },
) {
  const admission = await currentAdmission(db);
  if (admission.state !== "open" || admission.session._id !== of.session)
    return refuse("applications-closed", "Applications are closed, so your choices stay as they are");
  return whyWishStays(db, of, "your choices stay as they are");
}

/** Why an applicant can ask for no other programme of a session now; null where one can be asked for. */
export async function whyClosed(db: Database, session: string): Promise<string | null> {
  const { open, until } = await changesOpen(db, session);
  if (open) return null;
  return until
    ? `Changes of programme could be asked for until ${asDay(`${until}T12:00:00Z`)}. Ask the admissions office`
    : "Applications are closed, and with them changes of programme. Ask the admissions office";
}

/** The programme that is wished, if it takes applicants and the mode of entry, and is another one. Refuses under the field. */
export async function wishedProgramme(trx: Trx, of: Entering, wished: string): Promise<AdmittingProgramme> {
  if (!isId(wished)) throw refuseFields("choice-not-found", { programme: "Choose a programme of the list" });
  if (wished === of.programme) throw sameProgramme();
  const programme = await admittingProgramme(trx, wished);
  const why = whyNotInto(programme, of);
  if (why) throw why;
  return programme;
}

type Entering = Pick<MovableApplication, "programme" | "type">;

const sameProgramme = () =>
  refuseFields("choice-is-first", {
    programme: "The application is to this programme already. Choose another",
  });

function whyNotInto(wished: AdmittingProgramme, { programme, type }: Entering): Refusal | null {
  if (wished._id === programme) return sameProgramme();
  if (wished.modes.some((mode) => mode === type)) return null;
  return refuseFields("mode-not-taken", {
    programme: `${programmeTitle(wished)} does not take ${type}. Choose another programme`,
  });
}

/** Refuses who has another application to the programme in the session. */
export async function requireNoOther(trx: Trx, of: MovableApplication, wished: AdmittingProgramme): Promise<void> {
  const why = whyOther(wished, (await othersTo(trx, [of], wished._id)).get(of._id));
  if (why) throw why;
}

const whyOther = (wished: AdmittingProgramme, code: string | undefined): Refusal | null =>
  code === undefined
    ? null
    : refuseFields("applied-already", {
        programme: `There is an application to ${programmeTitle(wished)} already: ${code}. Choose another programme`,
      });

/** By application the code of another one of the same person, to that programme in the same session. */
async function othersTo(
  trx: Trx,
  all: readonly MovableApplication[],
  programme: string,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ _id: string; code: string }>`select own._id, other.code from ${everyApplication()} own
      join ${everyApplication()} other on other.applicant = own.applicant and other.session = own.session
    where own._id = any(${all.map(({ _id }) => _id)}::uuid[]) and other.programme = ${programme}`.execute(trx);
  return new Map(rows.map(({ _id, code }) => [_id, code]));
}

/**
 * Why some of these can not be proposed another programme, by application: few statements, however many they are. The lists that are on
 * their way are held.
 */
export async function whyNotProposed(
  trx: Trx,
  all: readonly MovableApplication[],
  wished: string,
): Promise<ReadonlyMap<string, Refusal>> {
  if (!isId(wished)) throw refuseFields("choice-not-found", { programme: "Choose a programme of the list" });
  const sessions = [...new Set(all.map(({ snapshot }) => snapshot.session._id))].sort();
  for (const session of sessions) await holdOpenRuns(trx, session);
  const programme = await admittingProgramme(trx, wished);
  const ids = all.map(({ _id }) => _id);
  const [standings, others, judged] = [
    await standingsOf(trx, ids),
    await othersTo(trx, all, wished),
    await judgedFor(trx, ids, wished),
  ];
  const free = new Map<string, number | null>();
  for (const session of sessions) free.set(session, await freeIn(trx, session, wished));
  return new Map(
    all.flatMap((of) => {
      const fit = judged.get(of._id);
      if (!fit) throw new Error("An application is one that the desk has");
      const seats = free.get(of.snapshot.session._id) ?? null;
      const why =
        staysBy(of, standings.get(of._id)) ??
        whyNotInto(programme, of) ??
        whyOther(programme, others.get(of._id)) ??
        whyUnfit(of.code, programme, { ...fit, free: seats });
      return why ? [[of._id, why] as const] : [];
    }),
  );
}

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
