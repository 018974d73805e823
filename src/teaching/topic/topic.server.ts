import type { FastifyInstance } from "fastify";
import { type Expression, type RawBuilder, sql } from "kysely";
import { reachOf, staff } from "#access/permission/permission.server.ts";
import { sessionName } from "#calendar/session/session.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { type Officer, wholeCollege } from "#console/scope/scope.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse, stale } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { everyClass, everyCourse } from "#registry/course/course.server.ts";
import { classesReached, everyAllocation } from "../course-allocation/course-allocation.server.ts";
import { copyTopics, MOST_TOPICS, orderTopics, readFormerTopics, topics } from "./topic.contract.ts";

/** The classes that a member of staff teaches, as a part of a larger query: rows of `class`. */
export const classesTaughtBy = (member: string): RawBuilder<unknown> =>
  sql`select taught.class from ${everyAllocation()} taught where taught.staff = ${member}`;

/** Whether somebody may look at a class: who teaches it, and whose right reaches it. */
const mayLookAt = ({ scope, staff: member }: Pick<Officer, "scope" | "staff">, of: Expression<unknown>) =>
  scope === "all"
    ? sql<boolean>`true`
    : sql<boolean>`(${of} in (${classesTaughtBy(member)}) or ${of} in (${classesReached(scope)}))`;

export interface SeenClass {
  readonly _id: string;
  readonly session: string;
  readonly code: string;
  /** Whether the asker may change it: teaches it, or looks after the whole college. Who else may look changes nothing. */
  readonly isOwn: boolean;
}

/** A class that somebody may look at. 404 for every other one. */
export async function seenClass(db: Database | Trx, who: Officer, id: string): Promise<SeenClass> {
  // Of one page a person may hold the right to look further than the right to change.
  const changes = await reachOf(db, who.staff, "my-courses.change");
  const isOwn =
    changes === "all" ? sql`true` : sql`${changes !== undefined}::boolean and c._id in (${classesTaughtBy(who.staff)})`;
  const { rows } = isId(id)
    ? await sql<SeenClass>`select c._id, c.session, c.code, ${isOwn} as "isOwn" from ${everyClass()} c
        where c._id = ${id} and ${mayLookAt(who, sql.ref("c._id"))}`.execute(db)
    : { rows: [] };
  const [found] = rows;
  if (!found) throw notFound();
  return found;
}

/** The same of a class that is about to be changed: whoever may only look at it has no such class. */
export async function ownClass(db: Database | Trx, who: Officer, id: string): Promise<SeenClass> {
  const found = await seenClass(db, who, id);
  if (!found.isOwn) throw notFound();
  return found;
}

export const topicRules: RecordRules<typeof topics> = {
  of: topics,
  table: "topic",
  within: wholeCollege,
  shown: (column, scope) => sql`${column("class")} in (${classesReached(scope)})`,
  own: (column, member) => sql`${column("class")} in (${classesTaughtBy(member)})`,
  // The catalogue is not the lecturer's: whose class it is, the row says.
  anywhere: ["course"],
  constraints: {
    topic_class_stays: [
      "topic-class-stays",
      "course",
      "A topic stays in its class, with its materials. Add another one there",
    ],
    topic_place: ["limit-reached", "label", `A class has at most ${MOST_TOPICS} topics`],
  },
  instead: "Make it Inactive: students see neither it nor its materials, and nothing of them is lost",
};

/**
 * Every topic, as a part of a larger query: rows of `_id, class, course, session, label, status, place, week, version,
 * createdAt`.
 */
export const topicsOf = (): RawBuilder<unknown> =>
  sql`(select _id, class, course, session, label, status, place, week, version, "createdAt" from portal.topic)`;

/** Locks the topics of a class, so that two deeds on their order wait for each other; answers their `_id`s. */
async function lockTopics({ trx }: Work, of: string): Promise<string[]> {
  const { rows } = await sql<{ _id: string }>`
    select _id from portal.topic where class = ${of} order by _id for update`.execute(trx);
  return rows.map(({ _id }) => _id);
}

