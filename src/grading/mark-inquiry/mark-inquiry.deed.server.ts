import { sql } from "kysely";
import { readSetting } from "#college/setting/setting.server.ts";
import { columnsOf, mayChange } from "#console/record/record.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { notFound, refuse, refuseFields, stale } from "#kit/wire/refusal.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { writeMail } from "#reference/message-template/message-template.server.ts";
import { type LockedResult, lockResult, placeOfResult } from "#registry/course-result/course-result.server.ts";
import { lockStudent, refuseOwnRecords, studentById } from "#registry/student/student.server.ts";
import { answeredNews, answeredWhileHeld, askedNews, correctedNews, inquiryMail } from "./mark-inquiry.mail.server.ts";
import { inquiryRules, lastDayToAsk, whyHeldBack } from "./mark-inquiry.read.server.ts";
import { type InquiryAnswer, type InquiryState, isOpen } from "./mark-inquiry.rules.ts";

/** A student asks about a mark that stands, once, until its last day. */
export async function sendQuestion(
  { trx, note }: Work,
  config: Config,
  id: string,
  { result, question }: { readonly result: string; readonly question: string },
) {
  const of = await lockStudent(trx, id);
  if (!of) throw notFound();
  const about = await ownResult(trx, id, result);
  await requireInTime(trx, about);
  const held = await whyHeldBack(trx, id, about);
  if (held !== null) throw refuse("results-held-back", `${held}. You can ask about a mark once you read it`);
  const _id = newId();
  const days = await readSetting(trx, "answerDays");
  const { rows } = await onConstraint(
    { mark_inquiry_once: askedAlready },
    sql<{
      due: string;
    }>`insert into portal.mark_inquiry (_id, result, student, name, matric, session, semester, class, course,
        question, due)
      values (${_id}, ${about._id}, ${id}, ${of.name}, ${of.matric}, ${about.session}, ${about.semester}, ${about.class},
        ${about.course}, ${question}, (now() at time zone 'Africa/Lagos')::date + ${days}::int)
      returning due`.execute(trx),
  );
  const due = rows[0]?.due ?? "";
  note({
    deed: "mark_inquiry.ask",
    subject: `student:${id}`,
    after: { inquiry: _id, course: about.course, due },
    reason: question,
  });
  await writeMail(trx, inquiryMail(config, { ...of, course: about.course }, askedNews(question, due)));
  const message = `You have asked about ${about.course}. The last day for the answer is ${asDay(`${due}T12:00:00Z`)}`;
  return { type: "success" as const, message, _id };
}

const askedAlready = () =>
  refuse("asked-already", "You have asked about this mark already. The answer stands below, or comes by its last day");

/** The own result, locked. Refuses what is somebody else's, not read yet, or stands no more. */
async function ownResult(trx: Trx, id: string, result: string): Promise<LockedResult> {
  const place = await placeOfResult(trx, result);
  const about = place?.student === id ? await lockResult(trx, result) : undefined;
  if (!about?.isvisible)
    throw refuseFields("choice-not-found", {
      result: "This mark was not found among your results. Choose one from the list",
    });
  if (!about.stands)
    throw stale(
      "result-has-moved",
      `Your mark in ${about.course} was taken back or corrected meanwhile, so nothing was sent. Look at it as it stands now`,
    );
  return about;
}

async function requireInTime(trx: Trx, { course, visibleAt }: LockedResult): Promise<void> {
  const { rows } = await sql<{ until: string | null; isover: boolean | null }>`
    select l.day::text as until, l.day < (now() at time zone 'Africa/Lagos')::date as isover
    from (select ${lastDayToAsk(sql`${visibleAt}::timestamptz`)} as day) l`.execute(trx);
  const { until = null, isover } = rows[0] ?? {};
  if (until === null)
    throw refuse("inquiry-closed", "The college takes no questions about marks here. Talk to your lecturer");
  if (isover)
    throw refuse(
      "inquiry-closed",
      `You could ask about ${course} until ${asDay(`${until}T12:00:00Z`)}. After that day talk to your head of department`,
    );
}

interface LockedInquiry {
  readonly _id: string;
  readonly student: string;
  readonly session: string;
  readonly semester: number;
  readonly course: string;
  readonly state: InquiryState;
  readonly rectification: string | null;
  readonly version: number;
}

async function lockInquiry(trx: Trx, id: string): Promise<LockedInquiry | undefined> {
  if (!isId(id)) return undefined;
  const { rows } =
    await sql<LockedInquiry>`select q._id, q.student, q.session, q.semester, q.course, q.state, q.rectification, q.version
    from portal.mark_inquiry q where q._id = ${id} for update`.execute(trx);
  return rows[0];
}

