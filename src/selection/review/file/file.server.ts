import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { aLevelName, factsOfResult } from "#academics/alevel-result/alevel-result.rules.ts";
import { staff } from "#access/permission/permission.server.ts";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import {
  applicationBy,
  othersWithExamination,
  type SubmittedApplication,
} from "#applications/application/application.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { naira } from "#kit/value/money.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import { paymentsAbout } from "#payments/payment-reference/payment-reference.server.ts";
import { auditOf, isFirstToday } from "#platform/audit/audit.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { FileStore } from "#platform/files/store.server.ts";
import type { Limit } from "#platform/limits/limits.server.ts";
import { auditing } from "#platform/write/perform.server.ts";
import { ageOn } from "#profile/bio/bio.age.rules.ts";
import { isNamedBefore, isOneself } from "#profile/referee/referee.rules.ts";
import { requestsOf } from "../document-request/document-request.read.server.ts";
import { type ReviewFile, readFile, type TimelineLine } from "../review.file.contract.ts";
import { findReachedFile } from "../review.move.server.ts";
import type { ReviewState } from "../review.rules.ts";
import { notesOf } from "./file.notes.server.ts";
import { eligibilityOf, judgedFile, slipsOf } from "./file.results.server.ts";
import { timelineWords } from "./file.rules.ts";

/** Files that were not opened yet that day: far more than anybody judges, far less than it takes to read them all out. */
const firstLooks: Limit = {
  name: "review-file",
  points: 200,
  seconds: 900,
  sentence: "You have opened two hundred files in a quarter of an hour. Please wait a few minutes",
};

/** The line of the audit, apart from those of what was done to the file. */
export const LOOK = "application.look-into";

/** Whoever opens a file leaves one line a day. Refuses with 429 who opens very many. */
export async function lookInto(app: FastifyInstance, who: Officer, id: string, request: string): Promise<void> {
  const { db, limits } = app.portal;
  const subject = `application:${id}`;
  const unseen = sql`(select 1 where ${isFirstToday(who.staff, LOOK, subject)}) unseen`;
  const { rows } = await sql`select from ${unseen}`.execute(db);
  if (rows.length === 0) return;
  await limits.take(firstLooks, who.staff);
  await auditing({ actor: { kind: "staff", id: who.staff }, request }, { deed: LOOK, subject }, unseen).execute(db);
}

const MOST = 100;

/** Notes stand by themselves, a repeated submit did nothing, and who looked is the auditor's matter. */
const unsaid = ["review-note.add", "application.submit-again", LOOK];

/** What happened to an application and to its file at the desk, the newest first, at most two hundred lines. */
async function timelineOf(db: Database, application: string): Promise<TimelineLine[]> {
  const lines = await Promise.all(
    [`review:${application}`, `application:${application}`].map((subject) => auditOf(db, subject, MOST, unsaid)),
  );
  const all = lines.flat().sort((one, other) => (one.at < other.at ? 1 : -1));
  const names = await namesOfStaff(
    db,
    all.flatMap(({ actor, actorkind }) => (actorkind === "staff" && actor ? [actor] : [])),
  );
  return all.map((line) => ({
    at: line.at,
    who: names.get(line.actor ?? "") ?? (line.actorkind === "applicant" ? "The applicant" : "The portal"),
    what: timelineWords(line),
    reason: line.reason,
  }));
}

export function reviewFileCall(app: FastifyInstance): void {
  handle(app, readFile, staff("applications"), async ({ who, params, request }) => {
    const { _id } = await findReachedFile(app.portal.db, who, params.id);
    await lookInto(app, who, _id, request.id);
    return fileOf(app, _id);
  });
}

/** Everything that the desk decides by; 404 for an application that is not there. Whether somebody may read it is judged before. */
export async function fileOf({ portal: { db, files } }: FastifyInstance, id: string): Promise<ReviewFile> {
  const [review, judged, submitted, requests, notes, timeline] = await Promise.all([
    reviewOf(db, id),
    judgedFile(id).execute(db),
    applicationBy(db, "_id", id),
    requestsOf(db, files, id),
    notesOf(db, id),
    timelineOf(db, id),
  ]);
  const [facts] = judged.rows;
  if (!submitted || !facts) throw notFound();
  return {
    ...review.shown,
    ...(await paperOf(files, submitted)),
    eligibility: eligibilityOf(facts),
    slips: slipsOf(submitted.snapshot, await othersWithExamination(db, id, submitted.snapshot.sittings)),
    payments: await paymentsOf(db, review),
    requests,
    notes,
    timeline,
  };
}

