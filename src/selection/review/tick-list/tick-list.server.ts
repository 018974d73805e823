import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse, refuseFields, stale } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { findReachedFile, type LockedReview, lockFile } from "../review.move.server.ts";
import { openStates, type TickState } from "../review.rules.ts";
import { markItem, readTickList, reviewItems, type TickList, tickItem } from "./tick-list.contract.ts";

export const reviewItemRules: RecordRules<typeof reviewItems> = {
  of: reviewItems,
  table: "review_item",
  within: "college-wide",
  instead: "Deactivate it instead: nobody is asked for it any more, and what was found stays",
  constraints: {
    review_item_label: ["value-taken", "label", "Another item of the tick list has this label already"],
  },
};

/** Each file's tick list, and the marks that reviewers give by themselves. */
export function tickListCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, readTickList, staff("applications"), async ({ who, params }) => {
    const { _id } = await findReachedFile(db, who, params.id);
    return listOf(db, _id, who.staff);
  });

  handle(app, tickItem, staff("applications.change"), (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const file = await lockOpenFile(trx, ask);
      const { item, state, note: said, was } = ask.body;
      const { label } = await requireItem(trx, file._id, item, "ticked");
      await refuseOvertaken(trx, { application: file._id, item, label, was });
      await sql`insert into portal.review_tick (application, item, state, note, staff)
        values (${file._id}, ${item}, ${state}, ${said ?? null}, ${ask.who.staff})
        on conflict (application, item) do update set state = excluded.state, note = excluded.note, staff = excluded.staff,
          at = now()`.execute(trx);
      const reason = said && { reason: said };
      note({
        deed: "review.tick",
        subject: subjectOf(file),
        before: { state: was },
        after: { state, item: label },
        ...reason,
      });
      return { type: "success" as const, message: `${label}: ${state.toLowerCase()}` };
    }),
  );

  handle(app, markItem, staff("applications.change"), (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const file = await lockOpenFile(trx, ask);
      const { item, mark, note: said } = ask.body;
      const { label, most } = await requireItem(trx, file._id, item, "marked");
      if (mark > Number(most)) throw refuseFields("mark-above-most", { mark: `${label} gives at most ${most}` });
      await sql`insert into portal.review_mark (application, item, staff, mark, note)
        values (${file._id}, ${item}, ${ask.who.staff}, ${mark}, ${said ?? null})
        on conflict (application, item, staff) do update set mark = excluded.mark, note = excluded.note, at = now()`.execute(
        trx,
      );
      note({
        deed: "review.mark",
        subject: subjectOf(file),
        after: { mark, item: label },
        ...(said && { reason: said }),
      });
      return { type: "success" as const, message: `${label}: ${mark} of ${most}` };
    }),
  );
}

const subjectOf = ({ _id }: LockedReview) => `review:${_id}`;

type Asking = Parameters<typeof lockFile>[1];

/** The file, locked, while the desk has not closed it. Refuses (409) what is checked or decided. */
async function lockOpenFile(
  trx: Trx,
  { who, params }: { readonly who: Asking; readonly params: { readonly id: string } },
): Promise<LockedReview> {
  const file = await lockFile(trx, who, params.id);
  if (openStates.some((one) => one === file.state)) return file;
  throw stale(
    "state-has-moved",
    `${file.code} is ${file.state}. Bring it back to checking before you change its tick list`,
  );
}

/** Which items are asked of a file, in a larger query that calls the one `i` and the other `r`. */
const IS_ASKED = sql`i.status and (i.session is null or i.session = r.session)
  and (i.programme is null or i.programme = r.programme)`;

/** An item that is asked of this file; 404 for another. */
async function requireItem(trx: Trx, file: string, item: string, kind: "ticked" | "marked") {
  if (!isId(item)) throw notFound();
  const { rows } = await sql<{ label: string; most: number | null }>`
    select i.label, i.most from portal.review_item i join portal.review r on r._id = ${file}
    where i._id = ${item} and ${IS_ASKED}`.execute(trx);
  const [found] = rows;
  if (!found || (found.most === null) !== (kind === "ticked")) throw notFound();
  return found;
}

