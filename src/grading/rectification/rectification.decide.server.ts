import { type Selectable, sql } from "kysely";
import { decidedAlready, type ProposalKind } from "#access/proposal/proposal.server.ts";
import { columnsOf, mayChange } from "#console/record/record.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { notFound, refuse, refuseFields, stale } from "#kit/wire/refusal.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { DB } from "#platform/database/tables.generated.ts";
import { ownFile } from "#platform/files/stored-file.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { mailTemplate, signed, usual } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail, writeMail } from "#reference/message-template/message-template.server.ts";
import {
  correctResult,
  type LockedResult,
  lockResult,
  placeOfResult,
  recordAttempts,
} from "#registry/course-result/course-result.server.ts";
import { lockStudent, refuseOwnStudents } from "#registry/student/student.server.ts";
import { endCorrected, keepProposed, lockOpenInquiry } from "../mark-inquiry/mark-inquiry.server.ts";
import { lockTerm } from "../moderation/moderation.server.ts";
import { isSame, type Score } from "../score-sheet/score-sheet.rules.ts";
import { countedMark } from "./rectification.effect.server.ts";
import { maximaOf, rectificationRules } from "./rectification.read.server.ts";
import type { RectificationState } from "./rectification.rules.ts";

type LockedStudent = NonNullable<Awaited<ReturnType<typeof lockStudent>>>;

/** A result with its student, both locked: whoever moderates, takes its publication back, merges or corrects waits, or is seen. */
interface Locked {
  readonly of: LockedStudent;
  readonly about: LockedResult;
}

/** A rectification with the result that it is about. */
interface LockedRectification extends Omit<Selectable<DB["rectification"]>, "state" | "code">, Locked {
  readonly state: RectificationState;
  readonly code: Score["code"];
}

async function lockAbout(trx: Trx, result: string): Promise<Locked | undefined> {
  const place = await placeOfResult(trx, result);
  if (!place) return undefined;
  await lockTerm(trx, place.session, place.semester);
  const of = await lockStudent(trx, place.student);
  return of && { of, about: await lockResult(trx, result) };
}