interface FormerTopic {
  readonly _id: string;
  readonly label: string;
  readonly week: number | null;
}

/** The active topics of the class's code in the latest session before that has some, but for those that were copied. */
export async function formerTopics(db: Database | Trx, { _id, session, code }: SeenClass) {
  const { rows } = await sql<FormerTopic & { session: string }>`
    select t._id, t.label, t.week, ${sessionName(sql.ref("t.session"))} as session
    from portal.topic t where t.status
      and t.class = (select f._id from ${everyClass()} f
        where f.code = ${code} and ${sessionName(sql.ref("f.session"))} < ${sessionName(sql<string>`${session}::uuid`)}
          and exists (select from portal.topic there where there.class = f._id and there.status)
        order by ${sessionName(sql.ref("f.session"))} desc limit 1)
      and not exists (select from portal.topic copied where copied.class = ${_id} and copied.copiedfrom = t._id)
    order by t.place, t."createdAt", t._id`.execute(db);
  return { session: rows[0]?.session ?? null, list: rows.map(({ session: _, ...topic }) => topic) };
}

export function topicCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  const change = staff("my-courses.change");

  handle(app, orderTopics, change, (ask) =>
    write(app, ask, async (work) => {
      const { body, who } = ask;
      const { _id, code } = await ownClass(work.trx, who, body.class);
      const there = await lockTopics(work, _id);
      if (there.length !== body.topics.length || there.some((topic) => !body.topics.includes(topic)))
        throw stale(
          "rows-changed",
          "The topics of this class are others by now, so nothing was moved. Look at them again",
        );
      await sql`update portal.topic t set place = p.place, "updatedAt" = now()
        from unnest(${body.topics}::uuid[]) with ordinality p(_id, place)
        where t._id = p._id and t.place <> p.place`.execute(work.trx);
      work.note({ deed: "topic.order", subject: `course_class:${_id}`, after: { topics: body.topics } });
      return { type: "success" as const, message: `The topics of ${code} stand in their new order` };
    }),
  );

  handle(app, readFormerTopics, staff("my-courses"), async ({ who, params }) =>
    formerTopics(db, await seenClass(db, who, params.class)),
  );

  handle(app, copyTopics, change, (ask) =>
    write(app, ask, async (work) => {
      const own = await ownClass(work.trx, ask.who, ask.body.class);
      await lockTopics(work, own._id);
      const { list, session } = await formerTopics(work.trx, own);
      const chosen = list.filter(({ _id }) => ask.body.topics.includes(_id)).map(({ _id }) => _id);
      if (chosen.length === 0 || chosen.length !== new Set(ask.body.topics).size) throw copiedAlready();
      const { rows } = await sql<{ _id: string; label: string }>`
        insert into portal.topic (_id, course, label, place, week, copiedfrom)
        select chosen._id, (select c._id from ${everyCourse()} c where c.class = ${own._id} order by c._id limit 1),
          t.label, (select coalesce(max(last.place), 0) from portal.topic last where last.class = ${own._id})
            + row_number() over (order by t.place, t."createdAt", t._id), t.week, t._id
        from unnest(${chosen}::uuid[], ${chosen.map(newId)}::uuid[]) chosen(topic, _id) join portal.topic t on t._id = chosen.topic
        on conflict on constraint topic_copied_once do nothing returning _id, label`.execute(work.trx);
      if (rows.length !== chosen.length) throw copiedAlready();
      for (const { _id, label } of rows)
        work.note({ deed: "topic.copy", subject: `topic:${_id}`, after: { label, from: session } });
      const count = rows.length;
      const message = `${count === 1 ? "1 topic is" : `${count} topics are`} copied from ${session}`;
      return { type: "success" as const, message, count };
    }),
  );
}

const copiedAlready = () =>
  refuse(
    "topics-copied-already",
    "Some of these topics are copied already, or are not there any more. Nothing was copied: look at what is left, and choose again",
  );

export const topicNoun: Noun = {
  name: "topic",
  calls: topicCalls,
  records: [topicRules],
};
