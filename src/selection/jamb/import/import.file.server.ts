import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import { sessionsById } from "#calendar/session/session.server.ts";
import { readTable, type Table, takeNamedFile } from "#console/table-file/table-file.server.ts";
import { refuseFields, refuseForm } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { keptScreenings, reviewsOf } from "../../review/review.server.ts";
import { candidateFiles, candidatesOf } from "../candidate/candidate.server.ts";
import type { CapsWords } from "../caps/caps.server.ts";
import { capsFiles } from "../caps/caps.store.server.ts";
import { newCourses } from "../course/course.server.ts";
import type { FileReport } from "../jamb.contract.ts";
import { type FileKind, isFileKind } from "../jamb.rules.ts";
import { screeningFiles } from "../screening/screening.server.ts";
import { type FileNoun, type TakenRows, takeRows } from "./import.rows.server.ts";
import { isHeadOf } from "./import.rules.ts";

/** Numbers of which a session has neither a candidate nor an application. */
async function strangersAmong(db: Database, session: string, jambs: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ jamb: string }>`select s.jamb from unnest(${[...jambs]}::text[]) as s(jamb)
    where not exists (select from (${candidatesOf(session)}) l where l.jamb = s.jamb)
      and not exists (select from (${reviewsOf(session)}) review where review.jamb = s.jamb)`.execute(db);
  return rows.map(({ jamb }) => jamb);
}

// biome-ignore lint/suspicious/noExplicitAny: each kind of file has rows of its own
type AnyRow = any;

const nouns: Readonly<Record<FileKind, FileNoun<AnyRow>>> = {
  candidates: candidateFiles,
  screening: screeningFiles,
  caps: capsFiles,
};

export interface SentFile {
  readonly kind: FileKind;
  readonly noun: FileNoun<AnyRow>;
  readonly session: string;
  readonly bytes: Buffer;
  /** As whoever sent it calls it. */
  readonly name: string | null;
  readonly table: Table;
}

/** Reads what a call was sent. Refuses a kind (500) or a session (200) that is not known, and every file that is no table. */
export async function readSentFile(db: Database, request: FastifyRequest): Promise<SentFile> {
  const { kind, session } = request.query as { kind?: unknown; session?: unknown };
  if (!isFileKind(kind))
    throw refuseForm("form-invalid", "Say what kind of file this is", { kind: "Say what kind of file this is" });
  const known = typeof session === "string" && isId(session) && (await sessionsById(db, [session])).has(session);
  if (!known) throw refuseFields("choice-not-found", { session: "Choose a session" });
  const { bytes, name } = await takeNamedFile(request);
  const table = await readTable(bytes, {}, isHeadOf(kind), request.socket);
  return { kind, noun: nouns[kind], session: String(session), bytes, name, table };
}

/** The rows of a file by the map of its columns and the words of CAPS, and what an import of them would do. */
export async function weighFile(
  db: Database,
  { kind, noun, session, table }: SentFile,
  map: Readonly<Record<string, string>>,
  words: CapsWords,
): Promise<{ taken: TakenRows<AnyRow>; report: FileReport }> {
  const taken = await takeRows(kind, table, map, noun.read, words);
  const { rows, wrong, more, remarks } = taken;
  const counts = await noun.weigh(db, { session, rows });
  const courses = await newCourses(
    db,
    rows.flatMap((row) => noun.course(row) ?? []),
  );
  if (kind !== "candidates") await remarkStrangers(db, session, taken);
  if (kind === "screening") await remarkKept(db, session, taken);
  const unknown = courses
    .filter(({ programme }) => programme === null)
    .map(({ course, closed }) =>
      closed ? `${course} (only ${closed} is called so, and it takes no applicants)` : course,
    );
  const statuses = [...taken.statuses].map(([said, count]) => ({ said, count }));
  const told = { wrong: [...wrong], statuses, more, remarks: [...remarks.list], moreRemarks: remarks.more() };
  return { taken, report: { rows: table.rows.length, ...counts, ...told, courses: unknown } };
}

async function remarkStrangers(
  db: Database,
  session: string,
  { rows, rowOf, remarks }: TakenRows<AnyRow>,
): Promise<void> {
  const strangers = await strangersAmong(
    db,
    session,
    rows.map(({ jamb }) => jamb),
  );
  for (const jamb of strangers)
    remarks.tell(rowOf.get(jamb) ?? 0, [`${jamb} is neither on the candidates' list nor has applied`]);
}

/** Whoever was ranked or offered a place by another score keeps that. */
async function remarkKept(db: Database, session: string, { rows, rowOf, remarks }: TakenRows<AnyRow>): Promise<void> {
  for (const jamb of await keptScreenings(db, session, rows))
    remarks.tell(rowOf.get(jamb) ?? 0, [
      `${jamb} was ranked by a frozen merit list, or offered a place, by another score: the application keeps that one`,
    ]);
}
