import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import { namesOfStaff } from "#access/staff/staff.names.server.ts";
import { type Officer, requireWholeCollege } from "#console/scope/scope.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { storedFiles } from "#platform/files/stored-file.server.ts";
import { subjectNamed } from "./record-correction.ask.server.ts";
import type { CorrectableRecord, CorrectionState, OwnCorrection } from "./record-correction.contract.ts";
import { type Correction, changeOf, isAsAsked } from "./record-correction.decide.server.ts";
import type { CorrectionOfRecord } from "./record-correction.desk.contract.ts";
import type { CorrectionSubject, SubjectRecord } from "./record-correction.subject.server.ts";
import { oldInWords } from "./record-correction.words.contract.ts";

type Subjects = readonly CorrectionSubject[];
type Lists = Record<string, string[]>;

/** What an applicant can have corrected, and what was asked about it already. */
export async function ownCorrections(db: Database, subjects: Subjects, owner: string) {
  const [found, asked] = await Promise.all([
    Promise.all(
      subjects.map(async (subject) =>
        (await subject.ofApplicant(db, owner)).map((one) => correctableOf(subject.noun, one)),
      ),
    ),
    db
      .selectFrom("record_correction")
      .selectAll()
      .where("applicant", "=", owner)
      .orderBy("createdAt", "desc")
      .execute(),
  ]);
  const records = found.flat();
  const titles = new Map(records.map(({ record, title }) => [record, title]));
  return { records, lists: listsOf(subjects), corrections: asked.map((one) => ownCorrection(one, titles)) };
}

const ownCorrection = (one: Correction, titles: ReadonlyMap<string, string>): OwnCorrection => ({
  ...{ _id: one._id, title: titles.get(one.record) ?? one.code, about: one.about },
  ...{ oldvalue: one.oldvalue, newvalue: one.newvalue, reason: one.reason, own: one.askedby === null },
  ...{ state: one.state as CorrectionState, createdAt: one.createdAt, decidedAt: one.decidedAt },
  decision: one.decision,
});

const correctableOf = (noun: string, { record, title, code, name, things }: SubjectRecord): CorrectableRecord => ({
  ...{ noun, record, title, code, name },
  things: things.map(({ form: _form, hindrances: _hindrances, ...thing }) => thing),
});

const listsOf = (subjects: Subjects): Lists =>
  Object.fromEntries(
    subjects.flatMap(({ lists }) => Object.entries(lists).map(([name, values]) => [name, [...values]])),
  );

/** What of a record can be corrected, and what was. 404 for an unknown one, 403 for one's own. */
export async function correctable(
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
    lists: listsOf([subject]),
    corrections: await ofRecord(db, asked),
  };
}

async function ofRecord(db: Database, asked: readonly Correction[]): Promise<CorrectionOfRecord[]> {
  const people = asked.flatMap(({ askedby, decidedby }) => [askedby, decidedby]).filter((id) => id !== null);
  const names = await namesOfStaff(db, people);
  return asked.map((one) => ({
    ...{ _id: one._id, about: one.about, oldvalue: one.oldvalue, newvalue: one.newvalue, reason: one.reason },
    ...{ state: one.state as CorrectionState, askedby: names.get(one.askedby ?? "") ?? null, createdAt: one.createdAt },
    ...{ decidedby: names.get(one.decidedby ?? "") ?? null, decidedAt: one.decidedAt, decision: one.decision },
    stays: one.stays as string[],
  }));
}

/** One correction with its evidence, and the record as it stands now. 404 for an unknown one, 403 for one's own. */
export async function correctionFile(app: FastifyInstance, subjects: Subjects, who: Officer, id: string) {
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
    ...{ noun: one.noun, record: one.record, title: found.title, code: one.code, name: found.name, jamb: found.jamb },
    ...{ version: found.version, now: oldInWords(thing?.fields ?? [], now), same: isAsAsked(found, one) },
    willstay: one.state === "Waiting" ? [...(await subject.stays(db, changeOf(one)))] : [],
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
