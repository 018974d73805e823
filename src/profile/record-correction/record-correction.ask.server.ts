import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import * as v from "valibot";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { lockApplicant, type SignedIn } from "#identity/session/session.server.ts";
import type { Ask } from "#kit/wire/handle.server.ts";
import { notFound, refuseFields, refuseForm, stale } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { ownFile } from "#platform/files/stored-file.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { type correctionForm, evidenceOfCorrection, whyCorrected } from "./record-correction.contract.ts";
import { mailAsked, mailChanged } from "./record-correction.mail.server.ts";
import { type Correctable, newInWords, oldInWords, type Values } from "./record-correction.rules.ts";

type Form = v.InferOutput<typeof correctionForm>;
type Subjects = readonly CorrectionSubject[];

/** The owner asks, or changes at once what decides nothing. */
export const askForOneself = (app: FastifyInstance, subjects: Subjects, ask: Ask<SignedIn, string, Form>) =>
  write(app, ask, async (work) => {
    const { who, body } = ask;
    await lockApplicant(work.trx, who.applicant);
    const subject = subjectNamed(subjects, body.noun);
    const found = await subject.find(work.trx, body.record);
    if (found?.applicant !== who.applicant) throw notFound();
    const wanted = wantedOf(found, body);
    if (wanted.thing.free) return changeNow(app, work, subject, found, wanted);
    const _id = await keepRequest(work, { subject, found, wanted, body, files: who.applicant, askedby: null });
    return {
      type: "success" as const,
      message: `${wanted.thing.name}: your request was sent. The office decides, and you get a mail`,
      _id,
      changed: false,
    };
  });

/** A member of staff asks for the owner, who is told. Nobody asks about the own file (403). */
export async function askForAnother(
  app: FastifyInstance,
  subjects: Subjects,
  work: Work,
  { who, body }: Ask<Officer, string, Form>,
) {
  const subject = subjectNamed(subjects, body.noun);
  const known = await subject.find(work.trx, body.record);
  if (!known) throw notFound();
  await refuseOwnFiles(work.trx, who, [known.applicant]);
  if (known.applicant !== null) await lockApplicant(work.trx, known.applicant);
  const found = (await subject.find(work.trx, body.record)) ?? known;
  const wanted = wantedOf(found, body);
  const _id = await keepRequest(work, { subject, found, wanted, body, files: who.staff, askedby: who.staff });
  await mailAsked(app, work.trx, { ...found, called: subject.called, ...wanted, about: wanted.thing.name });
  return { message: "Asked", reply: { _id, changed: false } };
}

export function subjectNamed(subjects: Subjects, noun: string): CorrectionSubject {
  const subject = subjects.find((one) => one.noun === noun);
  if (!subject) throw notFound();
  return subject;
}

interface Wanted {
  readonly thing: Correctable;
  readonly before: Values;
  readonly after: Values;
  readonly oldvalue: string;
  readonly newvalue: string;
}

/** What is to stand there: judged, normalised, and only as far as it differs from what stands there now. */
function wantedOf({ things }: SubjectRecord, body: Form): Wanted {
  const thing = things.find(({ kind, item }) => kind === body.kind && item === (body.item ?? null));
  if (!thing) throw refuseFields("choice-not-found", { kind: "Choose what is wrong" });
  const { output, issues = [] } = v.safeParse(thing.form, body.values);
  const wrong = issues.map(
    (issue) => [`values.${v.getDotPath(issue) ?? thing.fields[0]?.name}`, issue.message] as const,
  );
  if (wrong.length > 0) throw refuseForm("form-invalid", wrong[0]?.[1] ?? "", Object.fromEntries(wrong.reverse()));
  const judged = output as Readonly<Record<string, string | null | undefined>>;
  const changed = thing.fields.filter(({ name, value }) => (judged[name] ?? "") !== value);
  const [first] = thing.fields;
  if (changed.length === 0 && first)
    throw refuseFields("already-so", {
      [`values.${first.name}`]: "This is what stands there already. Say what is right",
    });
  const before = Object.fromEntries(changed.map(({ name, value }) => [name, value || null]));
  const after = Object.fromEntries(changed.map(({ name }) => [name, judged[name] || null]));
  const hindrances = Object.entries(thing.hindrances(after));
  if (hindrances.length > 0)
    throw refuseFields(
      "correction-hindered",
      Object.fromEntries(hindrances.map(([name, sentence]) => [`values.${name}`, sentence])),
    );
  return {
    thing,
    before,
    after,
    oldvalue: oldInWords(thing.fields, before),
    newvalue: newInWords(thing.fields, after),
  };
}

