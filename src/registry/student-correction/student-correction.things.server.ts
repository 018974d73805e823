import * as v from "valibot";
import { sessionsInOrder } from "#calendar/session/session.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { programmeNames } from "#college/programme/programme.server.ts";
import { choice, email, text as lineOfText, phone } from "#kit/field/fields.contract.ts";
import { fields } from "#kit/wire/endpoint.contract.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { type Correctable, correctable, personThings } from "#profile/record-correction/record-correction.rules.ts";
import type { SubjectRecord } from "#profile/record-correction/record-correction.server.ts";
import { jambNumber } from "#reference/jamb-number/jamb-number.contract.ts";
import { genders, modesOfEntry } from "#reference/qualifications/qualifications.rules.ts";
import { changeStanding } from "../combination-change/combination-change.server.ts";
import { matricNumber } from "../student/student.contract.ts";
import type { studentById } from "../student/student.server.ts";

type Student = NonNullable<Awaited<ReturnType<typeof studentById>>>;

const levels = ["100", "200", "300", "400", "500", "600", "700", "800", "900"] as const;

const semesters = ["1", "2"] as const;

/** What a record's session of entry and programme are chosen from, by what they are called there. */
interface Choices {
  readonly sessions: ReadonlyMap<string, string>;
  readonly programmes: ReadonlyMap<string, string>;
}

export async function choicesOf(db: Database): Promise<Choices> {
  const [sessions, programmes] = await Promise.all([sessionsInOrder(db), programmeNames(db)]);
  return {
    sessions: new Map(sessions.map(({ _id, name }) => [name, _id])),
    programmes: new Map(programmes.map(({ _id, code, ...one }) => [`${programmeTitle(one)} (${code})`, _id])),
  };
}

const namesOf = ({ sessions, programmes }: Choices) => ({
  sessions: [...sessions.keys()],
  programmes: [...programmes.keys()],
});

const calledIn = (choices: ReadonlyMap<string, string>, id: string | null): string =>
  [...choices].find(([, _id]) => _id === id)?.[0] ?? "";

/** What choices of a student's record stand in. */
export const listsOfStudents = async (db: Database) => ({
  genders,
  modesOfEntry,
  levels,
  semesters,
  ...namesOf(await choicesOf(db)),
});

/** What can be corrected of students. */
export async function subjectsOf(db: Database, students: readonly Student[]): Promise<SubjectRecord[]> {
  const choices = await choicesOf(db);
  return Promise.all(
    students.map(async (student) => ({
      record: student._id,
      applicant: student.applicant,
      version: student.version,
      code: student.matric ?? "",
      jamb: student.jamb ?? "",
      title: `Student ${student.matric ?? student.name}`,
      name: student.name,
      things: [
        ...thingsOf(student),
        ...entryThings(student, choices, await changeStanding(db, student._id)),
        ...(student.applicant === null ? contactThings(student) : []),
      ],
    })),
  );
}

function thingsOf(student: Student): Correctable[] {
  const values = { ...student, level: text(student.level), entrylevel: text(student.entrylevel) };
  return [
    ...Object.values(personThings(values)),
    ...(student.jamb === null && student.applicant === null ? [] : [jambThing(values)]),
    correctable({
      kind: "type",
      name: "Mode of entry",
      evidence: "The JAMB registration slip",
      entries: { type: choice("Mode of entry", modesOfEntry) },
      asked: { type: { look: "choice", list: "modesOfEntry" } },
      values,
    }),
    correctable({
      kind: "levels",
      name: "Level, and level of entry",
      evidence: "The course form or the broadsheet of the last session",
      entries: { entrylevel: choice("Level of entry", levels), level: choice("Level", levels) },
      asked: { entrylevel: { look: "choice", list: "levels" }, level: { look: "choice", list: "levels" } },
      form: v.pipe(
        fields({ entrylevel: choice("Level of entry", levels), level: choice("Level", levels) }),
        v.forward(
          v.check(({ entrylevel, level }) => level >= entrylevel, "Level must not be below the level of entry"),
          ["level"],
        ),
      ),
      values,
    }),
    correctable({
      kind: "matric",
      name: "Matric number",
      evidence: "The letter or the register in which the number was given",
      entries: { matric: matricNumber },
      values,
      hindrances: (): Record<string, string> =>
        student.application === null
          ? {}
          : { matric: "The portal gave this number, in its order, so it stays. Correct a number that came by a file" },
    }),
  ];
}