/** Takes one's own question back while nobody has answered. */
export async function withdrawOwn({ trx, note }: Work, id: string, asked: string) {
  const kept = await lockInquiry(trx, asked);
  if (kept?.student !== id) throw notFound();
  if (kept.state !== "Asked")
    throw stale(
      "already-decided",
      `Your question about ${kept.course} is ${kept.state} already, so nothing was changed`,
    );
  await sql`update portal.mark_inquiry set state = 'Withdrawn', "movedAt" = now(), "updatedAt" = now(), version = version + 1
    where _id = ${asked}`.execute(trx);
  const subject = `student:${id}`;
  note({ deed: "mark_inquiry.withdraw", subject, before: { state: kept.state }, after: { state: "Withdrawn" } });
  return { type: "success" as const, message: "Taken back. The mark stays as it is" };
}

interface Answered {
  readonly answer: InquiryAnswer;
  readonly words: string;
  readonly seen: number;
}

/** A lecturer of the class, the head or the office answers. One that is to be corrected stands again only while no correction waits. */
export async function giveAnswer(
  { trx, note }: Work,
  config: Config,
  who: Officer,
  id: string,
  { answer: to, words, seen }: Answered,
) {
  const kept = await lockInquiry(trx, id);
  const { rows } = kept
    ? await sql`select from portal.inquiry_inbox t where t._id = ${id} and ${mayChange(inquiryRules, who, columnsOf("t"))}`.execute(
        trx,
      )
    : { rows: [] };
  if (!kept || rows.length === 0) throw notFound();
  await refuseOwnRecords(trx, who, [kept.student]);
  if (!isOpen(kept.state) || kept.state === to)
    throw stale("already-decided", `This question is ${kept.state} already, so nothing was changed`);
  if (kept.rectification !== null)
    throw refuse(
      "proposal-waits-already",
      "A correction of this mark is proposed and waits for a second person. It must be declined or withdrawn first",
    );
  if (kept.version !== seen)
    throw stale("version-stale", "This question was changed after you looked at it. Look at it again, then answer");
  await sql`update portal.mark_inquiry set state = ${to}, answer = ${words}, answeredby = ${who.staff}, "answeredAt" = now(),
      "movedAt" = now(), "updatedAt" = now(), version = version + 1 where _id = ${id}`.execute(trx);
  note({
    deed: "mark_inquiry.answer",
    subject: `student:${kept.student}`,
    before: { state: kept.state },
    after: { inquiry: id, course: kept.course, state: to },
    reason: words,
  });
  const of = await studentById(trx, kept.student);
  const isHeld = (await whyHeldBack(trx, kept.student, kept)) !== null;
  const news = isHeld ? answeredWhileHeld : answeredNews(to, words);
  if (of) await writeMail(trx, inquiryMail(config, { ...of, course: kept.course }, news));
  const message =
    to === "Stands"
      ? "Answered: the mark stands"
      : "Answered: the mark is to be corrected. Propose the rectification next";
  return { type: "success" as const, message };
}

/** The open case about a result, locked; undefined where there is none. */
export async function lockOpenInquiry(trx: Trx, result: string): Promise<LockedInquiry | undefined> {
  const { rows } =
    await sql<LockedInquiry>`select q._id, q.student, q.session, q.semester, q.course, q.state, q.rectification, q.version
    from portal.mark_inquiry q where q.result = ${result} and q.state in ('Asked', 'To be corrected') for update`.execute(
      trx,
    );
  return rows[0];
}

/** Writes down which correction waits for a case; null once it was declined or withdrawn. */
export async function keepProposed(trx: Trx, inquiry: string, rectification: string | null): Promise<void> {
  await sql`update portal.mark_inquiry set rectification = ${rectification}, "updatedAt" = now(), version = version + 1
    where _id = ${inquiry} and state in ('Asked', 'To be corrected')`.execute(trx);
}

/** Ends the case about a mark that two people have corrected. Its student reads so. */
export async function endCorrected(
  { trx, note }: Work,
  config: Config,
  of: LockedInquiry,
  rectification: string,
): Promise<void> {
  await sql`update portal.mark_inquiry set state = 'Corrected', rectification = ${rectification}, "movedAt" = now(),
      "updatedAt" = now(), version = version + 1 where _id = ${of._id}`.execute(trx);
  note({
    deed: "mark_inquiry.correct",
    subject: `student:${of.student}`,
    before: { state: of.state },
    after: { inquiry: of._id, course: of.course, state: "Corrected" },
  });
  const told = await studentById(trx, of.student);
  if (told) await writeMail(trx, inquiryMail(config, { ...told, course: of.course }, correctedNews));
}
