import { sql } from "kysely";
import { readSetting } from "#college/setting/setting.server.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import type { Config } from "#platform/config/config.server.ts";
import { clock } from "#platform/database/clock.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { paperTemplate, usual } from "#reference/message-template/message-template.rules.ts";
import { paperWordsAt } from "#reference/message-template/message-template.server.ts";
import { paperLetters } from "#reference/papers/papers.names.rules.ts";
import { paperAddress } from "#reference/papers/papers.server.ts";
import { balanceOf } from "#registry/bill/bill.server.ts";
import { closedTermsOf } from "#registry/course-result/course-result.server.ts";
import { holdsAmong } from "#registry/hold/hold.server.ts";
import { isStopped, type StudentStatus } from "#registry/student/student.rules.ts";
import { studentById } from "#registry/student/student.server.ts";
import { termWords } from "../publication/publication.rules.ts";
import type { TranscriptContent, TranscriptPaper } from "./content/content.contract.ts";
import type { TranscriptState } from "./transcript.rules.ts";

/** A transcript as it is kept. */
export interface StoredTranscript {
  readonly _id: string;
  readonly serviceorder: string;
  readonly student: string;
  readonly serial: string;
  readonly state: TranscriptState;
  readonly content: TranscriptContent;
  readonly madeby: string;
  readonly decidedby: string | null;
  readonly decidedAt: string | null;
  readonly signed: string | null;
  readonly version: number;
}

const columns = sql`t._id, t.serviceorder, t.student, t.serial, t.state, t.content, t.madeby, t.decidedby, t."decidedAt", t.signed, t.version`;

/** The one of an order that stands: neither declined nor superseded. */
export async function standingTranscript(db: Database | Trx, order: string): Promise<StoredTranscript | undefined> {
  const { rows } = await sql<StoredTranscript>`select ${columns} from portal.transcript t
    where t.serviceorder = ${order} and t.state <> 'Declined' and t."supersededAt" is null`.execute(db);
  return rows[0];
}

/** The same, locked until the change is done. */
export async function lockTranscript(trx: Trx, order: string): Promise<StoredTranscript | undefined> {
  const { rows } = await sql<StoredTranscript>`select ${columns} from portal.transcript t
    where t.serviceorder = ${order} and t.state <> 'Declined' and t."supersededAt" is null for no key update`.execute(
    trx,
  );
  return rows[0];
}

const transcriptTemplate = paperTemplate({
  key: "transcript",
  name: "Transcript",
  when: "A transcript is printed; it keeps the words of the day on which it was signed off",
  reader: "students",
  values: usual("name", "matric", "programme"),
  words: { heading: "Transcript of academic record", opening: "", closing: "" },
});

export const transcriptTemplates = [transcriptTemplate];

/** As it leaves the printer. */
export async function paperOf(
  db: Database | Trx,
  config: Pick<Config, "publicUrl" | "secret">,
  transcript: StoredTranscript,
): Promise<TranscriptPaper> {
  const { _id, serial, state, content, decidedAt } = transcript;
  const { name, matric } = content.student;
  const values = { name, matric: matric ?? "", programme: content.programme };
  return {
    ...{ serial, state, content, signedAt: decidedAt },
    genuine: paperAddress(config, paperLetters.transcript, _id),
    asOf: decidedAt ?? (await clock(db)),
    words: await paperWordsAt(db, transcriptTemplate, values, decidedAt),
  };
}

/** Why a transcript waits, in the words of who reads it. */
interface Stop {
  readonly office: string;
  readonly own: string;
}

/**
 * What keeps a student's transcript from being made, signed off and shown to anybody: a status that stops results, a hold on papers or on
 * results, money that is owed where the college waits for it, or a semester whose results the student does not read. Of one that is made
 * already the semesters on it are named, and others keep nothing back. Null where nothing does.
 */
export async function whyStopped(
  db: Database | Trx,
  student: string,
  on?: TranscriptContent["semesters"],
): Promise<Stop | null> {
  const of = await studentById(db, student);
  if (of && isStopped(of.status as StudentStatus, "results"))
    return saidToAll(
      `The status of the record is ${of.status}, which stops results and what rests on them. The Registry decides about it`,
    );
  const [results] = await holdsAmong(db, [student], "results");
  if (results)
    return saidToAll(
      `A hold on results stands on the record: ${results.reason}. Where it is lifted: ${results.office}`,
    );
  const [held] = await holdsAmong(db, [student], "papers");
  if (held)
    return saidToAll(`A hold on papers stands on the record: ${held.reason}. Where it is lifted: ${held.office}`);
  const owing = await whyOwing(db, student);
  if (owing) return owing;
  const closed = await whyClosed(db, student, on);
  return closed === null ? null : saidToAll(closed);
}

const saidToAll = (sentence: string): Stop => ({ office: sentence, own: sentence });

async function whyOwing(db: Database | Trx, student: string): Promise<Stop | null> {
  if ((await readSetting(db, "transcriptDebtors")) === "made") return null;
  const owed = await balanceOf(db, student);
  if (owed <= 0) return null;
  const sum = asNaira(naira(owed));
  return {
    office: `${sum} of the bills are not paid yet, and transcripts wait for it. The rule stands under Settings`,
    own: `You owe ${sum}. Your transcript waits until it is paid`,
  };
}

/** What is closed on the page of the results is on no paper either, also where the college waits for no money. */
async function whyClosed(
  db: Database | Trx,
  student: string,
  on: TranscriptContent["semesters"] | undefined,
): Promise<string | null> {
  const closed = (await closedTermsOf(db, student)).find(
    ({ named, semester }) => !on || on.some((one) => one.session === named && one.semester === semester),
  );
  if (!closed) return null;
  const { named, semester, left_kobo } = closed;
  const opening =
    left_kobo === null
      ? "There is no bill of that semester yet. The Bursary makes it"
      : `They open when ${asNaira(naira(left_kobo))} are paid, under My bill`;
  return `The results of the ${termWords({ session: named, semester })} are kept back, and a transcript shows them. ${opening}`;
}
