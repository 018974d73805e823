import { asCount } from "#kit/value/count.rules.ts";
import { isElective } from "../../course/course.rules.ts";
import type { OfferedCourse } from "../course-registration.rules.ts";

/** What is said beside a course that may be ticked. */
export function remarksOn(course: OfferedCourse, bound: boolean): string[] {
  const { kind, missing, awaited, seats, withdrawn, level } = course;
  const carried = isElective(course) ? failedElective(course) : carryOver(course, bound);
  return [
    ...(withdrawn ? ["Not offered any more"] : []),
    ...(kind === "Carry-over" ? [carried] : []),
    ...(kind === "Borrowed" ? [`${level} level`] : []),
    ...(missing === null ? [] : [`Pass ${missing} before`]),
    ...(awaited === null ? [] : [`Taken, result awaited: ${awaited}`]),
    ...(seats === null || withdrawn ? [] : [seats === 0 ? "Full" : `${asCount(seats, "place")} left`]),
  ];
}

function failedElective({ choice, choose, passed }: OfferedCourse): string {
  if (choose !== null && passed >= choose) return `Not passed yet, and enough of ${choice} is passed without it`;
  return `Not passed yet: take it again, or take ${choice === null ? "another elective" : `another of ${choice}`} instead`;
}

/** What follows it says why one that is not open has to wait. */
function carryOver({ missing, seats, withdrawn }: OfferedCourse, bound: boolean): string {
  if (bound) return "Carry-over: it comes first";
  if (withdrawn || missing !== null || seats === 0) return "Carry-over, for the next time";
  return "Carry-over, for the next time: earlier ones come before it";
}
