import { useState } from "react";
import { flushSync } from "react-dom";
import { semesterWords } from "#calendar/session/session.rules.ts";
import { asCount } from "#kit/value/count.rules.ts";
import type { CatalogueGrid, ShownFinding } from "../catalogue/catalogue.contract.ts";
import { unitsOf } from "../catalogue/catalogue.units.rules.ts";
import { isElective, semesterCalled } from "../course.rules.ts";
import { columnsLook } from "./grid.box.page.tsx";
import { CourseRow, NewCourseRow } from "./grid.row.page.tsx";

interface SectionParts {
  readonly grid: CatalogueGrid;
  readonly level: number;
  readonly semester: number;
  readonly findings: readonly ShownFinding[];
  readonly mayChange: boolean;
}

/** What is taught in one semester of one level: its sums, its courses, and a row for the next one. */
export function SemesterSection({ grid, level, semester, findings, mayChange }: SectionParts) {
  // Each new row is one of its own until it is saved, so that the next can be typed meanwhile.
  const [unsaved, setUnsaved] = useState<readonly number[]>([0]);
  // On a phone an empty row of boxes in every semester would bury the courses.
  const [adding, setAdding] = useState(false);
  const own = grid.courses.filter((course) => course.level === level && course.semester === semester);
  const general = grid.general.filter((course) => course.level === level && course.semester === semester);
  const name = semesterCalled(level, semester);
  const last = own.at(-1);
  const withHalf = grid.programme.label.includes("/") || grid.courses.some(({ half }) => half !== null);
  return (
    <section aria-label={`${name[0]?.toUpperCase()}${name.slice(1)}`} className="card overflow-hidden">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-line border-b bg-sunk px-4 py-2">
        <h2 className="text-large">
          {level} level, {semesterWords(semester)}
        </h2>
        <Sums grid={grid} offered={[...own.filter(({ status }) => status), ...general]} />
      </div>
      {findings.length > 0 && (
        <div className="px-4 pt-3">
          <Findings of={findings} />
        </div>
      )}
      {(own.length > 0 || mayChange) && (
        <div
          aria-hidden
          className={`hidden px-4 pt-3 font-semibold text-small text-soft lg:grid ${columnsLook(withHalf)}`}
        >
          <span>Code</span>
          <span>Name</span>
          <span>Type</span>
          <span>Units</span>
          {withHalf && <span>Half</span>}
          <span>Passed before</span>
          <span />
        </div>
      )}
      <ul className="divide-y divide-line">
        {own.map((course) => (
          <CourseRow key={course._id} grid={grid} course={course} mayChange={mayChange} withHalf={withHalf} />
        ))}
        {general.map((course) => (
          <li key={course._id} className="flex flex-wrap gap-x-3 px-4 py-2 text-soft">
            <strong className="text-ink">{course.code}</strong>
            <span>{course.name}</span>
            <span>
              {asCount(course.credit, "unit")}, {isElective(course) ? "elective" : course.moduletype.toLowerCase()}; for
              every programme, kept with {course.programme}
            </span>
          </li>
        ))}
        {own.length === 0 && general.length === 0 && !mayChange && (
          <li className="px-4 py-3 text-soft">No course yet.</li>
        )}
        {mayChange &&
          unsaved.map((nth, at) => (
            <NewCourseRow
              key={nth}
              grid={grid}
              place={{ level, semester }}
              usual={{ moduletype: last?.moduletype ?? "Core", credit: String(last?.credit ?? 2) }}
              withHalf={withHalf}
              isLast={at === unsaved.length - 1}
              isFolded={!adding}
              onNext={() => setUnsaved([...unsaved, nth + 1])}
              onSaved={() =>
                setUnsaved((rows) => {
                  const left = rows.filter((one) => one !== nth);
                  return left.length === 0 ? [nth + 1] : left;
                })
              }
            />
          ))}
      </ul>
      {mayChange && !adding && (
        <button
          type="button"
          className="link min-h-11 cursor-pointer px-4 lg:hidden"
          onClick={(event) => {
            const list = event.currentTarget.previousElementSibling;
            flushSync(() => setAdding(true));
            list?.querySelector<HTMLElement>('li:last-child [data-cell="code"]')?.focus();
          }}
        >
          Add a course<span className="sr-only"> to the {name}</span>
        </button>
      )}
    </section>
  );
}

interface SumsParts {
  readonly grid: CatalogueGrid;
  readonly offered: Parameters<typeof unitsOf>[0];
}

/** Core, elective and all, against what may be registered. */
function Sums({ grid: { minunit, maxunit }, offered }: SumsParts) {
  const { core, elective, least, all } = unitsOf(offered);
  const isOdd = least > maxunit || all < minunit;
  return (
    <p className={`figures text-small ${isOdd ? "font-semibold text-bad" : "text-soft"}`}>
      Core {core} · Elective {elective} · {least === all ? all : `${least} to ${all}`} of {minunit} to {maxunit} units
    </p>
  );
}

export function Findings({ of }: { of: readonly ShownFinding[] }) {
  return (
    <ul className="grid gap-1 border-line border-l-4 pl-3 text-small">
      {of.map(({ severity, sentence }) => (
        <li key={sentence} className={severity === "wrong" ? "text-bad" : "text-soft"}>
          {severity === "wrong" ? (
            <span className="sr-only">Wrong: </span>
          ) : (
            <span className="sr-only">To look at: </span>
          )}
          {sentence}
        </li>
      ))}
    </ul>
  );
}
