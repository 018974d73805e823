import type { Database } from "#platform/database/connect.server.ts";

/** The schools of the college: its active units that teach, by name. */
export const schools = (db: Database): Promise<{ _id: string; label: string }[]> =>
  db
    .selectFrom("college")
    .select(["_id", "name as label"])
    .where("isacademic", "=", true)
    .where("status", "=", true)
    .orderBy("name")
    .execute();

/** The codes of every unit, in lower case. */
export const collegeCodes = async (db: Database): Promise<string[]> =>
  (await db.selectFrom("college").select("code").execute()).map(({ code }) => code.toLowerCase());
