import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { sessionsById } from "#calendar/session/session.server.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import { historyOf, type RecordRules, registryOf } from "#console/record/record.server.ts";
import { type Officer, wholeCollege } from "#console/scope/scope.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import { clock } from "#platform/database/clock.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { frozenRun } from "#selection/merit-list/merit-list.server.ts";
import { isRecommended } from "#selection/recommendation/recommendation.server.ts";
import { reviewsOf } from "#selection/review/review.server.ts";
import { letterTemplate } from "../../letter-template/letter-template.server.ts";
import { acceptedOf } from "../offer.read.server.ts";
import { lastRecallOf } from "../recall/recall.lock.server.ts";
import { readReleaseWhole, releases, type Unready } from "./release.contract.ts";
import type { ReleaseKind, ReleaseState } from "./release.rules.ts";
import { countsOf, listOnCapsOf } from "./release.seats.server.ts";

/** Of the offers of a list that are still to go out, how many the desk is not done with: nothing refuses them, people look. */
async function unreadyOf(
  db: Database,
  { _id, session }: { readonly _id: string; readonly session: string },
): Promise<Unready> {
  const { rows } = await sql<Unready>`
    select count(*) filter (where review.state in ('Submitted', 'Checking'))::int as unchecked,
      count(*) filter (where review.state = 'Recommended' and not ${isRecommended(sql`review._id`)})::int as undecided,
      count(*) filter (where review.asked > 0)::int as asked
    from portal.release_line line join (${reviewsOf(session)}) review on review._id = line.application
    where line.release = ${_id} and line.kind is not null and line.standing = 'Waiting'`.execute(db);
  return rows[0] ?? { unchecked: 0, undecided: 0, asked: 0 };
}

/** A list touches every department: a right to some of them sees none. */
export const releaseRules: RecordRules<typeof releases> = {
  of: releases,
  table: "release",
  within: wholeCollege,
  deeds: {
    "release.create": "Made",
    "release.add": "Applications added",
    "release.take-off": "Applications taken off",
    "release.offer-as": "What is offered was set",
    "release.refuse-with": "Words of refusals were set",
    "release.hold": "Applications held back",
    "release.propose": "Proposed",
    "release.approve": "Approved",
    "release.take-back": "Taken back",
    "release.send-back": "Sent back",
    "release.withdraw": "Withdrawn",
    "release.recall": "Recalled",
    "release.begin": "Began to go out",
    "release.batch": null,
    "release.end": "Went out",
  },
};

interface Kept {
  readonly _id: string;
  readonly title: string;
  readonly kind: ReleaseKind;
  readonly state: ReleaseState;
  readonly session: string;
  readonly run: string | null;
  readonly minute: string | null;
  readonly soon: boolean;
  readonly duedays: number | null;
  readonly letter: string | null;
  readonly note: string | null;
  readonly madeby: string;
  readonly createdAt: string;
  readonly proposedby: string | null;
  readonly proposedAt: string | null;
  readonly approvedby: string | null;
  readonly approvedAt: string | null;
  readonly releasedAt: string | null;
  readonly lines: number;
  readonly out: number;
  readonly held: number;
  readonly recalled: number;
  readonly version: number;
  readonly hand: boolean;
}

export function releaseWholeCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, readReleaseWhole, staff("releases"), async ({ who, params }) => {
    const { madeby, createdAt, proposedby, proposedAt, approvedby, approvedAt, ...kept } = await keptRelease(
      db,
      who,
      params.id,
    );
    const [sessions, run, letter, programmes, unready, caps, reasons, accepted, recall, hours, history, now, names] =
      await Promise.all([
        sessionsById(db, [kept.session]),
        kept.run ? frozenRun(db, kept.run) : undefined,
        kept.letter ? letterTemplate(db, kept.letter) : undefined,
        countsOf(db, kept),
        unreadyOf(db, kept),
        listOnCapsOf(db, kept),
        reasonsOf(db, kept._id),
        acceptedOf(db, kept._id),
        lastRecallOf(db, kept._id),
        readSetting(db, "recallHours"),
        historyOf(db, registryOf(app), releaseRules, kept._id),
        clock(db),
        namesOfStaff(
          db,
          [madeby, proposedby, approvedby].filter((one) => one !== null),
        ),
      ]);
    const named = (id: string) => names.get(id) ?? "";
    return {
      ...kept,
      session: { _id: kept.session, name: sessions.get(kept.session)?.name ?? "" },
      run: run?.version ?? null,
      letter: letter ? { _id: letter._id, title: letter.title } : null,
      made: { by: named(madeby), at: createdAt },
      proposed:
        proposedby && proposedAt ? { by: named(proposedby), at: proposedAt, me: proposedby === who.staff } : null,
      approved: approvedby && approvedAt ? { by: named(approvedby), at: approvedAt } : null,
      programmes,
      unready,
      caps,
      reasons,
      accepted,
      history,
      now,
      recall: recall ? { ...recall.shown, me: recall.proposedby === who.staff } : null,
      recallUntil: kept.releasedAt && new Date(Date.parse(kept.releasedAt) + hours * HOUR_MS).toISOString(),
    };
  });
}

const HOUR_MS = 3_600_000;

async function keptRelease(db: Database, { scope, staff: member }: Officer, id: string): Promise<Kept> {
  const { rows } =
    isId(id) && scope === "all"
      ? await sql<Kept>`select _id, title, kind, state, session, run, minute, soon, duedays, letter, note, madeby, "createdAt", proposedby,
          "proposedAt", approvedby, "approvedAt", "releasedAt", lines, out, held, recalled, version,
          exists (select from portal.release_hand h where h.release = release._id and h.staff = ${member}) as hand
        from portal.release where _id = ${id}`.execute(db)
      : { rows: [] };
  const [kept] = rows;
  if (!kept) throw notFound();
  return kept;
}

const MOST = 20;

async function reasonsOf(db: Database, release: string) {
  const { rows } = await sql<{ held: string; count: number; code: string }>`
    select replace(held, code || ' ', '') as held, count(*)::int as count, min(code) as code from portal.release_line
    where release = ${release} and standing = 'Held back' group by 1 order by count(*) desc, 1 limit ${MOST}`.execute(
    db,
  );
  return rows.map(({ held, ...row }) => ({ ...row, held: held.charAt(0).toUpperCase() + held.slice(1) }));
}

/** The release lists that nobody has answered, and in which this member of staff had no hand. */
export const proposedReleases = (staff: string): RawBuilder<unknown> =>
  sql`select from portal.release where state = 'Proposed' and proposedby <> ${staff}
    and not exists (select from portal.release_hand hand where hand.release = release._id and hand.staff = ${staff})`;

/** The lists with which an application is still to go out, as sentences for whoever corrects it. */
export async function listsWith(db: Database, application: string): Promise<string[]> {
  const { rows } = await sql<{ title: string; state: ReleaseState }>`
    select list.title, list.state from portal.release_line line join portal.release list on list._id = line.release
    where line.application = ${application} and line.standing = 'Waiting'
      and list.state in ('Draft', 'Proposed', 'Approved', 'Releasing') order by list.title`.execute(db);
  return rows.map(
    ({ title, state }) =>
      `It stands on the list “${title}” (${state}) and goes out with it: look whether it still should`,
  );
}