async function reviewOf(db: Database, id: string) {
  const { rows } = await sql<{
    version: number;
    state: ReviewState;
    name: string;
    utme: number | null;
    screening: number | null;
    takenby: string | null;
    applicant: string;
    programme: string;
    session: string;
  }>`select r.version, r.state, r.name, r.utme, r.screening::float8 as screening, r.takenby, r.applicant, r.programme, r.session
    from portal.review r where r._id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) throw notFound();
  const { version, state, name, utme, screening, takenby, applicant, programme, session } = row;
  const names = await namesOfStaff(db, takenby ? [takenby] : []);
  const taker = takenby ? { _id: takenby, name: names.get(takenby) ?? "" } : null;
  const shown = { _id: id, version, state, name, utme, screening, takenby: taker };
  return { shown, applicant, programme, session };
}

/** The copy that was submitted, as the office reads it. */
async function paperOf(
  files: FileStore,
  { code, createdAt, type, programme, choices, session, snapshot, newname }: SubmittedApplication,
) {
  const { bio, referees, alevels, jamb } = snapshot;
  const { gender, dateofbirth, maritalstatus, religion, qualification, phonenumber, emailaddress, homeaddress } = bio;
  const { stateoforigin, lgaoforigin, stateofresidence, lgaofresidence } = bio;
  return {
    code,
    createdAt,
    type,
    programme,
    choices,
    session,
    jamb,
    ...(await papersOf(files, { snapshot, newname })),
    bio: {
      age: ageOn(dateofbirth, new Date(createdAt)),
      gender,
      dateofbirth,
      maritalstatus,
      religion,
      qualification,
      phonenumber,
      emailaddress,
      homeaddress,
      stateoforigin,
      lgaoforigin,
      stateofresidence,
      lgaofresidence,
    },
    alevels: alevels.map((one) => ({
      name: aLevelName(one),
      institution: one.results.institutionName,
      facts: factsOfResult(one),
    })),
    referees: referees.map((one, place) => ({
      _id: one._id,
      name: [one.lastname, one.firstname, one.middlename].filter(Boolean).join(" "),
      remark: isOneself(bio, one)
        ? "This is the applicant"
        : isNamedBefore(referees, place)
          ? "Stands here twice"
          : null,
      phonenumber: one.phonenumber,
      emailaddress: one.emailaddress,
      homeaddress: one.homeaddress,
    })),
  };
}

export async function papersOf(
  files: FileStore,
  { snapshot, newname }: Pick<SubmittedApplication, "snapshot" | "newname">,
) {
  const documents = snapshot.documents.map(async ({ _id, label, required, newname: name, mediatype }) => ({
    requirement: _id,
    label,
    required,
    file: name === null || mediatype === null ? null : { newname: name, mediatype, link: await files.link(name) },
  }));
  return { photo: newname === null ? null : await files.link(newname), documents: await Promise.all(documents) };
}

async function paymentsOf(db: Database, whose: Awaited<ReturnType<typeof reviewOf>>): Promise<ReviewFile["payments"]> {
  const found = await paymentsAbout(db, whose);
  return found.map(({ _id, purpose, rrr, amount_kobo, state, surplus, verifiedAt, createdAt, ...entry }) => ({
    _id,
    purpose: purpose as ReviewFile["payments"][number]["purpose"],
    rrr,
    amount: naira(amount_kobo),
    state,
    surplus,
    verified: verifiedAt,
    createdAt,
    told: toldBefore(entry),
  }));
}

type EntryTold = Pick<Awaited<ReturnType<typeof paymentsAbout>>[number], "entrystanding" | "entrywords" | "knewAt">;

/** A yes, and rules that are not published, are nothing to know. */
const toldBefore = ({ entrystanding, entrywords, knewAt }: EntryTold): ReviewFile["payments"][number]["told"] =>
  entrywords === null || entrystanding === "qualifies" || entrystanding === "unpublished"
    ? null
    : { sentence: entrywords, knewAt };
