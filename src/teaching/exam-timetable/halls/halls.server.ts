import { sql } from "kysely";
import { sessionName } from "#calendar/session/session.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { paperTemplate, usual } from "#reference/message-template/message-template.rules.ts";
import { paperWords } from "#reference/message-template/message-template.server.ts";
import { classMembers } from "#registry/course-registration/course-registration.server.ts";
import { classesReached } from "../../course-allocation/course-allocation.server.ts";
import { placedExaminations } from "../exam-timetable.clash.server.ts";
import type { HallLists } from "../exam-timetable.contract.ts";
import { roomShown } from "../exam-timetable.read.server.ts";
import { seatNumbers } from "./halls.rules.ts";

const hallTemplate = paperTemplate({
  key: "hall-list",
  name: "Hall list of an examination",
  when: "The examinations office prints who sits where",
  reader: "staff",
  values: usual("course"),
  words: { opening: "", closing: "The examination card says who may sit." },
});

export const hallTemplates = [hallTemplate];

/**
 * Who sits where: by matric number, the first hall first. Whoever finds no seat stands in the last hall's list, without one. In a
 * hall that is shared each class has seat numbers of its own.
 */
export async function hallLists(db: Database, { scope }: Officer, id: string): Promise<HallLists> {
  const [found] = isId(id) ? await placedExaminations(db, sql`x._id = ${id}`) : [];
  const reached = scope === "all" ? sql`true` : sql`${found?.class}::uuid in (${classesReached(scope)})`;
  const { rows: terms } = found
    ? await sql<{ session: string; semester: number }>`
        select ${sessionName(sql.ref("x.session"))} as session, x.semester from portal.examination x
        where x._id = ${id} and ${reached}`.execute(db)
    : { rows: [] };
  const [term] = terms;
  if (!found || !term) throw notFound();
  const { rows } = await sql<{ name: string; matric: string | null }>`
    select m.name, m.matric from ${classMembers()} m where m.class = ${found.class} order by m.matric, m.name, m.student`.execute(
    db,
  );
  const day = await placedExaminations(db, sql`x.date = ${found.day}::date`);
  let at = 0;
  const halls = found.halls.map(({ room, people }, place) => {
    const end = place === found.halls.length - 1 ? rows.length : at + room.seats;
    const seats = seatNumbers(day, found._id, room._id);
    const students = rows.slice(at, end).map((one, number) => ({ ...one, seat: seats[number] ?? null }));
    at = end;
    return { room: roomShown(room), people: people.map(({ name }) => name), students };
  });
  const { code, name, day: date, start, end } = found;
  const words = await paperWords(db, hallTemplate, { course: code });
  return { ...term, code, name, date, start, end, halls, words };
}