async function changeNow(
  app: FastifyInstance,
  work: Work,
  subject: CorrectionSubject,
  found: SubjectRecord,
  wanted: Wanted,
) {
  const _id = newId();
  const { record, applicant } = found;
  await work.trx
    .insertInto("record_correction")
    .values({ ...rowOf(_id, subject, found, wanted), state: "Changed", decidedAt: sql<string>`now()` })
    .execute();
  const { thing, before, after, oldvalue, newvalue } = wanted;
  await subject.make(work, {
    _id,
    record,
    applicant,
    kind: thing.kind,
    item: thing.item,
    before,
    after,
    decidedby: null,
  });
  work.note({
    deed: "record_correction.change",
    subject: `${subject.noun}:${record}`,
    before: { [thing.name]: oldvalue },
    after: { [thing.name]: newvalue },
  });
  await mailChanged(app, work.trx, { ...found, called: subject.called, oldvalue, newvalue, about: thing.name });
  return { type: "success" as const, message: `${thing.name}: saved`, _id, changed: true };
}

interface Request {
  readonly subject: CorrectionSubject;
  readonly found: SubjectRecord;
  readonly wanted: Wanted;
  readonly body: Form;
  /** Whose upload the evidence is. */
  readonly files: string;
  readonly askedby: string | null;
}

async function keepRequest({ trx, note }: Work, { subject, found, wanted, body, files, askedby }: Request) {
  const evidence = await evidenceIn(trx, files, body);
  const reason = judged(whyCorrected, "reason", body.reason);
  const row = { ...rowOf(newId(), subject, found, wanted), reason, evidence, askedby };
  await onConstraint(
    {
      record_correction_one_waits: () =>
        stale(
          "proposal-waits-already",
          `A correction of this was asked for already, and waits: ${wanted.thing.name}. Withdraw that one first`,
        ),
    },
    trx.insertInto("record_correction").values(row).execute(),
  );
  const told = { before: { [row.about]: row.oldvalue }, after: { [row.about]: row.newvalue }, reason };
  note({ deed: "record_correction.ask", subject: `record_correction:${row._id}`, ...told });
  note({ deed: "record_correction.ask", subject: `${subject.noun}:${found.record}`, ...told });
  return row._id;
}

function rowOf(_id: string, { noun }: CorrectionSubject, found: SubjectRecord, wanted: Wanted) {
  const { record, applicant, code, name, jamb } = found;
  const { thing, oldvalue, newvalue } = wanted;
  return {
    _id,
    noun,
    record,
    applicant,
    kind: thing.kind,
    item: thing.item,
    about: thing.name,
    before: JSON.stringify(wanted.before),
    after: JSON.stringify(wanted.after),
    oldvalue,
    newvalue,
    code,
    name,
    jamb,
  };
}

async function evidenceIn(trx: Trx, owner: string, { evidence }: Form): Promise<string> {
  const file = await ownFile(trx, owner, judged(evidenceOfCorrection, "evidence", evidence));
  if (file?.kind !== "document") throw refuseFields("evidence-missing", { evidence: "Send the evidence first" });
  return file._id;
}

/** What only a request for a decision needs, held against its own rule. */
function judged<O>(rule: v.GenericSchema<string, O>, name: string, typed: string | null | undefined): O {
  const { output, issues, success } = v.safeParse(rule, typed ?? "");
  if (success) return output;
  const sentence = issues[0].message;
  throw refuseForm("form-invalid", sentence, { [name]: sentence });
}

export interface SubjectRecord {
  readonly record: string;
  /** The account of whose it is; null while nobody signs in for it. */
  readonly applicant: string | null;
  /** "NCE Biology, 2026/2027". */
  readonly title: string;
  readonly code: string;
  readonly name: string;
  readonly jamb: string;
  /** Rises with whatever happens to the record: who decides is held against the one that was on the screen. */
  readonly version: number;
  readonly things: readonly Correctable[];
}

export interface RecordChange {
  readonly _id: string;
  readonly record: string;
  readonly applicant: string | null;
  readonly kind: string;
  readonly item: string | null;
  readonly before: Values;
  readonly after: Values;
  /** The member of staff who has agreed; null of what its owner changes at once. */
  readonly decidedby: string | null;
}

/** The same before it is decided. */
export type WantedChange = Omit<RecordChange, "_id" | "decidedby">;

/**
 * A kind of record that can be corrected, such as an application. A noun hands one of these over, and has asking, evidence,
 * the second person, lists, history and letters from here.
 */
export interface CorrectionSubject {
  readonly noun: string;
  /** As letters call it: "application". */
  readonly called: string;
  /** The lists that choices of its fields stand in. */
  lists(db: Database): Promise<Readonly<Record<string, readonly string[]>>>;
  /** What of an applicant's can be corrected, the newest first. */
  ofApplicant(db: Database, owner: string): Promise<readonly SubjectRecord[]>;
  /** Keeps a record as it stands until the end, where the lock of its applicant does not. */
  lock?(trx: Trx, record: string): Promise<unknown>;
  /** One record; undefined where there is none. */
  find(db: Database, record: string): Promise<SubjectRecord | undefined>;
  /** Makes the change; the applicant is locked, and the correction is kept as approved or changed by its owner. */
  make(work: Work, change: RecordChange): Promise<void>;
  /** What stays as it is although this is changed, in sentences: nothing that was agreed on or released changes silently. */
  stays(db: Database, change: WantedChange): Promise<readonly string[]>;
  /** What else changes with it, in sentences: who decides has read them, or nothing happens. */
  follows?(db: Database, change: WantedChange): Promise<readonly string[]>;
}
