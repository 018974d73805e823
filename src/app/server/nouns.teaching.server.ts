import type { Noun } from "#console/noun/noun.server.ts";
import { courseAllocationNoun } from "#teaching/course-allocation/course-allocation.server.ts";
import { examCardNoun } from "#teaching/exam-card/exam-card.server.ts";
import { examTimetableNoun } from "#teaching/exam-timetable/exam-timetable.server.ts";
import { lectureNoun } from "#teaching/lecture/lecture.server.ts";
import { myWeekNoun } from "#teaching/my-week/my-week.server.ts";
import { practiceRoundNoun } from "#teaching/practice-round/practice-round.server.ts";
import { practiceSchoolNoun } from "#teaching/practice-school/practice-school.server.ts";
import { projectNoun } from "#teaching/project/project.server.ts";
import { roomNoun } from "#teaching/room/room.server.ts";
import { teachingPracticeNoun } from "#teaching/teaching-practice/teaching-practice.server.ts";
import { timetableNoun } from "#teaching/timetable/timetable.server.ts";

/** The nouns of teaching from the allocation to the week, in the order in which a class meets them. */
export const teachingNouns: readonly Noun[] = [
  courseAllocationNoun,
  practiceSchoolNoun,
  practiceRoundNoun,
  teachingPracticeNoun,
  projectNoun,
  roomNoun,
  timetableNoun,
  examTimetableNoun,
  lectureNoun,
  examCardNoun,
  myWeekNoun,
];
