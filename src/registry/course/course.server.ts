import { usualRunningSession } from "#calendar/session/session.server.ts";
import { ofProgrammesWithin } from "#college/programme/programme.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { courses } from "./course.contract.ts";

export const courseRules: RecordRules<typeof courses> = {
  of: courses,
  table: "course",
  within: (column, scope) => ofProgrammesWithin(column, scope),
  usual: usualRunningSession,
  constraints: {
    course_once: ["value-taken", "code", "The programme has this course in this session already. Change that one"],
    course_session_stays: [
      "course-session-stays",
      "session",
      "A course stays in its session. Copy it into the other one instead",
    ],
    course_code_stays: [
      "course-code-stays",
      "code",
      "Students have registered this code, and it stands on their papers. Make this course Inactive and add another",
    ],
  },
  instead: "Make it Inactive: it is offered to nobody then, and whoever has registered it is told",
};

export const courseNoun: Noun = {
  name: "course",
  records: [courseRules],
};
