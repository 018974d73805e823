import type { Database } from "#platform/database/connect.server.ts";
import { fillDemo } from "./fill.ts";
import { fillJamb } from "./jamb.fill.ts";
import { fillStudies, studentSignIns } from "./studies.fill.ts";

/**
 * What whoever starts the portal for the first time finds: the demo college with its offices, and a semester that runs, with
 * students in it. Tests begin without the semester. Answers whom one may sign in as, in lines; none when it was filled before.
 */
export async function fillForNewcomer(db: Database): Promise<readonly string[]> {
  const offices = await fillDemo(db);
  if (offices.length === 0) return [];
  await fillStudies(db);
  return [...offices, ...studentSignIns, ...(await fillJamb(db))];
}
