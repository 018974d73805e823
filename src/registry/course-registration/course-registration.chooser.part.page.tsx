import { type ReactNode, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { Alert } from "#kit/look/alert.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { isElective } from "../course/course.rules.ts";
import { BorrowCourse, type FindCourses, useBorrowed } from "./borrow/borrow.page.tsx";
import {
  demandsOn,
  type Finding,
  findingsOf,
  isCompulsory,
  limitsOf,
  type OfferedCourse,
  type UnitLimits,
  unitsOf,
} from "./course-registration.rules.ts";
import { remarksOn } from "./remarks/remarks.rules.ts";

interface ChooserParts {
  readonly offered: readonly OfferedCourse[];
  readonly limits: UnitLimits;
  /** Whether carry-overs may be left, because a head decides. */
  readonly mayLeave: boolean;
  readonly find: FindCourses;
  readonly children?: (found: readonly Finding[]) => ReactNode;
}

/** What is ticked before anybody chose: carry-overs, then what is compulsory, as far as the units go. */
export function tickedAtFirst(offered: readonly OfferedCourse[], limits: UnitLimits): string[] {
  const { bound } = demandsOn(offered, limits);
  const carried = offered.filter(({ _id }) => bound.has(_id));
  const chosen = [...carried];
  for (const course of offered) {
    if (course.kind === "Carry-over" || isElective(course) || course.missing !== null || course.seats === 0) continue;
    const { most } = limitsOf([...chosen, course], offered, limits);
    if (unitsOf([...chosen, course]) <= most) chosen.push(course);
  }
  return chosen.map(({ _id }) => _id);
}

/** The courses of a semester to tick, with the units counted; stands in a form whose field is `courses`. */
export function CourseChooser({ offered, limits, mayLeave, find, children }: ChooserParts) {
  const { getValues, setValue } = useFormContext();
  const ticked = (useWatch({ name: "courses" }) ?? []) as readonly string[];
  const [fallen, setFallen] = useState(0);
  const [borrowed, borrow] = useBorrowed(offered, ticked, find, (gone) => {
    setFallen((had) => had + gone.length);
    const left = (getValues("courses") as readonly string[]).filter((id) => !gone.includes(id));
    setValue("courses", left, { shouldDirty: true });
  });
  const all = [...offered, ...borrowed];
  const chosen = all.filter(({ _id }) => ticked.includes(_id));
  const found = findingsOf(chosen, all, limits);
  const { bound } = demandsOn(all, limits);
  const { least, most } = limitsOf(chosen, all, limits);
  const units = unitsOf(chosen);
  const tick = (course: OfferedCourse, on: boolean) =>
    setValue("courses", on ? [...ticked, course._id] : ticked.filter((id) => id !== course._id), {
      shouldDirty: true,
      shouldTouch: true,
    });
  const isFixed = (course: OfferedCourse) =>
    ticked.includes(course._id) ? bound.has(course._id) && !mayLeave : course.seats === 0 || course.withdrawn;
  return (
    <>
      {groupsOf(all).map(({ title, hint, courses }) => (
        <section key={title} aria-label={title} className="card px-4 pt-3 pb-1">
          <h2 className="text-large">{title}</h2>
          {hint && <p className="text-small text-soft">{hint}</p>}
          <ul>
            {courses.map((course) => (
              <CourseLine
                key={course._id}
                course={course}
                ticked={ticked.includes(course._id)}
                bound={bound.has(course._id)}
                fixed={isFixed(course)}
                onTick={(on) => tick(course, on)}
              />
            ))}
          </ul>
        </section>
      ))}
      <BorrowCourse
        find={find}
        known={all}
        onBorrow={(course) => {
          borrow(course);
          tick(course, true);
        }}
      />
      {fallen > 0 && (
        <Alert look="info" title="Some of what you had ticked fell away">
          <p>
            {asCount(fallen, "course", "courses")} that you had ticked before {fallen === 1 ? "is" : "are"} not in this
            semester any more, or {fallen === 1 ? "stands" : "stand"} above as {fallen === 1 ? "a course" : "courses"}{" "}
            of your own programme. Look at what is ticked now.
          </p>
        </Alert>
      )}
      {found.length > 0 && (
        <Alert look="warn" title="Not right yet">
          <ul className="list-disc pl-4">
            {found.map(({ sentence }) => (
              <li key={sentence}>{sentence}.</li>
            ))}
          </ul>
        </Alert>
      )}
      {children?.(found)}
      <p
        role="status"
        className="sticky bottom-0 z-10 -mx-4 flex items-baseline justify-between gap-4 border-line border-t bg-surface px-4 py-3 md:mx-0 md:rounded-card md:border"
      >
        <strong className={units < least || units > most ? "text-warn" : "text-good"}>
          {asCount(units, "unit")} in {asCount(chosen.length, "course")}
        </strong>
        <span className="text-small text-soft">{least === most ? `${most} asked` : `${least} to ${most} allowed`}</span>
      </p>
    </>
  );
}

interface LineParts {
  readonly course: OfferedCourse;
  readonly ticked: boolean;
  readonly bound: boolean;
  readonly fixed: boolean;
  onTick(on: boolean): void;
}

function CourseLine({ course, ticked, bound, fixed, onTick }: LineParts) {
  const { _id, code, name, credit, moduletype } = course;
  return (
    <li className="border-line border-b last:border-b-0">
      <label className={`flex min-h-12 items-start gap-3 py-2.5 ${fixed ? "" : "cursor-pointer"}`}>
        <input
          type="checkbox"
          className="mt-0.5 size-5 shrink-0"
          checked={ticked}
          aria-disabled={fixed || undefined}
          aria-describedby={`about-${_id}`}
          onChange={(event) => !fixed && onTick(event.target.checked)}
        />
        <span className="min-w-0 grow">
          <strong className="whitespace-nowrap">{code}</strong> {name}
          <span id={`about-${_id}`} className="block text-small text-soft">
            {[moduletype, ...remarksOn(course, bound)].join(". ")}
          </span>
        </span>
        <span className="figures shrink-0 whitespace-nowrap">{asCount(credit, "unit")}</span>
      </label>
    </li>
  );
}

interface CourseGroup {
  readonly title: string;
  readonly hint?: string;
  readonly courses: readonly OfferedCourse[];
}

const CARRIED = "Carry-overs";
const BORROWED = "Other courses";

/** Carry-overs, what is compulsory, the groups of electives, other electives, and what was added; those that hold something. */
function groupsOf(all: readonly OfferedCourse[]): CourseGroup[] {
  const titleOf = ({ kind, choice, moduletype }: OfferedCourse): string => {
    if (kind === "Carry-over") return CARRIED;
    if (kind === "Borrowed") return BORROWED;
    if (choice !== null) return choice;
    if (isCompulsory(moduletype)) return kind === "General" ? "For everybody" : "Your programme";
    return "Electives";
  };
  const groups = Map.groupBy(all, titleOf);
  const named = [CARRIED, "Your programme", "For everybody"];
  const last = ["Electives", BORROWED];
  const between = [...groups.keys()].filter((title) => !named.includes(title) && !last.includes(title));
  return [...named, ...between, ...last].flatMap((title) => {
    const courses = groups.get(title);
    if (!courses) return [];
    const choose = between.includes(title) ? courses[0]?.choose : null;
    return [{ title, courses, ...(choose && { hint: `Choose ${asCount(choose, "course")} of these` }) }];
  });
}