const text = (level: number | null) => (level === null ? "" : String(level));

const jambThing = (values: object) =>
  correctable({
    kind: "jamb",
    name: "JAMB number",
    evidence: "The JAMB result slip or registration slip",
    entries: { jamb: jambNumber },
    values,
  });

/** What is missing is filled in rather than corrected: that opens the account. */
const contactThings = (values: Student): Correctable[] => [
  correctable({
    kind: "emailaddress",
    name: "Email address",
    evidence: "A letter or a form on which the student has written the address",
    entries: { emailaddress: email("Email address") },
    values,
  }),
  ...(values.phonenumber === null
    ? []
    : [
        correctable({
          kind: "phonenumber",
          name: "Phone number",
          evidence: "A letter or a form on which the student has written the number",
          entries: { phonenumber: phone("Phone number") },
          asked: { phonenumber: { look: "phone" } },
          values,
        }),
      ]),
];

const oneOf = (label: string, list: readonly string[]) =>
  v.pipe(
    lineOfText(label, 200),
    v.check((typed) => list.includes(typed), `Choose the ${label.toLowerCase()} from the list`),
    v.title(label),
  );

type ChangeStanding = Awaited<ReturnType<typeof changeStanding>>;

const entryThings = (student: Student, choices: Choices, moved: ChangeStanding): Correctable[] => {
  const { sessions, programmes } = namesOf(choices);
  const values = {
    session: calledIn(choices.sessions, student.session),
    programme: calledIn(choices.programmes, student.programme),
    semester: text(student.semester),
  };
  return [
    correctable({
      kind: "session",
      name: "Session of entry",
      evidence: "The admission letter or the register of the session",
      entries: { session: oneOf("Session of entry", sessions) },
      asked: { session: { look: "choice", list: "sessions" } },
      values,
      hindrances: () => only("session", whySessionStays(student, moved)),
    }),
    correctable({
      kind: "semester",
      name: "Semester",
      evidence: "The course form or the register of the semester",
      entries: { semester: choice("Semester", semesters) },
      asked: { semester: { look: "choice", list: "semesters" } },
      values,
    }),
    correctable({
      kind: "programme",
      name: "Programme",
      evidence: "The admission letter or the broadsheet of the last session",
      entries: { programme: oneOf("Programme", programmes) },
      asked: { programme: { look: "choice", list: "programmes" } },
      values,
      hindrances: () => only("programme", whyProgrammeStays(student, moved)),
    }),
  ];
};

const only = (name: string, why: string | null): Record<string, string> => (why === null ? {} : { [name]: why });

const WAITS = "A change of combination waits for a decision. It is decided, or taken back by the student, first";

/** Whom the portal admitted, and who has changed, holds a place, which goes with nobody's correction. */
function whyProgrammeStays({ application }: Student, moved: ChangeStanding): string | null {
  if (moved === "waits") return WAITS;
  if (moved === "in force") return "It came by a change of combination, so another one leads away from it";
  return application === null
    ? null
    : "It came with the offer, not by a file. The student asks for a change of combination";
}

function whySessionStays({ application }: Student, moved: ChangeStanding): string | null {
  if (moved === "waits") return WAITS;
  if (moved === "in force") return "A change of combination has counted a place in this session, so it stays";
  return application === null ? null : "It is the session of the application that was accepted, so it stays";
}
