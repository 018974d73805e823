import { sql } from "kysely";
import { expect } from "vitest";
import { allImpossible } from "../src/app/server/nouns.server.ts";
import type { Database } from "../src/platform/database/connect.server.ts";

/** Fails with every broken invariant, those that the portal looks for by the hour, and what breaks it. */
export async function expectInvariants(db: Database): Promise<void> {
  const broken: Record<string, unknown> = {};
  for (const { sentence, rows } of [...allImpossible, ofTests]) {
    const found = await rows.execute(db);
    if (found.rows.length > 0) broken[sentence] = found.rows;
  }
  expect(broken).toEqual({});
}

/** In an office a mail fails now and then, and stands on the dashboard until somebody looks. */
const ofTests = {
  sentence: "No mail was given up",
  rows: sql`select 'outgoing_mail:' || _id as subject from portal.outgoing_mail where state = 'failed'`,
};