async function lockRectification(trx: Trx, id: string): Promise<LockedRectification | undefined> {
  const named = await trx.selectFrom("rectification").select("result").where("_id", "=", id).executeTakeFirst();
  const locked = named && (await lockAbout(trx, named.result));
  if (!locked) return undefined;
  const kept = await trx
    .selectFrom("rectification")
    .selectAll()
    .where("_id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { ...kept, ...locked, state: kept.state as RectificationState, code: kept.code as Score["code"] };
}

/** One proposes, another decides, as far as the right of each reaches; neither is the student. */
export const rectificationProposal: ProposalKind<LockedRectification> = {
  noun: "rectification",
  subject: ({ student }) => `student:${student}`,
  approval: "rectifications.approve",
  lock: lockRectification,
  keep: keepDecision,
  whyLate: (trx, kept) => decidedAlready(trx, "This rectification", kept),
  async refuseOwn({ trx }, who, { of }) {
    await refuseOwnStudents(trx, who, [of]);
    return "";
  },
  seenAs: ({ course, name, version }) => ({ title: `The rectification of ${course}, ${name},`, version }),
  notYours: "Only who proposed this rectification withdraws it. Decline it, if you may",
  async requireTurn(trx, who, { _id }) {
    const { rows } = await sql`select from portal.rectification t
      where t._id = ${_id} and ${mayChange(rectificationRules, who, columnsOf("t"))}`.execute(trx);
    if (rows.length === 0) throw notFound();
  },
};

/** Writes down where it stands; a case whose correction falls away waits for another one. */
async function keepDecision(
  { trx }: Pick<Work, "trx">,
  { _id, inquiry }: Pick<LockedRectification, "_id" | "inquiry">,
  state: string,
  { staff: decidedby, reason }: { readonly staff: string; readonly reason: string | null },
): Promise<void> {
  await trx
    .updateTable("rectification")
    .set({
      state,
      decidedby,
      decidedAt: sql`now()`,
      decision: reason,
      updatedAt: sql`now()`,
      version: sql`version + 1`,
    })
    .where("_id", "=", _id)
    .execute();
  if (inquiry !== null) await keepProposed(trx, inquiry, null);
}

interface Proposed {
  readonly result: string;
  readonly ca: number | null;
  readonly examination: number | null;
  readonly code: Score["code"];
  readonly reason: string;
  readonly evidence: string;
}

/** Keeps a proposal about a result that stands. Refuses one's own, the same mark, and what is above the most. */
export async function propose(work: Work, who: Officer, { result, reason, evidence, ...sent }: Proposed) {
  const { trx, note } = work;
  const { of, about } = await lockReached(trx, who, result);
  await refuseOwnStudents(trx, who, [of]);
  if (!about.isvisible)
    throw refuse(
      "result-not-published",
      `${about.course} is not published yet. Take its publication back and correct the sheet instead`,
    );
  if (!about.stands) throw hasMoved(about);
  const mark: Score = { ca: sent.ca, examination: sent.examination, code: sent.code };
  if (isSame(about, mark))
    throw refuseFields("already-so", {
      [mark.code === null ? "ca" : "code"]: "This is the mark that stands already. Type the right one",
    });
  await requireWithin(trx, about, mark);
  const inquiry = await lockOpenInquiry(trx, about._id);
  const _id = newId();
  await onConstraint(
    { rectification_one_proposed: () => proposedAlready(about) },
    trx
      .insertInto("rectification")
      .values({
        ...{ _id, result: about._id, student: of._id, name: of.name, matric: of.matric, class: about.class },
        ...{ session: about.session, semester: about.semester, course: about.course },
        ...{ wasca: about.ca, wasexamination: about.examination, wascode: about.code, ...mark },
        ...{
          reason,
          evidence: await ownEvidence(trx, who, evidence),
          inquiry: inquiry?._id ?? null,
          proposedby: who.staff,
        },
      })
      .execute(),
  );
  if (inquiry) await keepProposed(trx, inquiry._id, _id);
  const before = { ca: about.ca, examination: about.examination, code: about.code };
  note({
    deed: "rectification.propose",
    subject: `student:${of._id}`,
    before,
    after: { rectification: _id, course: about.course, ...mark, ...(inquiry && { inquiry: inquiry._id }) },
    reason,
  });
  return { _id, message: `Another mark of ${of.name} in ${about.course} is proposed` };
}

/** A published result within reach, locked. Past marks are corrected where they stand. */
async function lockReached(trx: Trx, who: Officer, result: string): Promise<Locked> {
  const locked = await lockAbout(trx, result);
  if (!locked) throw await whyNoResult(trx, result);
  const { class: of, student } = locked.about;
  const { rows } = await sql`select from (select ${of}::uuid as class, ${student}::uuid as student) t
    where ${mayChange(rectificationRules, who, columnsOf("t"))}`.execute(trx);
  if (rows.length === 0) throw notFound();
  return locked;
}

async function whyNoResult(trx: Trx, result: string) {
  const { rows } = isId(result)
    ? await sql<{
        course: string;
        source: string;
      }>`select a.course, a.source from ${recordAttempts()} a where a._id = ${result}`.execute(trx)
    : { rows: [] };
  const [past] = rows;
  if (!past) return refuseFields("choice-not-found", { result: "This result was not found. Choose one from the list" });
  return refuseFields("not-published-here", {
    result:
      past.source === "Past marks"
        ? `${past.course} is a past mark. Correct it under Past marks instead`
        : `${past.course} is a confirmed teaching practice, which stands. Another attempt is a mark of its own`,
  });
}

const hasMoved = ({ course }: LockedResult) =>
  stale(
    "result-has-moved",
    `This result in ${course} was taken back or corrected meanwhile, so nothing was changed. Look at what stands now`,
  );

const proposedAlready = ({ course }: LockedResult) =>
  refuse(
    "proposal-waits-already",
    `Another mark in ${course} is proposed already, and waits for a second person. Look at it first`,
  );

async function requireWithin(trx: Trx, about: LockedResult, { ca, examination }: Score): Promise<void> {
  const { camax, exammax } = await maximaOf(trx, about);
  if (ca !== null && ca > camax) throw refuseFields("mark-above-maximum", { ca: `CA must be at most ${camax}` });
  if (examination !== null && examination > exammax)
    throw refuseFields("mark-above-maximum", { examination: `Examination must be at most ${exammax}` });
  if ((ca ?? 0) + (examination ?? 0) > 100)
    throw refuseFields("mark-above-maximum", { examination: "CA and Examination together must be at most 100" });
}

/** What the same person has sent just before. */
async function ownEvidence(trx: Trx, { staff }: Officer, newname: string): Promise<string> {
  const file = await ownFile(trx, staff, newname);
  if (file?.kind === "document") return file._id;
  throw refuseFields("evidence-missing", {
    evidence: "Send the evidence first: a photo or a scan of what shows the right mark",
  });
}

/** A second person agrees: the other mark stands from now on, and a case about the earlier one is over. */
export async function approve(work: Work, config: Config, kept: LockedRectification, who: Officer) {
  const { trx } = work;
  const { _id, of, about, course } = kept;
  if (!about.stands) throw hasMoved(about);
  const mark = { ca: kept.ca, examination: kept.examination, code: kept.code };
  await requireWithin(trx, about, mark);
  const counted = await countedMark(trx, about, mark);
  const newresult = await onConstraint(
    { course_result_superseded_once: () => hasMoved(about), course_result_once: () => hasMoved(about) },
    correctResult(trx, about, counted),
  );
  await trx
    .updateTable("rectification")
    .set({
      ...{ state: "Approved", newresult, decidedby: who.staff, decidedAt: sql`now()`, updatedAt: sql`now()` },
      version: sql`version + 1`,
    })
    .where("_id", "=", _id)
    .execute();
  const { ca, examination, total, code } = about;
  work.note({
    deed: "course_result.rectify",
    subject: `student:${of._id}`,
    before: { result: about._id, course, ca, examination, total, code },
    after: { result: newresult, ...counted },
    reason: kept.reason,
  });
  const inquiry = await lockOpenInquiry(trx, about._id);
  if (inquiry) await endCorrected(work, config, inquiry, _id);
  else await writeMail(trx, correctedMail(config, of, course));
  return { message: `Approved. The mark of ${of.name} in ${course} is corrected`, after: { newresult } };
}

const resultCorrected = mailTemplate({
  key: "result-corrected",
  name: "A published result was corrected",
  when: "Two people correct a published result about which the student had not asked",
  reader: "students",
  values: usual("firstname", "course", "link"),
  must: ["link"],
  subject: "{college}: your result in {course} was corrected",
  text: `Dear {firstname},

Two people of the college have corrected your published result in {course}. You read the new mark and the earlier one here:
{link}

If you think that it is wrong, ask about it there.

${signed.office}`,
});

/** Tells a student who has not asked that a mark was corrected; the mail names no mark. */
const correctedMail = ({ publicUrl }: Config, { firstname, emailaddress }: LockedStudent, course: string): Mail =>
  fromTemplate(resultCorrected, emailaddress, { firstname, course, link: `${publicUrl}/student/inquiries` });

export const rectificationTemplates = [resultCorrected];