interface Seen {
  readonly application: string;
  readonly item: string;
  readonly label: string;
  readonly was: TickState | null;
}

/** Refuses (409) where a colleague has found something else since the caller looked, and says who and what. */
async function refuseOvertaken(trx: Trx, { application, item, label, was }: Seen): Promise<void> {
  const { rows } = await sql<{ state: TickState; staff: string }>`
    select state, staff from portal.review_tick where application = ${application} and item = ${item}`.execute(trx);
  const [now] = rows;
  if ((now?.state ?? null) === was) return;
  const names = await namesOfStaff(trx, now ? [now.staff] : []);
  throw stale(
    "tick-overtaken",
    `${names.get(now?.staff ?? "")} has said of ${label} meanwhile: ${now?.state.toLowerCase()}. Look at it again; nothing was changed`,
  );
}

/** Refuses to call an application checked while a needed item of its tick list is open, and names those. */
export async function requireTicked(trx: Trx, { _id, code }: LockedReview): Promise<void> {
  const [open] = await openItems(trx, [_id]);
  if (open)
    throw refuse("tick-list-open", `${code} is not ready: ${open.labels.join(", ")}. Tick these as in order first`);
}

/** Of some applications those whose tick list is open, with the labels of what is. */
export async function openItems(trx: Trx, ids: readonly string[]) {
  const { rows } = await sql<{ code: string; labels: string[] }>`
    select r.code, array_agg(i.label order by i.place, i.label) as labels
    from portal.review r join portal.review_item i on i.most is null and i.required and ${IS_ASKED}
    left join portal.review_tick t on t.application = r._id and t.item = i._id
    where r._id = any(${[...ids]}::uuid[]) and coalesce(t.state, 'Not in order') = 'Not in order'
    group by r.code order by r.code`.execute(trx);
  return rows;
}

async function listOf(db: Database, file: string, member: string): Promise<TickList> {
  const { rows: items } = await sql<{
    _id: string;
    label: string;
    advice: string | null;
    most: number | null;
    required: boolean;
    asked: boolean;
    state: TickState | null;
    note: string | null;
    staff: string | null;
    at: string | null;
  }>`select i._id, i.label, i.advice, i.most, i.required, coalesce(${IS_ASKED}, false) as asked, t.state, t.note, t.staff, t.at
    from portal.review_item i join portal.review r on r._id = ${file}
    left join portal.review_tick t on t.application = r._id and t.item = i._id
    where (${IS_ASKED}) or t.item is not null
    order by i.place, i.label`.execute(db);
  const { rows: marks } = await sql<{ item: string; staff: string; mark: number; note: string | null; at: string }>`
    select item, staff, mark, note, at from portal.review_mark where application = ${file} order by at`.execute(db);
  const names = await namesOfStaff(
    db,
    [...items, ...marks].flatMap(({ staff: one }) => one ?? []),
  );
  const ofItem = Map.groupBy(marks, ({ item }) => item);
  return {
    ticks: items.flatMap(({ most, staff: by, ...tick }) =>
      most === null ? [{ ...tick, by: by && (names.get(by) ?? "") }] : [],
    ),
    marks: items.flatMap(({ _id, label, advice, most }) => {
      if (most === null) return [];
      const given = ofItem.get(_id) ?? [];
      const own = given.find(({ staff: by }) => by === member);
      const shown = own ? given.filter(({ staff: by }) => by !== member) : [];
      const sum = given.reduce((all, { mark }) => all + mark, 0);
      return [
        {
          _id,
          label,
          advice,
          most,
          own: own ? { mark: own.mark, note: own.note } : null,
          average: own ? Math.round((sum / given.length) * 10) / 10 : null,
          others: shown.map(({ staff: by, mark, note, at }) => ({ by: names.get(by) ?? "", mark, note, at })),
        },
      ];
    }),
  };
}
