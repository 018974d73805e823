import * as v from "valibot";
import { done, fields, get, put } from "#kit/wire/endpoint.contract.ts";
import { admissionSettings } from "./setting.admission.contract.ts";
import { awardSettings } from "./setting.award.contract.ts";
import { templateTrouble, unitsTrouble, unknownState } from "./setting.lines.rules.ts";
import { officeSettings } from "./setting.office.contract.ts";
import { inWordsOf, linesOfText, oneOf, wholeNumber } from "./setting.shape.contract.ts";

/** What a college decides for itself, each with its rule and what holds until it does. */
export const settings = {
  /** Contract 3.7. */
  resultsNeeded: wholeNumber(
    "O-Level results needed",
    "How many O-Level results an applicant adds before applying. The page of the results names this number. Applications that were submitted already stay as they are.",
    1,
    18,
    5,
    "results",
  ),
  /** Contract 2: the specification's body of the call names the programme alone. */
  entryBeforePaying: oneOf(
    "Paying for a programme that one cannot enter",
    "What happens where an applicant's typed results do not do for the programme whose application fee is wanted. The page says so in any case, names programmes that they do for, and asks for one press more, which is kept with the reference.",
    {
      told: "The page tells and asks; the server makes the reference either way",
      refused: "Without that press no reference is made, whoever asks",
    },
    "told",
  ),
  afterApplying: linesOfText(
    "What happens after applying",
    "The screening and the day of the decision, with their dates and places, in a few lines. Applicants read it once they have submitted, and on their slip. While it is empty they read that no date has been published.",
    400,
  ),
  ...admissionSettings,
  ...officeSettings,
  /** Staff side 4.7: the dean countersigns where the college wants it. */
  countersignature: oneOf(
    "Countersignature of recommendations",
    "Whether a dean countersigns what a head of department recommends before a merit list takes it. Recommendations that were made already stand as they are; those without a countersignature wait for one as soon as it is asked for.",
    {
      "not asked": "What the head recommends is recommended",
      asked: "A dean countersigns each recommendation",
    },
    "not asked",
  ),
  /** The migration of the books knows the usual number too. */
  statementDays: wholeNumber(
    "Days until the statement",
    "Within how many days a verified payment should stand on a statement of the bank or the treasury. What does not is listed under Statements, On no statement.",
    0,
    60,
    3,
    "days",
  ),
  payerCaseDays: wholeNumber(
    "Days to answer a payer",
    "Within how many working days a payer is answered who says that a payment was made and does not show. What is not is shown to the money desk as overdue. Cases that were opened keep their day.",
    1,
    30,
    3,
    "working days",
  ),
  freePlaces: wholeNumber(
    "Free places of a session",
    "For how many applicants of one session a fee may be a free place, application and acceptance counted apart. What was approved already stays.",
    0,
    10_000,
    20,
    "places",
  ),
  /** Contract 1. */
  secondFactor: oneOf(
    "Second factor",
    "Whether staff sign in with a code of an app on their phone besides the password. When everybody must, whoever has none sets it up at the next step, before anything else.",
    { optional: "Whoever wants it", required: "Everybody of the office" },
    "optional",
  ),
  billDays: wholeNumber(
    "Days to pay a new bill",
    "Whoever is billed late is not overdue at once: an instalment whose day is nearer than this is due so many days after the bill was made. Bills that are made keep their days.",
    0,
    60,
    14,
    "days",
  ),
  /** A reference over less costs the payer more at the bank than it brings. */
  leastTuitionPart: wholeNumber(
    "Least part of a bill",
    "A student may pay a bill in parts of any size, but not less than this at once, unless less is left.",
    1,
    1_000_000,
    5_000,
    "naira",
  ),
  /** Contract 5; staff side 4.6. */
  homeStates: linesOfText(
    "Home states",
    "The states whose indigenes pay the fees of indigenes, one a line. Students who are there already stay as they are.",
    1_000,
    { troubleIn: unknownState },
  ),
  /** Domain 5: no common form exists. */
  matricTemplate: linesOfText(
    "Matric numbers",
    "What a new student's number is made of: {programme}, {department} and {school} are their codes, {award} is NCE or the like, {year} 2026, {yy} 26, {session} the session's code, {serial:4} counts the programme's entrants of a session with four figures. Numbers that were given stay.",
    100,
    { usual: "{programme}/{yy}/{serial:4}", troubleIn: templateTrouble },
  ),
  matricAfterChange: oneOf(
    "Matric number after a change of combination",
    "Whether a student who changes to another combination keeps the matric number. A new one is made of the same template, as the other combination's next, and the earlier one stays in the register.",
    { stays: "It stays", new: "A new one of the other combination" },
    "stays",
  ),
  /** Domain 5: after one full year. */
  sessionsBeforeChange: wholeNumber(
    "Sessions before a change of combination",
    "How many sessions a student has completed since entering, before another combination may be asked for. 1: from the second year on. 0: at once. Whose session of entry is not known may ask.",
    0,
    5,
    1,
    "sessions",
  ),
  /** Staff side 4.1: Kwara's college asks for at least 8. */
  leastLoad: wholeNumber(
    "Least teaching load",
    "How many units a lecturer teaches in a semester at least. Whoever has less stands first on the board of allocation. A class that several teach is shared equally among them.",
    0,
    40,
    8,
    "units",
  ),
  /** Domain 5: CoE Minna and Kwara pass at 40 %. */
  passMark: wholeNumber(
    "Pass mark",
    "The least mark with which a course is passed. Whoever has less carries the course over, and has not met what asks for it.",
    1,
    100,
    40,
    "marks",
  ),
  /** Student records 3: a health college allows 30 with carry-overs. */
  unitsWithCarryOvers: wholeNumber(
    "Most units with carry-overs",
    "Who carries courses over may register up to so many units in a semester, where that is more than the programme's own maximum.",
    0,
    60,
    30,
    "units",
  ),
  /** Student records 3. */
  progressionOwing: oneOf(
    "Progression of who owes",
    "Whether whoever has not paid the bills of a session is moved to the next level with the class.",
    { Stays: "Stays until it is paid", Moves: "Moves with the class" },
    "Stays",
  ),
  progressionCarriedUnits: wholeNumber(
    "Most units carried to the next level",
    "Whoever carries over more units than this repeats the level. 0 is no such rule: everybody takes along what is carried over.",
    0,
    200,
    0,
    "units",
  ),
  /** An NCE takes three years, and the project is written in the last. Domain 5. */
  projectLevel: wholeNumber(
    "Level of the project",
    "From this level on a student owes a project with its deposit in NERD, which NYSC asks for.",
    100,
    900,
    300,
    "level",
  ),
  /** 108: Kwara State College of Education, Ilorin, for the NCE. Domain 5. */
  unitsToGraduate: linesOfText(
    "Units to graduate",
    "How many units a student needs over all levels, by award, one a line. The check of a programme's courses says when they do not suffice. An award without a line is not checked.",
    400,
    { usual: "NCE 108", troubleIn: unitsTrouble },
  ),
  /** Contract 5; domain 5: 75 % at the colleges whose rules are known. */
  attendanceLine: wholeNumber(
    "Attendance to sit an examination",
    "Whoever was at fewer of a course's lectures than this, and was warned, may not sit its examination, unless the examinations office permits it. A course whose attendance was never taken keeps nobody away.",
    0,
    100,
    75,
    "percent",
  ),
  attendanceWarning: wholeNumber(
    "Attendance at which a student is warned",
    "Whoever falls below it gets a mail, before anything is lost. It is never below the attendance to sit.",
    0,
    100,
    80,
    "percent",
  ),
  lecturesBeforeWarning: wholeNumber(
    "Lectures before a warning",
    "Nobody is warned before attendance was taken at so many lectures of the course: one that was missed of two says little.",
    1,
    15,
    3,
    "lectures",
  ),
  daysFromWarning: wholeNumber(
    "Days from the warning to the bar",
    "Whoever falls below the attendance to sit is barred once the warning went out so many days ago, and not before: until then the lecturer can be talked to, or papers be brought.",
    0,
    60,
    7,
    "days",
  ),
  /** Student records 3: a unit is 15 contact hours. */
  contactHours: wholeNumber(
    "Contact hours of a unit",
    "How many hours are taught in a semester for each unit of a course. What is held is measured against it.",
    1,
    45,
    15,
    "hours",
  ),
  ...awardSettings,
  smsDayCeiling: wholeNumber(
    "Most that texts may cost a day",
    "When a day's SMS have come to this, no more go out until midnight; the mails do. The office is told once. 0: no SMS goes out.",
    0,
    10_000_000,
    20_000,
    "naira",
  ),
  /** A piece on the route that reaches phones on Do-Not-Disturb costs about ₦5. */
  smsPiecePrice: wholeNumber(
    "Price of an SMS",
    "What the gateway asks for one SMS of 160 signs, in kobo. The portal counts the day's cost by it; a longer text counts as several.",
    1,
    100_000,
    500,
    "kobo",
  ),
  scoresTyped: oneOf(
    "Marks on score sheets",
    "Whether a second person types all marks of a sheet again, without seeing the first ones, before it is sent in. The examinations office can say otherwise for a single sheet. Sheets that were begun already stay as they are.",
    { once: "Typed once", twice: "Typed twice, by two people, and compared" },
    "once",
  ),
  inquiryDays: wholeNumber(
    "Days to ask about a mark",
    "For how many days after it is published a student may ask about a mark. The last day stands beside the result. 0: the college takes no questions here.",
    0,
    90,
    14,
    "days",
  ),
  answerDays: wholeNumber(
    "Days to answer about a mark",
    "Within how many days a question about a mark is answered. What is not is shown to the head of department as overdue. Questions that were sent keep their day.",
    1,
    60,
    10,
    "days",
  ),
} as const;

export type SettingName = keyof typeof settings;
export type SettingValue<N extends SettingName> = v.InferOutput<(typeof settings)[N]["rule"]>;

/** A value as the office reads it: "5 results", "Everybody of the office". */
export const settingInWords = (name: SettingName, value: unknown): string => inWordsOf(settings[name].shape, value);

const value = v.union([v.number(), v.string()]);

const shown = v.strictObject({
  name: v.picklist(Object.keys(settings) as SettingName[]),
  value,
  usual: value,
  /** Who changed it, newest first; each value in words. */
  changes: v.array(v.strictObject({ at: v.string(), who: v.string(), before: v.string(), after: v.string() })),
});
export type ShownSetting = v.InferOutput<typeof shown>;

export const listSettings = get(
  "/staff/ms_setting",
  "What the college decides for itself: the value in force, the usual one, and the last changes",
  v.array(shown),
);

export const changeSetting = put(
  "/staff/ms_setting/:name",
  "Decides one setting; it is in force at once",
  fields({ value: v.pipe(v.union([v.number(), v.string()], "Value is required"), v.title("Value")) }),
  done({}),
);
