import type { FastifyInstance } from "fastify";
import { approversBeside } from "#access/permission/permission.approvers.server.ts";
import { staff } from "#access/permission/permission.server.ts";
import { freeSeats, seatsOf } from "#calendar/intake/intake.taken.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { programmesById } from "#college/programme/programme.server.ts";
import { requireWholeCollege } from "#console/scope/scope.whole.server.ts";
import { approverSentence } from "#console/second-person/second-person.contract.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { write } from "#platform/write.server.ts";
import { frozenRunsOf } from "#selection/merit-list/merit-list.read.server.ts";
import { letterInForce } from "../letter-template/letter-template.server.ts";
import { freeLapsed } from "../offer/offer.free.server.ts";
import { fillRelease } from "../release/release.fill.server.ts";
import { lockedDraft, recount } from "../release/release.locked.server.ts";
import { addRelease } from "../release/release.make.server.ts";
import { propose } from "../release/release.propose.server.ts";
import { wantedByLists } from "../release/release.seats.server.ts";
import { firstWaiting } from "../release/release.waiting.server.ts";
import { replaceLapsed } from "./replacement.contract.ts";

/** Places of lapsed offers go to the next of the waiting list, by a list that a second person approves. */
export function replacementDeedCalls(app: FastifyInstance): void {
  handle(app, replaceLapsed, staff("offers.change"), (ask) =>
    write(app, ask, async (work) => {
      const { trx } = work;
      const { who, body } = ask;
      const { session, programme, count, minute, note } = body;
      requireWholeCollege(who);
      const title = await titleOf(trx, programme);
      const run = isId(session) ? (await frozenRunsOf(trx, session))[0] : undefined;
      if (!run) throw refuse("This session has no frozen merit list yet, so there is no waiting list to take from");
      const reason = `Given on to the waiting list of run ${run.version}`;
      const free = await freeOf(trx, session, programme, title);
      const freed = await freeLapsed(work, { who, session, programme, count: Math.max(0, count - free), reason });
      const can = await freeOf(trx, session, programme, title);
      if (can < count)
        throw refuseFields({
          count: `${title} has ${Math.max(0, can)} ${can === 1 ? "place" : "places"} to give on now, with the seats of offers that have lapsed long enough and without those that other lists want`,
        });
      const release = { _id: newId(), kind: "Offers", session, run: run._id } as const;
      const name = `Replacements, ${title}, ${asDay(minute)}`.slice(0, 120);
      await addRelease(trx, { ...release, title: name, madeby: who.staff });
      const found = await fillRelease(trx, release, firstWaiting(session, run._id, programme, count));
      if (found < count)
        throw refuseFields({
          count: `${found} ${found === 1 ? "person waits" : "people wait"} for ${title}, not ${count}`,
        });
      await recount(trx, release._id);
      work.note({
        deed: "release.create",
        subject: `release:${release._id}`,
        after: { title: name, freed, count, run: run._id },
      });
      const draft = await lockedDraft(trx, who, release._id);
      const told = await propose(work, who, draft, { minute, note, letter: (await letterInForce(trx)) ?? undefined });
      const approvers = await approversBeside(trx, "releases.approve", who.staff);
      const message = `${freed} ${freed === 1 ? "seat is" : "seats are"} given up, and a list of ${count} is proposed. ${approverSentence(approvers)}${told}`;
      return { type: "success" as const, message, _id: release._id, freed };
    }),
  );
}

async function titleOf(trx: Trx, programme: string): Promise<string> {
  const named = isId(programme) ? (await programmesById(trx, [programme])).get(programme) : undefined;
  if (!named) throw refuseFields({ programme: "Programme: choose one of the list" });
  return programmeTitle(named);
}

/** Seats that nobody holds and no other list wants; below zero where lists want more. Refuses while nobody has said how many there are. */
async function freeOf(trx: Trx, session: string, programme: string, title: string): Promise<number> {
  const held = (await seatsOf(trx, session)).get(programme);
  const free = held && freeSeats(held);
  if (free == null) throw refuse(`Nobody has said how many seats ${title} has. Set them under Seats and entry rules`);
  return free - ((await wantedByLists(trx, session)).get(programme) ?? 0);
}
