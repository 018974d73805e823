import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import { staff } from "#access/permission/permission.server.ts";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { isProgrammeWithin } from "#college/programme/programme.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse, refuseFields, stale } from "#kit/wire/refusal.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { mayReviewGo, type ReviewState } from "../../review/review.rules.ts";
import { reviewsOf } from "../../review/review.server.ts";
import { enterByHand, undoEntry } from "../merit-list.calls.contract.ts";
import type { PlaceOfRun } from "../merit-list.read.server.ts";
import type { EntryDeed } from "../merit-list.rules.ts";
import { takeDraft } from "../run/run.server.ts";

/** Where an application stands in a run, as an entry by hand keeps it for the way back. */
interface Held extends Pick<PlaceOfRun, "outcome" | "quota" | "reason" | "rank" | "aggregate"> {
  readonly byhand: boolean;
  /** In whose list it stands: that of a further choice, where it was drawn there. Missing where it stands in none. */
  readonly programme?: string;
}

async function heldPlace(trx: Trx, run: string, application: string): Promise<Held | undefined> {
  const { rows } = await sql<Held>`select outcome, quota, reason, rank, aggregate::text as aggregate, byhand, programme
    from portal.merit_place where application = ${application} and run = ${run} for update`.execute(trx);
  return rows[0];
}

interface Counted {
  readonly run: string;
  readonly programme: string;
  readonly from: Held["outcome"] | null;
  readonly to: Held["outcome"];
  /** By how many the entries by hand change. */
  readonly entries: number;
}

/**
 * Counts an application from one outcome to another. Refuses when its programme has no free seat: the constraint says so,
 * whoever else gives one at that moment.
 */
async function countOffer(trx: Trx, { run, programme, from, to, entries }: Counted): Promise<void> {
  const by = (outcome: Held["outcome"]) => Number(to === outcome) - Number(from === outcome);
  const change = sql`offers = offers + ${by("Offer")}::integer, waiting = waiting + ${by("Waiting")}::integer`;
  const { rows } = await onConstraint(
    {
      merit_programme_seats: () =>
        refuse("no-seat-left", "Every free seat of the programme is given. Take somebody off first"),
    },
    sql`update portal.merit_programme set ${change} where run = ${run} and programme = ${programme} returning 1`.execute(
      trx,
    ),
  );
  if (rows.length === 0)
    throw refuse("seats-not-set", "The programme has no seats in this list. Say how many it has, then make a new list");
  await sql`update portal.merit_run set ${change}, entries = entries + ${entries}::integer where _id = ${run}`.execute(
    trx,
  );
}

interface EnteredFile {
  readonly _id: string;
  readonly programme: string;
  readonly stateoforigin: string;
}

/** Sets what a run says of an application; one that came after it was drawn stands at its end, without a rank. */
async function setPlace(
  trx: Trx,
  run: string,
  { _id, programme, stateoforigin }: EnteredFile,
  { outcome, quota, reason, byhand }: Pick<Held, "outcome" | "quota" | "reason" | "byhand">,
): Promise<void> {
  await sql`insert into portal.merit_place (_id, run, place, application, programme, stateoforigin, outcome, quota, reason, byhand)
    select ${newId()}, ${run}, coalesce(max(place), 0) + 1, ${_id}, ${programme}, ${stateoforigin}, ${outcome}, ${quota}, ${reason},
      ${byhand} from portal.merit_place where run = ${run}
    on conflict on constraint merit_place_once do update set outcome = excluded.outcome, quota = excluded.quota,
      reason = excluded.reason, byhand = excluded.byhand`.execute(trx);
}

