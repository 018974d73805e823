import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import { staff } from "#access/permission/permission.server.ts";
import { handleProposal } from "#access/proposal/proposal.server.ts";
import { freeSeats, seatsOf } from "#calendar/intake/intake.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { programmesById } from "#college/programme/programme.server.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import { type Officer, requireWholeCollege } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import { mayBePaid } from "#payments/payment-reference/payment-reference.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { frozenRunsOf } from "#selection/merit-list/merit-list.server.ts";
import { letterInForce } from "../../letter-template/letter-template.server.ts";
import { todayInLagos } from "../offer.read.server.ts";
import { lockedDraft, recountLines, refuseOwnLines } from "../release/release.lock.server.ts";
import { addRelease } from "../release/release.make.server.ts";
import { proposeList, releaseProposal } from "../release/release.propose.server.ts";
import { wantedByLists } from "../release/release.seats.server.ts";
import { fillRelease, firstWaiting, waitingByProgramme } from "../release-line/release-line.fill.server.ts";
import { type ProgrammeStanding, readReplacements, replaceLapsed } from "./replacement.contract.ts";

/** The days of grace are over, in Lagos. */
const isOverdue = (grace: number): RawBuilder<boolean> => sql<boolean>`offer.due + ${grace}::int < ${todayInLagos}`;

/** The provider was asked after the days of grace and has no payment, nobody has told of one, and none is being checked. */
const isUnpaid = (grace: number): RawBuilder<boolean> =>
  sql<boolean>`not ${mayBePaid(sql.ref("offer.application"), sql`(offer.due + 1 + ${grace}::int)::timestamp at time zone 'Africa/Lagos'`)}`;

interface LapsedCount {
  readonly programme: string;
  /** Lapsed offers that keep their seat. */
  readonly lapsed: number;
  /** Of them, those whose days of grace are over and of which a payment may still be heard. */
  readonly unsure: number;
  /** Of them, those whose seat can be given on. */
  readonly ready: number;
}

async function lapsedOf(db: Database, session: string): Promise<ReadonlyMap<string, LapsedCount>> {
  const grace = await readSetting(db, "seatGraceDays");
  const { rows } = await sql<LapsedCount>`
    select programme, count(*)::int as lapsed, count(*) filter (where overdue and not unpaid)::int as unsure,
      count(*) filter (where overdue and unpaid)::int as ready
    from (select programme, ${isOverdue(grace)} as overdue, ${isUnpaid(grace)} as unpaid
      from portal.offer where session = ${session} and standing = 'Lapsed') offer group by programme`.execute(db);
  return new Map(rows.map((row) => [row.programme, row]));
}

interface Freeing {
  readonly who: Officer;
  readonly session: string;
  readonly programme: string;
  /** How many at most. */
  readonly count: number;
  readonly reason: string;
}

/** Gives up the seats of lapsed offers whose days of grace are over, those first that lapsed first. Answers how many. */
async function freeLapsed(work: Work, { who, session, programme, count, reason }: Freeing): Promise<number> {
  const { trx, note } = work;
  const found = await lockFreeable(trx, session, programme, count);
  await refuseOwnFiles(
    trx,
    who,
    found.map(({ applicant }) => applicant),
  );
  await sql`update portal.offer set "freedAt" = now()
    where application = any(${found.map(({ application }) => application)}::uuid[])`.execute(trx);
  for (const { application } of found) note({ deed: "offer.free", subject: `application:${application}`, reason });
  return found.length;
}

async function lockFreeable(trx: Trx, session: string, programme: string, count: number) {
  const grace = await readSetting(trx, "seatGraceDays");
  const { rows } = await sql<{ application: string; applicant: string }>`select application, applicant from portal.offer
    where session = ${session} and programme = ${programme} and standing = 'Lapsed' and ${isOverdue(grace)} and ${isUnpaid(grace)}
    order by due, application limit ${count} for update`.execute(trx);
  return rows;
}

