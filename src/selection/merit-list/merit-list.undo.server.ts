import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import { staff } from "#access/permission/permission.server.ts";
import { isProgrammeWithin } from "#college/programme/programme.within.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, stale } from "#kit/wire/refusal.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { write } from "#platform/write.server.ts";
import { reviewsOf } from "../review/review.read.server.ts";
import { undoEntry } from "./merit-list.calls.contract.ts";
import { takenDraft } from "./merit-list.draft.server.ts";
import { countOffer, type Held, heldPlace, setPlace } from "./merit-list.place.server.ts";

/** An entry by hand that is taken back: it stays to be read, and the application stands as it was drawn. */
export function meritUndoCalls(app: FastifyInstance): void {
  handle(app, undoEntry, staff("merit-lists.change"), (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const { who, params } = ask;
      const run = await takenDraft(trx, params.id);
      const entry = await undone(trx, who, run._id, run.session, params.entry);
      await refuseOwnFiles(trx, who, [entry.applicant]);
      const now = await heldPlace(trx, run._id, entry._id);
      const back = entry.before ?? gone;
      await countOffer(trx, {
        run: run._id,
        programme: entry.programme,
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
  if (marked.rows.length === 0) throw stale(`The entry of ${entry.code} was taken back already`);
  return entry;
}
