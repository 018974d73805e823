import { sql } from "kysely";
import { copiedRows, type SessionPart } from "#calendar/session/session.part.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { yearsTaught } from "#college/programme/programme.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { tuitionSumsOfAll } from "../programme-tuition-fee-item/programme-tuition-fee-item.server.ts";

/** Two semesters, indigenes and others, new and returning. */
const CLASSES_A_YEAR = 8;

/** A new session begins with the services of the last one; every class of a programme that admits must be able to pay. */
export const openingPart: SessionPart = {
  name: "tuition fee items",
  copy: (work, from, to) =>
    copiedRows(
      work,
      {
        noun: "tuition_fee_item",
        table: "tuition_fee_item",
        columns: ["programme", "level", "semester", "serviceID", "indigene", "isnewstudent", "status"],
        group: ["programme"],
      },
      from,
      to,
    ),
  holes: async (db, session, programmes) => {
    const paying = await payingClasses(db, session);
    return programmes.flatMap((programme) => {
      const years = yearsTaught(programme);
      const able = (paying.get(programme._id) ?? []).filter(({ level }) => level <= years * 100).length;
      const all = years * CLASSES_A_YEAR;
      if (able >= all) return [];
      const title = programmeTitle(programme);
      return {
        programme: { _id: programme._id, label: title },
        about: "Tuition",
        sentence:
          able === 0
            ? `${title} has no tuition to pay`
            : `${all - able} of ${all} classes of ${title} cannot pay tuition`,
        link: `/staff/tuition-fees/matrix?session=${session}&programme=${programme._id}`,
      };
    });
  },
};

interface Paying {
  readonly programme: string;
  readonly level: number;
}

/** The classes that have a service and something to pay, by programme. */
async function payingClasses(db: Database, session: string): Promise<ReadonlyMap<string, Paying[]>> {
  const { rows } = await sql<Paying>`
    select i.programme, i.level from portal.tuition_fee_item i
    join (${tuitionSumsOfAll(session)}) s on s.programme = i.programme
    where i.session = ${session} and i.status
      and case when i.indigene then s.indigene else s.others end > 0`.execute(db);
  return Map.groupBy(rows, ({ programme }) => programme);
}
