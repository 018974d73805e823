import { sql } from "kysely";
import { type MeritScheme, usualScheme } from "../src/selection/merit-scheme/merit-scheme.contract.ts";
import { manyApplications } from "./many-applications.ts";
import type { TestPortal } from "./portal.ts";
import { stopRounds } from "./stopped-rounds.ts";

/** Ranks what the desk has checked, so that a test needs no head of department; by scores alone, so that it knows who is first. */
export const checkedScheme: MeritScheme = { ...usualScheme, stages: ["Checked"], utme: 70, screening: 30, olevel: 0 };

/** Federal colleges' shares, for the catchment of the demo college. */
export const federalQuotas: MeritScheme["quotas"] = [
  { name: "Merit", share: 45, who: "Everybody", members: [], left: "Goes to merit" },
  { name: "Catchment", share: 35, who: "States of origin", members: ["Niger", "Kogi"], left: "Goes to merit" },
  { name: "ELDS", share: 20, who: "Educationally less developed states", members: [], left: "Waits" },
];

export interface MeritSession {
  /** The `_id` of the session that admits. */
  readonly session: string;
  /** Programmes with as many applications each; the first has `seats`. */
  readonly programmes: readonly string[];
  /** Codes of the applications to the first programme, as `checkedScheme` ranks them. */
  readonly codes: readonly string[];
}

/** Two programmes of ten seats with as many checked applications each, whose UTME scores fall from 350 by four. */
export async function meritSession(portal: TestPortal, count: number): Promise<MeritSession> {
  const { db } = portal;
  // Other seats are another version of an intake's rules, by which everybody would be judged anew.
  await stopRounds(portal, "judge-reviews");
  const found = await db
    .selectFrom("intake")
    .innerJoin("session", "session._id", "intake.session")
    .innerJoin("programme", "programme._id", "intake.programme")
    .select(["intake.session", "intake.programme"])
    .where("session.admission", "=", true)
    .where("programme.code", "in", ["NCE-BIO-CHE", "NCE-MAT-PHY"])
    .orderBy("programme.code")
    .execute();
  const programmes = found.map(({ programme }) => programme);
  await sql`update portal.intake set seats = 10 where programme = any(${programmes}::uuid[])`.execute(db);
  for (const programme of programmes) await manyApplications(portal.app.portal.pool, { count, programme });
  await sql`update portal.review set state = 'Checked', verdict = 'Qualifies', "judgedAt" = now(), screening = 60,
    utme = 350 - 4 * ((right(left(jamb, 12), 8)::integer - 1) % ${count}::integer),
    stateoforigin = (array['Niger', 'Kano', 'Lagos', 'Kogi', 'Borno'])[1 + right(left(jamb, 12), 8)::integer % 5]`.execute(
    db,
  );
  const { rows } = await sql<{ code: string }>`select code from portal.review where programme = ${programmes[0]}
    order by jamb`.execute(db);
  return { session: found[0]?.session ?? "", programmes, codes: rows.map(({ code }) => code) };
}
