import { sql } from "kysely";
import * as v from "valibot";
import { printable } from "#kit/field/text.rules.ts";
import { refuseForm } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { type CapsStatus, capsStatuses, plainStatus, statusOf } from "./caps-return.status.contract.ts";

/** What words of CAPS returns mean that the portal does not know by itself, in letters and figures alone. */
export type CapsWords = ReadonlyMap<string, CapsStatus>;

/** What was said of words before. */
export async function knownWords(db: Database): Promise<CapsWords> {
  const { rows } = await sql<{ word: string; status: CapsStatus }>`select word, status from portal.caps_word`.execute(
    db,
  );
  return new Map(rows.map(({ word, status }) => [word, status]));
}

const said = v.pipe(
  v.string(),
  printable("Status"),
  v.check((word) => plainStatus(word) !== ""),
  v.maxLength(60),
);

const asked = v.record(said, v.picklist(capsStatuses));

/**
 * What a call's query says of words: `statuses={"Provisional":"Pending"}`. Refuses (500, under `statuses`) what is none, and
 * another meaning for a word that the portal knows.
 */
export function askedWords(query: unknown): CapsWords {
  const { statuses } = query as { statuses?: unknown };
  if (statuses === undefined) return new Map();
  const { success, output } = v.safeParse(asked, parsed(statuses));
  const sentence = `Say of each status which of these it means: ${capsStatuses.join(", ")}`;
  if (!success) throw refuseForm(sentence, { statuses: sentence });
  for (const [said, status] of Object.entries(output)) refuseOtherMeaning(said, status);
  return new Map(Object.entries(output).map(([said, status]) => [plainStatus(said), status]));
}

/** What CAPS itself says is not for one officer to turn into something else, for every file that follows. */
function refuseOtherMeaning(said: string, status: CapsStatus): void {
  const meant = statusOf(said);
  if (meant === undefined || meant === status) return;
  const sentence = `${said} is a word of CAPS's own and means ${meant}. Leave it out`;
  throw refuseForm(sentence, { statuses: sentence });
}

/** What was said of words, as the audit keeps it. */
export const inOneLine = (words: CapsWords): string =>
  [...words].map(([word, status]) => `${word}: ${status}`).join(", ");

/** Keeps what somebody said of words, for the files that follow. */
export async function rememberWords(trx: Trx, words: CapsWords, staff: string): Promise<void> {
  const rows = [...words].map(([word, status]) => ({ word, status }));
  await sql`insert into portal.caps_word (word, status, staff)
    select word, status, ${staff} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(word text, status text)
    on conflict (word) do update set status = excluded.status, staff = excluded.staff, "updatedAt" = now()`.execute(
    trx,
  );
}

function parsed(text: unknown): unknown {
  try {
    return typeof text === "string" ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
