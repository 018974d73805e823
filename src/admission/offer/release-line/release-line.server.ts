import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { isOwn, refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import { staff } from "#access/permission/permission.server.ts";
import { lockedChosen } from "#console/list/list.server.ts";
import type { ChosenRows } from "#console/record/record.contract.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { type Officer, wholeCollege } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import type { ReviewState } from "#selection/review/review.rules.ts";
import { reviewRules, reviewsOf } from "#selection/review/review.server.ts";
import { todayInLagos } from "../offer.read.server.ts";
import { USUAL_CONDITION } from "../offer.rules.ts";
import {
  type LockedRelease,
  lockedDraft,
  lockedRelease,
  markListChanged,
  recountLines,
  refuseOwnLines,
} from "../release/release.lock.server.ts";
import { addLines, holdLines, offerAs, refuseWith, releaseLines, takeOffLines } from "./release-line.contract.ts";
import { awaitsDean, fillRelease, linesToExplain, statesForKind } from "./release-line.fill.server.ts";
import { refusalsFor } from "./release-line.refusal.server.ts";

/** So many of those that stand in the way are named. */
const NAMED = 10;

/** Which of the chosen applications can not be put on a list and why, in a sentence; null when all can. */
async function whyNotOnList(
  trx: Trx,
  { _id, kind, session, run }: LockedRelease,
  chosen: readonly string[],
): Promise<string | null> {
  const { rows } = await sql<{ code: string; state: ReviewState; awaits: boolean; list: string | null; own: boolean }>`
    select review.code, review.state, ${awaitsDean(run)} as awaits, open.title as list, coalesce(open.own, false) as own
    from (${reviewsOf(session)}) review left join lateral (
      select list.title, list._id = ${_id} as own from portal.release_line line
        join portal.release list on list._id = line.release
      where line.application = review._id and line.standing = 'Waiting'
        and list.state in ('Draft', 'Proposed', 'Approved', 'Releasing') limit 1) open on true
    where review._id = any(${[...chosen]}::uuid[]) order by review.code`.execute(trx);
  const can = new Set(statesForKind(kind));
  const wrong = rows.flatMap(({ code, state, awaits, list, own }) => {
    if (own) return [`${code} (is on this list already)`];
    if (list) return [`${code} (is on the list “${list}”)`];
    if (awaits && kind === "Offers") return [`${code} (awaits the dean)`];
    return can.has(state) ? [] : [`${code} (is ${state})`];
  });
  const elsewhere = chosen.length - rows.length;
  if (elsewhere > 0) wrong.push(`${elsewhere} of another session`);
  if (wrong.length === 0) return null;
  const more = wrong.length > NAMED ? ` and ${wrong.length - NAMED} more` : "";
  return `${wrong.length} of the ${chosen.length} chosen can not be put on this list, so nothing was changed: ${wrong.slice(0, NAMED).join(", ")}${more}. Leave them out`;
}

export const releaseLineRules: RecordRules<typeof releaseLines> = {
  of: releaseLines,
  table: "release_line_caps",
  within: wholeCollege,
  hidden: (column, member) => isOwn(column("applicant"), member),
};

/** What is done to the applications of a list: all of the chosen ones, or none. */
export function releaseLineCalls(app: FastifyInstance): void {
  const change = staff("releases.change");

  handle(app, addLines, change, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const release = await lockedDraft(trx, ask.who, ask.params.id);
      const ids = await lockedChosen(trx, reviewRules, ask.who, ask.body);
      const wrong = await whyNotOnList(trx, release, ids);
      if (wrong) throw refuse("application-not-listable", wrong);
      const count = await fillRelease(
        trx,
        release,
        sql`select _id as application, null::uuid as programme, null::integer as rank, null::text as merit
        from unnest(${ids}::uuid[]) as chosen(_id)`,
      );
      await markListChanged(trx, ask.who, release._id);
      await refuseOwnChosen(trx, ask.who, release._id, ids);
      await refuseOwnLines({ trx, note }, ask.who, release._id);
      note({ deed: "release.add", subject: `release:${release._id}`, after: { applications: ids } });
      return {
        type: "success" as const,
        message: `${asCount(count, "application")} added to “${release.title}”`,
        count,
      };
    }),
  );

  handle(app, takeOffLines, change, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const release = await lockedDraft(trx, ask.who, ask.params.id);
      const lines = await chosenLines(trx, ask.who, release, ask.body);
      await sql`delete from portal.release_line where _id = any(${lines.map(({ _id }) => _id)}::uuid[])`.execute(trx);
      await markListChanged(trx, ask.who, release._id);
      const before = { applications: lines.map(({ application }) => application) };
      note({ deed: "release.take-off", subject: `release:${release._id}`, before });
      return {
        type: "success" as const,
        message: `${asCount(lines.length, "application")} taken off “${release.title}”`,
        count: lines.length,
      };
    }),
  );

  handle(app, offerAs, change, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const { offered, condition = USUAL_CONDITION, conditiondue = null, ...chosen } = ask.body;
      const release = await lockedDraft(trx, ask.who, ask.params.id);
      if (release.kind !== "Offers") throw refuse("list-of-other-kind", `“${release.title}” is a list of refusals`);
      const lines = await chosenLines(trx, ask.who, release, chosen);
      await requireConditionDay(trx, offered === "Conditional" ? conditiondue : null);
      const [kind, asked, due] = offered === "Conditional" ? [2, condition, conditiondue] : [1, null, null];
      await sql`update portal.release_line set kind = ${kind}, condition = ${asked}, conditiondue = ${due}
        where _id = any(${lines.map(({ _id }) => _id)}::uuid[])`.execute(trx);
      await markListChanged(trx, ask.who, release._id);
      const after = { offered, condition: asked, due, applications: lines.map(({ application }) => application) };
      note({ deed: "release.offer-as", subject: `release:${release._id}`, after });
      return {
        type: "success" as const,
        message: `${asCount(lines.length, "application")}: ${offered.toLowerCase()} admission`,
        count: lines.length,
      };
    }),
  );

  handle(app, refuseWith, change, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const { reason, words, ...chosen } = ask.body;
      const release = await lockedDraft(trx, ask.who, ask.params.id);
      if (release.kind !== "Refusals") throw refuse("list-of-other-kind", `“${release.title}” is a list of offers`);
      const lines = await chosenLines(trx, ask.who, release, chosen);
      const usual = words ? null : await refusalsFor(trx, release.session, await linesToExplain(trx, lines), reason);
      const told = lines.map(({ _id, application }) => ({ _id, words: words ?? usual?.get(application)?.words }));
      await sql`update portal.release_line l set reason = ${reason}, words = told.words
        from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as told(_id uuid, words text) where l._id = told._id`.execute(
        trx,
      );
      await markListChanged(trx, ask.who, release._id);
      const after = { reason, words, applications: lines.map(({ application }) => application) };
      note({ deed: "release.refuse-with", subject: `release:${release._id}`, after });
      return {
        type: "success" as const,
        message: `The words of ${asCount(lines.length, "application")} are set`,
        count: lines.length,
      };
    }),
  );

  handle(app, holdLines, change, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const { reason, ...chosen } = ask.body;
      const release = await lockedRelease(trx, ask.who, ask.params.id);
      if (release.state !== "Proposed" && release.state !== "Approved")
        throw refuse(
          "list-not-proposed",
          `“${release.title}” is ${release.state}: applications are held back after it is proposed and before it goes out`,
        );
      const lines = await chosenLines(trx, ask.who, release, chosen);
      await sql`update portal.release_line set standing = 'Held back', held = ${reason}
        where _id = any(${lines.map(({ _id }) => _id)}::uuid[]) and standing = 'Waiting'`.execute(trx);
      await recountLines(trx, release._id);
      if ((await goingOf(trx, release._id)) === 0)
        throw refuse(
          "list-would-be-empty",
          `“${release.title}” would go out with nobody on it. Take it back, or withdraw it`,
        );
      const after = { applications: lines.map(({ application }) => application) };
      note({ deed: "release.hold", subject: `release:${release._id}`, after, reason });
      return {
        type: "success" as const,
        message: `${asCount(lines.length, "application")} held back`,
        count: lines.length,
      };
    }),
  );
}

