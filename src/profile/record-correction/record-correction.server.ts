import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { isOwn, refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import { staff } from "#access/permission/permission.server.ts";
import { handleProposal } from "#access/proposal/proposal.server.ts";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { type Officer, requireWholeCollege, wholeCollege } from "#console/scope/scope.server.ts";
import { applicant } from "#identity/session/session.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { storedFiles } from "#platform/files/stored-file.server.ts";
import type { Limit } from "#platform/limits/limits.server.ts";
import { receiveFile, takeFilesOnly } from "../upload/upload.server.ts";
import {
  askForAnother,
  askForOneself,
  type CorrectionSubject,
  type SubjectRecord,
  subjectNamed,
} from "./record-correction.ask.server.ts";
import {
  askCorrection,
  type CorrectableRecord,
  type CorrectionState,
  type OwnCorrection,
  readOwnCorrections,
  withdrawOwnCorrection,
} from "./record-correction.contract.ts";
import {
  type Correction,
  changeOf,
  correctionProposal,
  decideCorrectionCalls,
  impossibleRecordCorrections,
  isAsAsked,
  ownRecordCorrections,
  withdrawByOwner,
} from "./record-correction.decide.server.ts";
import {
  type CorrectionOfRecord,
  proposeRecordCorrection,
  readCorrectable,
  readRecordCorrection,
  recordCorrections,
  sendCorrectionEvidence,
} from "./record-correction.desk.contract.ts";
import { correctionTemplates } from "./record-correction.mail.server.ts";
import { oldInWords } from "./record-correction.rules.ts";

export type {
  CorrectionSubject,
  RecordChange,
  SubjectRecord,
  WantedChange,
} from "./record-correction.ask.server.ts";
export { askedSince, madeCorrections, ownCorrectionsOf, waitingAbout } from "./record-correction.decide.server.ts";

type Subjects = readonly CorrectionSubject[];
type Lists = Record<string, string[]>;

/** What an applicant can have corrected, and what was asked about it already. */
async function ownCorrections(db: Database, subjects: Subjects, owner: string) {
  const [found, asked] = await Promise.all([
    Promise.all(subjects.map(async (subject) => ({ subject, own: await subject.ofApplicant(db, owner) }))),
    db
      .selectFrom("record_correction")
      .selectAll()
      .where("applicant", "=", owner)
      .orderBy("createdAt", "desc")
      .execute(),
  ]);
  const records = found.flatMap(({ subject, own }) => own.map((one) => correctableOf(subject.noun, one)));
  const held = found.filter(({ own }) => own.length > 0).map(({ subject }) => subject);
  const titles = new Map(records.map(({ record, title }) => [record, title]));
  return { records, lists: await listsOf(db, held), corrections: asked.map((one) => ownCorrection(one, titles)) };
}

const ownCorrection = (one: Correction, titles: ReadonlyMap<string, string>): OwnCorrection => ({
  _id: one._id,
  title: titles.get(one.record) ?? one.code,
  about: one.about,
  oldvalue: one.oldvalue,
  newvalue: one.newvalue,
  reason: one.reason,
  own: one.askedby === null,
  state: one.state as CorrectionState,
  createdAt: one.createdAt,
  decidedAt: one.decidedAt,
  decision: one.decision,
});

const correctableOf = (noun: string, { record, title, code, name, things }: SubjectRecord): CorrectableRecord => ({
  noun,
  record,
  title,
  code,
  name,
  things: things.map(({ form: _form, hindrances: _hindrances, ...thing }) => thing),
});

const listsOf = async (db: Database, subjects: Subjects): Promise<Lists> =>
  Object.assign({}, ...(await Promise.all(subjects.map((subject) => subject.lists(db)))));

/** What of a record can be corrected, and what was. 404 for an unknown one, 403 for one's own. */
async function correctable(
  db: Database,
  subjects: Subjects,
  who: Officer,
  { noun, record }: { noun: string; record: string },
) {
  requireWholeCollege(who);
  const subject = subjectNamed(subjects, noun);
  const found = await subject.find(db, record);
  if (!found) throw notFound();
  await refuseOwnFiles(db, who, [found.applicant]);
  const asked = await db
    .selectFrom("record_correction")
    .selectAll()
    .where("noun", "=", noun)
    .where("record", "=", found.record)
    .orderBy("createdAt", "desc")
    .execute();
  return {
    record: correctableOf(noun, found),
    lists: await listsOf(db, [subject]),
    corrections: await ofRecord(db, asked),
  };
}

async function ofRecord(db: Database, asked: readonly Correction[]): Promise<CorrectionOfRecord[]> {
  const people = asked.flatMap(({ askedby, decidedby }) => [askedby, decidedby]).filter((id) => id !== null);
  const names = await namesOfStaff(db, people);
  return asked.map((one) => ({
    _id: one._id,
    about: one.about,
    oldvalue: one.oldvalue,
    newvalue: one.newvalue,
    reason: one.reason,
    state: one.state as CorrectionState,
    askedby: names.get(one.askedby ?? "") ?? null,
    createdAt: one.createdAt,
    decidedby: names.get(one.decidedby ?? "") ?? null,
    decidedAt: one.decidedAt,
    decision: one.decision,
    stays: one.stays as string[],
  }));
}

/** One correction with its evidence, and the record as it stands now. 404 for an unknown one, 403 for one's own. */
async function correctionFile(app: FastifyInstance, subjects: Subjects, who: Officer, id: string) {
  requireWholeCollege(who);
  const { db } = app.portal;
  const one = isId(id)
    ? await db.selectFrom("record_correction").selectAll().where("_id", "=", id).executeTakeFirst()
    : undefined;
  if (!one) throw notFound();
  await refuseOwnFiles(db, who, [one.applicant]);
  const subject = subjectNamed(subjects, one.noun);
  const found = await subject.find(db, one.record);
  if (!found) throw notFound();
  const thing = found.things.find(({ kind, item }) => kind === one.kind && item === one.item);
  const [correction] = await ofRecord(db, [one]);
  const held = thing?.fields.filter(({ name }) => name in changeOf(one).before) ?? [];
  const now = Object.fromEntries(held.map(({ name, value }) => [name, value]));
  return {
    correction: correction as CorrectionOfRecord,
    noun: one.noun,
    record: one.record,
    title: found.title,
    code: one.code,
    name: found.name,
    jamb: found.jamb,
    version: found.version,
    now: oldInWords(thing?.fields ?? [], now),
    same: isAsAsked(found, one),
    willstay: one.state === "Waiting" ? [...(await subject.stays(db, changeOf(one)))] : [],
    willfollow: one.state === "Waiting" ? [...((await subject.follows?.(db, changeOf(one))) ?? [])] : [],
    evidence: one.evidence === null ? null : await evidenceOf(app, id, one.evidence),
    own: one.askedby === who.staff,
  };
}

async function evidenceOf({ portal: { db, files } }: FastifyInstance, correction: string, evidence: string) {
  const { newname, mediatype, sha256 } = await db
    .selectFrom(storedFiles(db))
    .select(["newname", "mediatype", "sha256"])
    .where("_id", "=", evidence)
    .executeTakeFirstOrThrow();
  const { others } = await db
    .selectFrom("record_correction")
    .innerJoin(storedFiles(db), "file._id", "record_correction.evidence")
    .select(sql<number>`count(*)::int`.as("others"))
    .where("file.sha256", "=", sha256)
    .where("record_correction._id", "<>", correction)
    .executeTakeFirstOrThrow();
  return { link: await files.link(newname), mediatype, others };
}

/** What of some records was corrected and when, oldest first, for what papers say of themselves. */
export async function correctedOf(db: Database, noun: string, records: readonly string[]) {
  const { rows } = await sql<{ record: string; about: string; kind: string; at: string }>`
    select record, about, kind, "decidedAt" as at from portal.record_correction
    where noun = ${noun} and record = any(${[...records]}::uuid[]) and state = 'Approved' order by "decidedAt"`.execute(
    db,
  );
  return rows;
}

/** What of a record waits to be corrected, as people call it. */
export async function correctionsWaiting(db: Database, noun: string, record: string): Promise<{ about: string }[]> {
  const waiting = sql<{ about: string }>`select about from portal.record_correction
    where (noun, record, state) = (${noun}, ${record}, 'Waiting')`;
  return (await waiting.execute(db)).rows;
}

export const recordCorrectionRules: RecordRules<typeof recordCorrections> = {
  of: recordCorrections,
  table: "record_correction",
  within: wholeCollege,
  // A record without an account is nobody's own file.
  hidden: (column, member) => sql<boolean>`coalesce(${isOwn(column("applicant"), member)}, false)`,
};

const hourly: Limit = {
  name: "record-correction-evidence",
  points: 60,
  seconds: 3600,
  sentence: "You have sent many files in the last hour. Please wait a while before you send another",
};

/** Each is kept for good. */
const daily: Limit = {
  name: "record-correction",
  points: 60,
  seconds: 86_400,
  sentence: "You have asked for many corrections today. Please come back tomorrow, or go to the office",
};

/** Asking, deciding and reading of corrections, of every kind of record that is handed over. */
export function recordCorrectionCalls(app: FastifyInstance, subjects: readonly CorrectionSubject[]): void {
  const { db } = app.portal;
  const view = staff("record-corrections");
  const change = staff("record-corrections.change");

  handle(app, readOwnCorrections, applicant, ({ who }) => ownCorrections(db, subjects, who.applicant));
  handle(app, askCorrection, applicant, async (ask) => {
    await app.portal.limits.take(daily, ask.who.applicant);
    return askForOneself(app, subjects, ask);
  });
  handle(app, withdrawOwnCorrection, applicant, (ask) => withdrawByOwner(app, ask));

  app.register(async (scope) => {
    takeFilesOnly(scope);
    handle(scope, sendCorrectionEvidence, change, async (ask) => {
      await app.portal.limits.take(hourly, ask.who.staff);
      return receiveFile(app, ask, ask.who.staff);
    });
  });

  handle(app, readCorrectable, view, ({ who, params }) => correctable(db, subjects, who, params));
  handle(app, readRecordCorrection, view, ({ who, params }) => correctionFile(app, subjects, who, params.id));
  handleProposal(app, correctionProposal, proposeRecordCorrection, {
    right: "record-corrections.change",
    propose: (work, ask) => askForAnother(app, subjects, work, ask),
  });
  decideCorrectionCalls(app, subjects);
}

/** The corrections of the member of staff's own files, as rows of `correction`. */
export const ownFilesCorrections = (member: string): RawBuilder<unknown> =>
  sql`select c._id as correction from portal.record_correction c where ${isOwn(sql.ref("c.applicant"), member)}`;

/** The corrections of files that somebody else than this member of staff asked for, not of the own file, that wait. */
const waitingCorrections = (staff: string): RawBuilder<unknown> =>
  sql`select from portal.record_correction c where c.state = 'Waiting' and c.askedby is distinct from ${staff}
    and (${isOwn(sql.ref("c.applicant"), staff)}) is not true`;

export const recordCorrectionNoun: Noun = {
  name: "record-correction",
  templates: correctionTemplates,
  listings: [recordCorrectionRules],
  ownRows: [ownRecordCorrections],
  impossible: impossibleRecordCorrections,
  waiting: [
    {
      right: "record-corrections.approve",
      rows: ({ staff }) => waitingCorrections(staff),
      one: "One correction of a file waits for your decision.",
      many: "corrections of files wait for your decision.",
      deed: "See the corrections",
      link: "/staff/record-corrections?state=Waiting",
    },
  ],
};
