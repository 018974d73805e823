import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { yearsBetween } from "#calendar/registration-window/registration-window.rules.ts";
import { addSessionPart, copiedRows, datesOf, usualRunningSession } from "#calendar/session/session.server.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { instalments } from "./instalment.contract.ts";
import { type FrozenInstalment, frozenInstalments, type Gate } from "./instalment.rules.ts";

export const instalmentRules: RecordRules<typeof instalments> = {
  of: instalments,
  table: "instalment",
  within: "college-wide",
  usual: usualRunningSession,
  constraints: {
    instalment_once: ["value-taken", "share", "Another instalment of this semester ends at this part already"],
    instalment_name: ["value-taken", "name", "Another instalment of this semester has this name already"],
  },
};

/** What a bill of a semester keeps of its instalments, as they stand now. */
export async function instalmentsToFreeze(
  db: Database | Trx,
  session: string,
  semester: number,
): Promise<FrozenInstalment[]> {
  const days = await readSetting(db, "billDays");
  const { rows } = await sql<{
    soonest: string;
  }>`select ((now() at time zone 'Africa/Lagos')::date + ${days}::int)::text as soonest`.execute(db);
  const said = await db
    .selectFrom("instalment")
    .select(["name", "share", "due", "opens"])
    .where("session", "=", session)
    .where("semester", "=", semester)
    .execute();
  const frozen = said.map(({ opens, ...one }) => ({ ...one, opens: (opens ?? []) as Gate[] }));
  return frozenInstalments(frozen, rows[0]?.soonest ?? "");
}

/** Whether some part of a bill of this semester opens what is asked for: who has no bill waits for one then. */
export async function isGated(
  db: Database | Trx,
  gate: Gate,
  { session, semester }: { readonly session: string; readonly semester: number },
): Promise<boolean> {
  const found = await db
    .selectFrom("instalment")
    .select("_id")
    .where("session", "=", session)
    .where("semester", "=", semester)
    .where(sql<boolean>`${gate} = any(opens)`)
    .executeTakeFirst();
  return found !== undefined;
}

/** The semesters in which some part of a bill opens what is asked for, as a part of a larger query: rows of `session, semester`. */
export const gatedTerms = (gate: Gate): RawBuilder<unknown> =>
  sql`(select distinct part.session, part.semester from portal.instalment part where ${gate} = any(part.opens))`;

/** A session that is opened takes the instalments of each semester over, moved by whole years. */
function instalmentPart(app: FastifyInstance): void {
  addSessionPart(app, {
    name: "instalments",
    copy: async (work, from, to) => {
      const years = yearsBetween(await datesOf(work.trx, from), await datesOf(work.trx, to));
      return copiedRows(
        work,
        {
          noun: "instalment",
          table: "instalment",
          columns: ["semester", "name", "share", "due", "opens"],
          group: ["semester"],
          where: sql`true`,
          instead: { due: sql`(had.due + make_interval(years => ${years}))::date` },
        },
        from,
        to,
      );
    },
    remark: async () => "Look at their days again",
  });
}

export const instalmentNoun: Noun = {
  name: "instalment",
  calls: instalmentPart,
  records: [instalmentRules],
};