/** An offer whose condition is over would lapse as soon as it is made. */
async function requireConditionDay(trx: Trx, day: string | null): Promise<void> {
  const { rows } = await sql<{ over: boolean | null }>`select ${day}::date < ${todayInLagos} as over`.execute(trx);
  if (rows[0]?.over) throw refuseFields("time-is-over", { conditiondue: "To be met by: choose today or a later day" });
}

/** How many of a list still go out. */
async function goingOf(trx: Trx, release: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select lines - held as count from portal.release where _id = ${release}`.execute(trx);
  return rows[0]?.count ?? 0;
}

interface Line {
  readonly _id: string;
  readonly application: string;
  readonly applicant: string;
  readonly programme: string;
}

/** The chosen applications of one list. Refuses those of another, and one's own file (403). */
async function chosenLines(trx: Trx, who: Officer, release: LockedRelease, chosen: ChosenRows): Promise<Line[]> {
  const ids = await lockedChosen(trx, releaseLineRules, who, chosen);
  const { rows } = await sql<Line>`select _id, application, applicant, programme from portal.release_line
    where _id = any(${ids}::uuid[]) and release = ${release._id} order by place`.execute(trx);
  if (rows.length !== ids.length)
    throw refuse("lines-of-another-list", `Choose applications of “${release.title}” only. Nothing was changed`);
  await refuseOwnFiles(
    trx,
    who,
    rows.map(({ applicant }) => applicant),
  );
  return rows;
}

/** Nobody puts a file on a list by hand that is their own, or alike. 403. */
async function refuseOwnChosen(trx: Trx, who: Officer, release: string, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ applicant: string }>`select applicant from portal.release_line
    where release = ${release} and application = any(${[...ids]}::uuid[])`.execute(trx);
  await refuseOwnFiles(
    trx,
    who,
    rows.map(({ applicant }) => applicant),
  );
}
