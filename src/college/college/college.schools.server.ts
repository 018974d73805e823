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
