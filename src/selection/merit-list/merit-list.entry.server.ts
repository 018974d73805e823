import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import { staff } from "#access/permission/permission.server.ts";
import { namesOfStaff } from "#access/staff/staff.names.server.ts";
import { isProgrammeWithin } from "#college/programme/programme.within.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuse, refuseFields, stale } from "#kit/wire/refusal.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { write } from "#platform/write.server.ts";
import { reviewsOf } from "../review/review.read.server.ts";
import { mayGo, type ReviewState } from "../review/review.rules.ts";
import { enterByHand } from "./merit-list.calls.contract.ts";
import { takenDraft } from "./merit-list.draft.server.ts";
import { countOffer, type Held, heldPlace, setPlace } from "./merit-list.place.server.ts";
import type { EntryDeed } from "./merit-list.states.contract.ts";

/** Seats given or taken by hand, in a draft: each with a reason, listed apart, and never more than there are. */
export function meritEntryCalls(app: FastifyInstance): void {
  handle(app, enterByHand, staff("merit-lists.change"), (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const { who, params, body } = ask;
      const { deed, reason } = body;
      const run = await takenDraft(trx, params.id);
      const file = await applicationOf(trx, who, run.session, body.code);
      await refuseOwnFiles(trx, who, [file.applicant]);
      const held = await heldPlace(trx, run._id, file._id);
      requireSense(deed, file, held);
      await onConstraint(
        {
          merit_entry_standing: () => stale(`${file.code} was ${inWords(deed)} by hand already. Take that back first`),
        },
        sql`insert into portal.merit_entry (_id, run, application, deed, reason, enteredby, before)
          values (${newId()}, ${run._id}, ${file._id}, ${deed}, ${reason}, ${who.staff}, ${held && JSON.stringify(held)}::jsonb)`.execute(
          trx,
        ),
      );
      const name = (await namesOfStaff(trx, [who.staff])).get(who.staff) ?? "";
      const to = deed === "Entered" ? ("Offer" as const) : ("Not placed" as const);
      const words = `${deed} by hand by ${name}: ${reason}${rankWords(held)}`;
      await countOffer(trx, { run: run._id, programme: file.programme, from: held?.outcome ?? null, to, entries: 1 });
      await setPlace(trx, run._id, file, { outcome: to, quota: null, reason: words, byhand: true });
      note({
        deed: deed === "Entered" ? "merit_run.enter" : "merit_run.take-off",
        subject: `merit_run:${run._id}`,
        before: held ?? undefined,
        after: { application: file._id, code: file.code, outcome: to },
        reason,
      });
      return { type: "success" as const, message: `${file.code} is ${inWords(deed)} by hand` };
    }),
  );
}

interface File {
  readonly _id: string;
  readonly applicant: string;
  readonly programme: string;
  readonly code: string;
  readonly state: ReviewState;
  readonly stateoforigin: string;
}

/** An application of the session by its code, within the officer's reach. */
async function applicationOf(trx: Trx, who: Officer, session: string, code: string): Promise<File> {
  const { rows } = await sql<File>`select review._id, review.applicant, review.programme, review.code, review.state,
      review.stateoforigin
    from (${reviewsOf(session)}) review where review.code = ${code.toUpperCase()}`.execute(trx);
  const [file] = rows;
  if (!file || !(await isProgrammeWithin(trx, file.programme, who.scope)))
    throw refuseFields({ code: "No application to this session has this code. Check it, sign by sign" });
  return file;
}

function requireSense(deed: EntryDeed, { code, state }: File, held: Held | undefined): void {
  if (deed === "Taken off") {
    if (held?.outcome !== "Offer") throw refuse(`${code} has no seat in this list, so it cannot be taken off`);
    return;
  }
  if (held?.outcome === "Offer") throw refuse(`${code} has a seat in this list already: ${held.reason}`);
  if (!mayGo(state, "Offered"))
    throw refuse(`${code} stands at ${state}, so it cannot be offered a seat. Change that first, on its file`);
}

const inWords = (deed: EntryDeed): string => (deed === "Entered" ? "entered" : "taken off");

const rankWords = (held: Held | undefined): string =>
  held?.rank ? ` (rank ${held.rank}, aggregate ${held.aggregate})` : "";
