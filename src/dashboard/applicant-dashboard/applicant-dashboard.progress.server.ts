import { sql } from "kysely";
import type { ProgressOf } from "#support/help-desk/help-desk.server.ts";
import type { Dashboard } from "./applicant-dashboard.contract.ts";
import { columns } from "./applicant-dashboard.server.ts";
import { type CardState, cards } from "./cards.contract.ts";

/** What an applicant's ten cards say, for whoever helps. */
export const progressOf: ProgressOf = async ({ portal: { db } }, applicant) => {
  const { rows } = await sql<Dashboard>`
    select ${columns(sql.ref("one.applicant"))} from (select ${applicant}::uuid as applicant) one`.execute(db);
  const [seen] = rows;
  if (!seen) throw new Error("One row has become none");
  return cards.map(({ name, badge, state }) => ({ title: name, state: badge(seen), hint: inWords(state(seen)) }));
};

const inWords = ({ words, hint }: CardState) => (hint ? `${words}. ${hint}` : words);