/** Places of lapsed offers go to the next of the waiting list, by a list that a second person approves. */
function replacementDeedCalls(app: FastifyInstance): void {
  handleProposal(app, releaseProposal, replaceLapsed, {
    right: "offers.change",
    async propose(work, { who, body }) {
      const { trx } = work;
      const { session, programme, count, minute, note } = body;
      const title = await titleOf(trx, programme);
      const run = isId(session) ? (await frozenRunsOf(trx, session))[0] : undefined;
      if (!run)
        throw refuse(
          "list-not-frozen",
          "This session has no frozen merit list yet, so there is no waiting list to take from",
        );
      const reason = `Given on to the waiting list of run ${run.version}`;
      const free = await freeOf(trx, session, programme, title);
      const freed = await freeLapsed(work, { who, session, programme, count: Math.max(0, count - free), reason });
      const can = await freeOf(trx, session, programme, title);
      if (can < count)
        throw refuseFields("no-seat-left", {
          count: `${title} has ${Math.max(0, can)} ${can === 1 ? "place" : "places"} to give on now, with the seats of offers that have lapsed long enough and without those that other lists want`,
        });
      const release = { _id: newId(), kind: "Offers", session, run: run._id } as const;
      const name = `Replacements, ${title}, ${asDay(minute)}`.slice(0, 120);
      await addRelease(trx, { ...release, title: name, madeby: who.staff });
      const found = await fillRelease(trx, release, firstWaiting(session, run._id, programme, count));
      if (found < count)
        throw refuseFields("nobody-waits", {
          count: `${asCount(found, "person waits", "people wait")} for ${title}, not ${count}`,
        });
      await recountLines(trx, release._id);
      work.note({
        deed: "release.create",
        subject: `release:${release._id}`,
        after: { title: name, freed, count, run: run._id },
      });
      const draft = await lockedDraft(trx, who, release._id);
      await refuseOwnLines(work, who, draft._id);
      const letter = (await letterInForce(trx)) ?? undefined;
      const { told, after } = await proposeList(trx, who, draft, { minute, note, letter });
      work.note({
        deed: "release.propose",
        subject: `release:${draft._id}`,
        before: { state: "Draft" },
        after: { state: "Proposed", ...after },
        ...(note && { reason: note }),
      });
      return {
        message: `${asCount(freed, "seat is", "seats are")} given up, and a list of ${count} is proposed`,
        more: told,
        reply: { _id: draft._id, freed },
      };
    },
  });
}

async function titleOf(trx: Trx, programme: string): Promise<string> {
  const named = isId(programme) ? (await programmesById(trx, [programme])).get(programme) : undefined;
  if (!named) throw refuseFields("choice-not-found", { programme: "Programme: choose one of the list" });
  return programmeTitle(named);
}

/** Seats that nobody holds and no other list wants; below zero where lists want more. Refuses while nobody has said how many there are. */
async function freeOf(trx: Trx, session: string, programme: string, title: string): Promise<number> {
  const held = (await seatsOf(trx, session)).get(programme);
  const free = held && freeSeats(held);
  if (free == null)
    throw refuse("seats-not-set", `Nobody has said how many seats ${title} has. Set them under Seats and entry rules`);
  return free - ((await wantedByLists(trx, session)).get(programme) ?? 0);
}

export function replacementCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, readReplacements, staff("offers"), async ({ who, params: { session } }) => {
    requireWholeCollege(who);
    const grace = await readSetting(db, "seatGraceDays");
    if (!isId(session)) return { grace, run: null, programmes: [] };
    const [run] = await frozenRunsOf(db, session);
    return { grace, run: run?.version ?? null, programmes: await standings(db, session, run?._id) };
  });

  replacementDeedCalls(app);
}

/** Programmes where something has lapsed, or somebody waits for a free seat. */
async function standings(db: Database, session: string, run: string | undefined): Promise<ProgrammeStanding[]> {
  const [lapsed, seats, waiting, wanted] = await Promise.all([
    lapsedOf(db, session),
    seatsOf(db, session),
    run === undefined ? new Map<string, number>() : waitingByProgramme(db, session, run),
    wantedByLists(db, session),
  ]);
  const ids = [
    ...new Set([
      ...lapsed.keys(),
      ...waiting.keys(),
      ...[...seats].flatMap(([id, { beyond }]) => (beyond > 0 ? [id] : [])),
    ]),
  ];
  const titles = await programmesById(db, ids);
  return ids
    .map((programme) => {
      const named = titles.get(programme);
      const held = seats.get(programme) ?? { seats: null, taken: 0, beyond: 0 };
      const { lapsed: over = 0, unsure = 0, ready = 0 } = lapsed.get(programme) ?? {};
      const free = freeSeats(held);
      const queue = waiting.get(programme) ?? 0;
      const elsewhere = wanted.get(programme) ?? 0;
      const most = free === null ? 0 : Math.min(queue, Math.max(0, free - elsewhere + ready - held.beyond));
      return {
        programme,
        title: named ? programmeTitle(named) : "",
        ...held,
        free,
        elsewhere,
        lapsed: over,
        unsure,
        ready,
        waiting: queue,
        most,
      };
    })
    .sort((one, other) => one.title.localeCompare(other.title));
}
