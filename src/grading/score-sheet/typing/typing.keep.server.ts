import { sql } from "kysely";
import type { Officer } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import type { Replied, Sent } from "#kit/wire/endpoint.contract.ts";
import { refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Work } from "#platform/write/perform.server.ts";
import type { keepSheet, readSecond } from "../score-sheet.contract.ts";
import { lockSheet, namesOf, reachedSheetClass, sheetById } from "../score-sheet.reach.server.ts";
import { factsOfSheet, membersOn } from "../score-sheet.read.server.ts";
import { asSecond, typedOnce } from "./typing.server.ts";

/** Sets the maxima, while no mark is above them, and whether all is typed twice. The examinations office's alone. */
export async function changeSheet(
  { trx, note }: Work,
  who: Officer,
  id: string,
  { camax, twice }: Sent<typeof keepSheet>,
) {
  const { sheet, of } = await lockSheet(trx, who, id);
  if (!of.keeps)
    throw refuse(
      "sheet-rules-are-offices",
      "The examinations office sets how a sheet is marked. Ask there for other maxima, or to have it typed twice",
    );
  const exammax = 100 - camax;
  const { rows } = await sql<{ above: number }>`select count(*)::int as above from portal.score c
    where c.sheet = ${id} and (greatest(c.ca, c.ca2) > ${camax} or greatest(c.examination, c.examination2) > ${exammax})`.execute(
    trx,
  );
  const above = rows[0]?.above ?? 0;
  if (above > 0)
    throw refuseFields("marks-above-maximum", {
      camax: `${asCount(above, "mark is", "marks are")} above ${camax} for CA or ${exammax} for the examination. Correct them first, or choose other maxima`,
    });
  await sql`update portal.score_sheet set camax = ${camax}, exammax = ${exammax}, twice = ${twice}, version = version + 1,
    "updatedAt" = now() where _id = ${id}`.execute(trx);
  note({
    deed: "score_sheet.rules",
    subject: `score_sheet:${id}`,
    before: { camax: sheet.camax, exammax: sheet.exammax, twice: sheet.twice },
    after: { camax, exammax, twice },
  });
  const message = `${of.code} is marked with ${camax} for CA and ${exammax} for the examination, typed ${twice ? "twice" : "once"}`;
  return { type: "success" as const, message, version: sheet.version + 1 };
}

/** The sheet for its second typist: nothing of it says what was typed first. */
export async function secondSheet(db: Database, who: Officer, id: string): Promise<Replied<typeof readSecond>> {
  const sheet = await sheetById(db, id);
  const of = await reachedSheetClass(db, who, sheet.class);
  if (!sheet.twice) throw typedOnce(of.code);
  const [facts, members] = await Promise.all([factsOfSheet(db, of, sheet), membersOn(db, sheet, who.staff)]);
  const rows = members.map(asSecond);
  const nameOf = await namesOf(
    db,
    rows.map(({ typedby }) => typedby),
  );
  return {
    ...facts,
    list: rows.map(({ student, name, matric, ca, examination, code, version, typedby, at, own, published }) => ({
      ...{ student, name, matric, ca, examination, code, version, own, published },
      by: typedby && nameOf(typedby),
      at,
    })),
  };
}