/** Seats given or taken by hand, in a draft: each with a reason, listed apart, and never more than there are. */
export function meritEntryCalls(app: FastifyInstance): void {
  handle(app, enterByHand, staff("merit-lists.change"), (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const { who, params, body } = ask;
      const { deed, reason } = body;
      const run = await takeDraft(trx, params.id);
      const applied = await applicationOf(trx, who, run.session, body.code);
      await refuseOwnFiles(trx, who, [applied.applicant]);
      const held = await heldPlace(trx, run._id, applied._id);
      const file = { ...applied, programme: held?.programme ?? applied.programme };
      requireSense(deed, file, held);
      await onConstraint(
        {
          merit_entry_standing: () =>
            stale("entered-by-hand-already", `${file.code} was ${inWords(deed)} by hand already. Take that back first`),
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
    throw refuseFields("application-not-found", {
      code: "No application to this session has this code. Check it, sign by sign",
    });
  return file;
}

function requireSense(deed: EntryDeed, { code, state }: File, held: Held | undefined): void {
  if (deed === "Taken off") {
    if (held?.outcome !== "Offer")
      throw refuse("no-seat-to-take", `${code} has no seat in this list, so it cannot be taken off`);
    return;
  }
  if (held?.outcome === "Offer")
    throw refuse("has-seat-already", `${code} has a seat in this list already: ${held.reason}`);
  if (!mayReviewGo(state, "Offered"))
    throw refuse(
      "application-not-offerable",
      `${code} stands at ${state}, so it cannot be offered a seat. Change that first, on its file`,
    );
}

const inWords = (deed: EntryDeed): string => (deed === "Entered" ? "entered" : "taken off");

const rankWords = (held: Held | undefined): string =>
  held?.rank ? ` (rank ${held.rank}, aggregate ${held.aggregate})` : "";

/** An entry by hand that is taken back: it stays to be read, and the application stands as it was drawn. */
export function meritUndoCalls(app: FastifyInstance): void {
  handle(app, undoEntry, staff("merit-lists.change"), (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const { who, params } = ask;
      const run = await takeDraft(trx, params.id);
      const entry = await undone(trx, who, run._id, run.session, params.entry);
      await refuseOwnFiles(trx, who, [entry.applicant]);
      const now = await heldPlace(trx, run._id, entry._id);
      const back = entry.before ?? gone;
      await countOffer(trx, {
        run: run._id,
        programme: now?.programme ?? entry.programme,
        from: now?.outcome ?? null,
        to: back.outcome,
        entries: -1,
      });
      await setPlace(trx, run._id, entry, back);
      note({
        deed: "merit_run.undo-entry",
        subject: `merit_run:${run._id}`,
        before: now,
        after: { application: entry._id, code: entry.code, ...back },
      });
      return { type: "success" as const, message: `${entry.code} stands as it did before` };
    }),
  );
}

/** Of who came by hand alone: the row stays, because nothing of a list is deleted. */
const gone: Held = {
  outcome: "Not placed",
  quota: null,
  reason: "Was entered by hand, and taken back",
  rank: null,
  aggregate: null,
  byhand: false,
};

interface Undone {
  /** The application's. */
  readonly _id: string;
  readonly applicant: string;
  readonly programme: string;
  readonly stateoforigin: string;
  readonly code: string;
  readonly before: Held | null;
}

/** Marks an entry within the officer's reach as taken back; 404 for none, 409 for one that was. */
async function undone(trx: Trx, who: Officer, run: string, session: string, id: string): Promise<Undone> {
  const { rows } = isId(id)
    ? await sql<Undone>`select review._id, review.applicant, review.programme, review.stateoforigin, review.code, e.before
        from portal.merit_entry e join (${reviewsOf(session)}) review on review._id = e.application
        where e._id = ${id} and e.run = ${run}`.execute(trx)
    : { rows: [] };
  const [entry] = rows;
  if (!entry || !(await isProgrammeWithin(trx, entry.programme, who.scope))) throw notFound();
  const marked = await sql`update portal.merit_entry set undoneby = ${who.staff}, "undoneAt" = now()
    where _id = ${id} and "undoneAt" is null returning 1`.execute(trx);
  if (marked.rows.length === 0) throw stale("taken-back-already", `The entry of ${entry.code} was taken back already`);
  return entry;
}
