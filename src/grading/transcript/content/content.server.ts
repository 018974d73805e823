import { sessionsById } from "#calendar/session/session.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { programmesById } from "#college/programme/programme.server.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import { fullName } from "#identity/account/account.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { notFound, refuse } from "#kit/wire/refusal.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { keptBrand } from "#reference/brand/brand.server.ts";
import { correctedAmong } from "#registry/course-result/course-result.server.ts";
import type { MadeOrder } from "#registry/service-order/service-order.server.ts";
import { studentById } from "#registry/student/student.server.ts";
import {
  asAverage,
  countedAttempts,
  type GradedAttempt,
  isExcused,
  sumOf,
} from "../../academic-record/academic-record.rules.ts";
import { type AcademicRecord, type KeptAttempt, recordsOf } from "../../academic-record/academic-record.server.ts";
import type { GradingRules } from "../../result-profile/result-profile.rules.ts";
import { asPoint } from "../transcript.rules.ts";
import type { TranscriptContent } from "./content.contract.ts";

/** What a transcript says, and the results and past marks that it rests on. */
export interface ComposedTranscript {
  readonly content: TranscriptContent;
  readonly attempts: readonly string[];
}

/** An attempt of a record of what is published alone keeps what it was read with. */
type RecordedAttempt = GradedAttempt & KeptAttempt;

/** The record of an order's student as a transcript says it. Refuses a record that nothing stands on, or that nobody can grade. */
export async function composeTranscript(trx: Trx, order: MadeOrder): Promise<ComposedTranscript> {
  const student = await studentById(trx, order.student);
  if (!student) throw notFound();
  const { programme, session } = student;
  const record = (await recordsOf(trx, [order.student])).get(order.student);
  const attempts = (record?.semesters ?? []).flatMap((semester) => semester.attempts as readonly RecordedAttempt[]);
  if (!record?.profile)
    throw refuse(
      "result-profile-missing",
      `No result profile is named for the programme and the session of entry of ${order.name}, so nothing can be graded. Name one in the Rule-book of grading`,
    );
  if (attempts.length === 0)
    throw refuse(
      "no-result-on-record",
      `Nothing is published on the record of ${order.name} yet, so there is nothing to put on a transcript. Bring past marks in, or wait for the results`,
    );
  const corrected = await correctedAmong(
    trx,
    attempts.map(({ _id }) => _id),
  );
  const taught = programme === null ? undefined : (await programmesById(trx, [programme])).get(programme);
  const entry = session === null ? "" : ((await sessionsById(trx, [session])).get(session)?.name ?? "");
  return {
    attempts: attempts.map(({ _id }) => _id),
    content: {
      ...(await collegeWords(trx)),
      student: { name: fullName(student), matric: student.matric, sex: student.gender, status: student.status },
      programme: taught ? programmeTitle(taught) : "No programme is written down",
      award: taught?.award ?? null,
      entry: { session: entry, level: student.entrylevel ?? 100 },
      destination: order.note,
      ...results(record, record.profile, corrected),
      passClass: student.status === "Graduated" ? record.passClass : null,
      legend: legendOf(record.profile),
    },
  };
}

/** The college as it is called now, and its own words for a transcript. */
async function collegeWords(trx: Trx) {
  const { form } = await keptBrand(trx);
  const { name, address, emailaddress, phonenumber } = form;
  const [signer = "", title = ""] = (await readSetting(trx, "transcriptSignatory")).split("\n");
  return {
    college: { name, address, emailaddress, phonenumber },
    heading: await readSetting(trx, "transcriptHeading"),
    footnote: await readSetting(trx, "transcriptFootnote"),
    signatory:
      signer.trim() === ""
        ? { name: form.signatory ?? "", title: form.signatorytitle }
        : { name: signer.trim(), title: title.trim() },
  };
}

function results(record: AcademicRecord, rules: GradingRules, corrected: ReadonlyMap<string, string>) {
  const all = record.semesters.flatMap((semester) => semester.attempts);
  return {
    semesters: record.semesters.map(({ session, semester, attempts, gpa, cgpa }) => ({
      ...{ session, semester },
      courses: (attempts as readonly RecordedAttempt[]).map((attempt) => courseLine(attempt, corrected)),
      units: sumOf(attempts).units,
      gpa: asAverage(gpa),
      cgpa: asAverage(cgpa),
    })),
    cgpa: asAverage(record.cgpa),
    units: { counted: sumOf(countedAttempts(all, rules.attempts)).units, passed: record.passedUnits },
  };
}

function courseLine(attempt: RecordedAttempt, corrected: ReadonlyMap<string, string>) {
  const { _id, course: code, title, units, total, grade, point, passed, left, source, document } = attempt;
  const since = corrected.get(_id);
  const said = [
    ...(source === "Past marks" ? [`From the former records${document === null ? "" : ` (${document})`}`] : []),
    ...(source === "Teaching practice" ? ["Teaching practice"] : []),
    ...(isExcused(attempt) ? ["Excused: counts nothing"] : []),
    ...(left ? ["Of a former combination, in no average"] : []),
    ...(since ? [`Corrected on ${asDay(since)}`] : []),
  ];
  return {
    ...{ code, title, units, total, grade, passed },
    point: point === null ? null : asPoint(point),
    note: said.length > 0 ? said.join(". ") : null,
  };
}

const attemptWords: Readonly<Record<GradingRules["attempts"], string>> = {
  All: "Every attempt at a course counts in the cumulative average",
  Best: "Of several attempts at a course the best counts in the cumulative average",
  Last: "Of several attempts at a course the last counts in the cumulative average",
};

const legendOf = ({ bands, classes, passmark, attempts }: GradingRules) => ({
  bands: bands
    .toSorted((one, other) => other.from - one.from)
    .map(({ from, to, grade, point }) => ({ from, to, grade, point: asPoint(point) })),
  classes: classes.map(({ name, from }) => ({ name, from: asPoint(from) })),
  passmark,
  attempts: attemptWords[attempts],
});
