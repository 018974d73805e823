import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { currentAdmission } from "#calendar/session/session.server.ts";
import { requireWholeCollege } from "#console/scope/scope.server.ts";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuseFields } from "#kit/wire/refusal.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { frozenRun, frozenRunsOf, placesOf } from "#selection/merit-list/merit-list.server.ts";
import type { ReviewState } from "#selection/review/review.rules.ts";
import { reviewsOf } from "#selection/review/review.server.ts";
import { awaitsDean, fillRelease } from "../release-line/release-line.fill.server.ts";
import { listSources, makeRelease, readReleaseSession } from "./release.contract.ts";
import { recountLines, refuseOwnLines } from "./release.lock.server.ts";
import type { ReleaseKind } from "./release.rules.ts";

const MOST = 10_000;

// Nobody is refused by the hundred whom nobody has looked at, or whom a head recommends.
const refusable: readonly ReviewState[] = ["Checked", "Not recommended"];
const unchecked: readonly ReviewState[] = ["Submitted", "Checking"];

/** Of whom a run places, or does not place, those that a list leaves out, and why. */
interface LeftOut {
  readonly all: number;
  readonly unchecked: number;
  readonly recommended: number;
  readonly awaiting: number;
  readonly elsewhere: number;
}

/**
 * Fills a list from a frozen run: with whom it gives a seat, but for who awaits the dean; or with whom it does not place, as far
 * as those are checked or not recommended. Refuses more than one list may hold.
 */
async function fromRun(
  trx: Trx,
  release: { readonly _id: string; readonly kind: ReleaseKind; readonly session: string; readonly run: string | null },
  run: string,
  programme: string | undefined,
): Promise<{ count: number; left: LeftOut }> {
  if (programme !== undefined && !isId(programme))
    throw refuseFields("choice-not-found", { programme: "Programme: choose one of the list" });
  const offers = release.kind === "Offers";
  const placed = sql`select place.application, place.programme, place.rank, place.reason as merit, review.state, ${awaitsDean(run)} as awaits
    from (${placesOf(run)}) place join (${reviewsOf(release.session)}) review on review._id = place.application
    where place.outcome = ${offers ? "Offer" : "Not placed"}
      and ${programme ? sql`place.programme = ${programme}` : sql`true`}`;
  const fits = offers ? sql`not awaits` : sql`state = any(${[...refusable]}::text[])`;
  const { rows } = await sql<Counted>`select count(*)::int as all, count(*) filter (where ${fits})::int as fitting,
      count(*) filter (where not ${fits} and state = any(${[...unchecked]}::text[]))::int as unchecked,
      count(*) filter (where not ${fits} and state = 'Recommended')::int as recommended
    from (${placed}) placed`.execute(trx);
  const counted = rows[0] ?? { all: 0, fitting: 0, unchecked: 0, recommended: 0 };
  if (counted.fitting > MOST)
    throw refuseFields("list-too-long", {
      programme: `A list holds at most ${asFigure(MOST)} applications, and these are ${asFigure(counted.fitting)}. Make one for each programme`,
    });
  const count = await fillRelease(
    trx,
    release,
    sql`select application, programme, rank, merit from (${placed}) placed where ${fits}`,
  );
  const { unchecked: early } = counted;
  const all = counted.all - count;
  // Who is recommended is not refused by the hundred, and not offered a place before the dean has answered.
  const [recommended, awaiting] = offers ? [0, counted.recommended] : [counted.recommended, 0];
  const elsewhere = all - early - counted.recommended;
  return { count, left: { all, unchecked: early, recommended, awaiting, elsewhere } };
}

interface Counted {
  readonly all: number;
  readonly fitting: number;
  readonly unchecked: number;
  readonly recommended: number;
}

export function releaseMakeCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, listSources, staff("releases"), async ({ params: { session } }) => {
    if (!isId(session)) return [];
    const runs = await frozenRunsOf(db, session);
    return Promise.all(
      runs.map(async ({ _id, version, frozenAt }) => ({ _id, version, frozenAt, ...(await outcomesOf(db, _id)) })),
    );
  });

  handle(app, readReleaseSession, staff("releases"), async () => {
    const { session } = await currentAdmission(db);
    return session ? { _id: session._id, label: session.name } : {};
  });

  handle(app, makeRelease, staff("releases.change"), (ask) =>
    write(app, ask, async (work) => {
      requireWholeCollege(ask.who);
      const { title, kind, session, run, programme } = ask.body;
      const release = { _id: newId(), kind, session, run: run ?? null };
      await addRelease(work.trx, { ...release, title, madeby: ask.who.staff });
      const { count, left } = run ? await fromRun(work.trx, release, run, programme) : { count: 0, left: nobody };
      await recountLines(work.trx, release._id);
      await refuseOwnLines(work, ask.who, release._id);
      work.note({
        deed: "release.create",
        subject: `release:${release._id}`,
        after: { title, kind, run, count },
      });
      const message = `“${title}” is made${run ? ` with ${asCount(count, "application")}${leftWords(left)}` : ""}`;
      return { type: "success" as const, message, _id: release._id, count, left: left.all };
    }),
  );
}

const nobody: LeftOut = { all: 0, unchecked: 0, recommended: 0, awaiting: 0, elsewhere: 0 };

/** "; 6 are left out: 2 not checked yet, 4 on another list or decided already". */
function leftWords({ all, unchecked, recommended, awaiting, elsewhere }: LeftOut): string {
  if (all === 0) return "";
  const kinds = [
    [unchecked, "not checked yet"],
    [recommended, "recommended"],
    [awaiting, "awaiting the dean"],
    [elsewhere, "on another list or decided already"],
  ] as const;
  const named = kinds.flatMap(([count, words]) => (count > 0 ? [`${asFigure(count)} ${words}`] : []));
  return `; ${asCount(all, "is", "are")} left out: ${named.join(", ")}`;
}

interface Adding {
  readonly _id: string;
  readonly title: string;
  readonly kind: ReleaseKind;
  readonly session: string;
  readonly run: string | null;
  readonly madeby: string;
}

/** Adds an empty draft. Refuses a session that there is not. */
export async function addRelease(trx: Trx, { _id, title, kind, session, run, madeby }: Adding): Promise<void> {
  const unknown = () => refuseFields("choice-not-found", { session: "Session: choose one of the list" });
  if (!isId(session)) throw unknown();
  if (run !== null && (await frozenRun(trx, run))?.session !== session)
    throw refuseFields("choice-not-found", { run: "Merit list: choose a frozen one of this session" });
  await onConstraint(
    { release_session: unknown },
    sql`insert into portal.release (_id, title, kind, session, run, madeby)
      values (${_id}, ${title}, ${kind}, ${session}, ${run}, ${madeby})`.execute(trx),
  );
}

async function outcomesOf(db: Trx | FastifyInstance["portal"]["db"], run: string) {
  const { rows } = await sql<{ offers: number; waiting: number; refused: number }>`
    select count(*) filter (where outcome = 'Offer')::int as offers, count(*) filter (where outcome = 'Waiting')::int as waiting,
      count(*) filter (where outcome = 'Not placed')::int as refused
    from (${placesOf(run)}) place`.execute(db);
  return rows[0] ?? { offers: 0, waiting: 0, refused: 0 };
}
