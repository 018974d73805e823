import * as v from "valibot";
import { beginsRunning, usuallyRunning } from "#calendar/session/session.usual.contract.ts";
import { record, type Values } from "#console/record/record.contract.ts";
import { atLeastTwo, onDay, refersTo, usually, whole, worded } from "#console/record/record.fields.contract.ts";
import { lines, text } from "#kit/field/fields.contract.ts";
import { spelledCourses } from "#registry/course/course.rules.ts";
import { choiceWayWords, sheetTrouble, spelledSheet, usualSheet } from "./practice-round.rules.ts";

const codes = (label: string) =>
  v.pipe(
    text(label, 200),
    v.transform(spelledCourses),
    v.minLength(2, `${label} must be codes such as EDU 311, EDU 321`),
    v.maxLength(200, `${label} must not have more than 200 characters`),
    v.title(label),
  );

const DAY = 86_400_000;

const said = (field: string, sentence: string, rule: (form: Values) => boolean) =>
  v.forward(v.check<Values, string>(rule, sentence), [field]);

const isOrdered = ({ choosefrom, chooseuntil }: Values) => chooseuntil >= choosefrom;

/** From a Monday to the Friday of the last week. */
const isLongEnough = ({ starts, ends, weeks = 12 }: Values) =>
  (Date.parse(ends) - Date.parse(starts)) / DAY + 1 >= weeks * 7 - 2;

/**
 * One teaching practice of the college: of which courses, who may take part, when and how schools are chosen, how long it is and
 * how it is scored. Student records 38 and section 3; every number is the college's own.
 */
export const practiceRounds = record({
  noun: "practice_round",
  one: "Round of teaching practice",
  many: "Rounds of teaching practice",
  page: "practice-rounds",
  link: "/staff/practice-rounds",
  entries: {
    name: atLeastTwo("Name", 80),
    session: usuallyRunning,
    semester: whole("Semester", 1, 2),
    courses: v.pipe(
      codes("Courses"),
      v.description("The codes that it is the practice of. Whoever takes part has registered one of them"),
      v.title("Courses"),
    ),
    needs: v.pipe(
      usually(codes("Passed before"), () => "EDU 213, EDU 224"),
      v.description("Codes that a student has passed before; None where nothing is needed"),
      v.title("Passed before"),
    ),
    way: worded("How schools are chosen", choiceWayWords),
    choosefrom: onDay("Choice from"),
    chooseuntil: onDay("Choice until"),
    starts: onDay("Practice from"),
    ends: onDay("Practice until"),
    weeks: usually(whole("Weeks at least", 1, 40), () => 12),
    items: v.pipe(
      usually(
        v.pipe(
          lines("Score sheet", 2000),
          v.check(
            (sheet) => sheetTrouble(sheet) === undefined,
            ({ input }) => sheetTrouble(String(input)) ?? "",
          ),
          v.transform(spelledSheet),
          v.title("Score sheet"),
        ),
        () => usualSheet,
      ),
      v.description("One item a line with the most that it brings, such as Lesson plan: 20"),
      v.title("Score sheet"),
    ),
    visits: usually(whole("Visits at least", 1, 10), () => 2),
    passline: usually(whole("Passed from", 1, 100, "Passed from must be a percentage from 1 to 100"), () => 40),
  },
  together: (form) =>
    v.pipe(
      form,
      said("chooseuntil", "Choice until must not be before Choice from", isOrdered),
      said("ends", "The practice is shorter than its weeks. Choose a later last day, or fewer weeks", isLongEnough),
    ),
  title: ["name"],
  columns: ["name", "session", "semester", "courses", "way", "choosefrom", "chooseuntil", "starts", "ends"],
  sorts: ["starts", "createdAt"],
  filters: ["session", "semester"],
  beginsBy: beginsRunning,
  searched: "name or courses",
  key: ["session", "semester", "name"],
});

export const roundOf = (label: string) => refersTo(label, "practice_round");
