import { Ban, ChevronDown, ChevronUp, RotateCcw } from "lucide-react";
import { type FocusEvent, type KeyboardEvent, memo, type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { asCount } from "#kit/value/count.rules.ts";
import type { CatalogueGrid, GridCourse } from "../catalogue/catalogue.contract.ts";
import { columnsLook, RowBox } from "./grid.box.page.tsx";
import { CourseMore } from "./grid.more.page.tsx";
import { type TypedCourse, typedCourse } from "./grid.row.rules.ts";
import { type RowState, useRow } from "./grid.saving.page.tsx";

function MainBoxes({ row, withHalf }: { row: RowState; withHalf: boolean }) {
  return (
    <>
      <RowBox row={row} name="code" />
      <RowBox row={row} name="name" wide />
      <RowBox row={row} name="moduletype" list="module-types" />
      <RowBox row={row} name="credit" inputMode="numeric" />
      {withHalf && (
        <RowBox row={row} name="half">
          <option value="">–</option>
          <option value="1">1</option>
          <option value="2">2</option>
        </RowBox>
      )}
      <RowBox row={row} name="needs" wide />
    </>
  );
}

interface FrameParts {
  readonly row: RowState;
  readonly label: string;
  readonly withHalf: boolean;
  readonly look?: string;
  readonly onEnter: (event: KeyboardEvent<HTMLElement>) => void;
  readonly deeds: ReactNode;
  readonly children?: ReactNode;
}

/** A row saves itself when the keyboard leaves it, and at Enter. Escape takes back what is not saved. */
function RowFrame({ row, label, withHalf, look = "", onEnter, deeds, children }: FrameParts) {
  const leave = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) void row.save();
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (!(event.target instanceof HTMLElement) || !event.target.dataset.cell) return;
    if (event.key === "Escape") row.takeBack();
    if (event.key !== "Enter") return;
    event.preventDefault();
    onEnter(event);
  };
  return (
    <li className={`px-4 py-3 lg:py-1.5 ${look}`} onBlur={leave} onKeyDown={press}>
      <fieldset>
        <legend className="sr-only">{label}</legend>
        <div className={`grid grid-cols-2 items-start gap-x-3 gap-y-2 ${columnsLook(withHalf)}`}>
          <MainBoxes row={row} withHalf={withHalf} />
          <div className="col-span-full flex items-center gap-1 lg:col-span-1 lg:justify-end">{deeds}</div>
        </div>
        {children}
        <RowStanding row={row} />
      </fieldset>
    </li>
  );
}

function RowStanding({ row: { state, message } }: { row: RowState }) {
  const words = state === "saving" ? "Saving..." : message;
  return (
    <p
      role="status"
      className={
        words ? `mt-1 text-small ${message && state !== "saved" ? "font-semibold text-bad" : "text-soft"}` : "sr-only"
      }
    >
      {words}
    </p>
  );
}

interface CourseParts {
  readonly grid: CatalogueGrid;
  readonly course: GridCourse;
  readonly mayChange: boolean;
  readonly withHalf: boolean;
}

/** A course that stands in the catalogue. */
export const CourseRow = memo(function CourseRow({ grid, course, mayChange, withHalf }: CourseParts) {
  const row = useRow(course, typedCourse(course, grid));
  const [open, setOpen] = useState(false);
  if (!mayChange) return <ReadCourse course={course} />;
  const { registered } = course.class;
  return (
    <RowFrame
      row={row}
      label={`${course.code} ${course.name}`}
      withHalf={withHalf}
      look={course.status ? "" : "bg-sunk"}
      onEnter={(event) => {
        void row.save();
        focusBelow(event.currentTarget, event.target);
      }}
      deeds={
        <>
          {!course.status && <span className="mr-auto font-semibold text-small text-soft lg:hidden">Inactive</span>}
          <button
            type="button"
            className="grid size-11 cursor-pointer place-items-center text-soft"
            title={course.status ? "Make inactive" : "Make active"}
            onClick={() => void row.save({ status: course.status ? "false" : "true" })}
          >
            {course.status ? <Ban aria-hidden className="size-5" /> : <RotateCcw aria-hidden className="size-5" />}
            <span className="sr-only">
              {course.status ? "Make inactive" : "Make active"}: {course.code}
            </span>
          </button>
          <button
            type="button"
            className="grid size-11 cursor-pointer place-items-center"
            aria-expanded={open}
            title="More"
            onClick={() => setOpen(!open)}
          >
            {open ? <ChevronUp aria-hidden className="size-5" /> : <ChevronDown aria-hidden className="size-5" />}
            <span className="sr-only">More of {course.code}</span>
          </button>
        </>
      }
    >
      {!course.status && (
        <p className="mt-1 text-small text-soft">
          Inactive: offered to nobody
          {registered > 0 &&
            `. ${asCount(registered, "student has", "students have")} registered it, and ${registered === 1 ? "is" : "are"} told`}
        </p>
      )}
      {open && <CourseMore course={course} row={row} />}
    </RowFrame>
  );
});

function ReadCourse({ course }: { course: GridCourse }) {
  const { code, name, credit, moduletype, needs, status, class: taught } = course;
  return (
    <li className={`flex flex-wrap gap-x-3 px-4 py-2 ${status ? "" : "text-soft"}`}>
      <strong>{code}</strong>
      <span>{name}</span>
      <span className="text-soft">
        {asCount(credit, "unit")}, {moduletype.toLowerCase()}
        {needs && `, after ${needs}`}
        {!status && ", inactive"}. {taught.department.label}, {asCount(taught.registered, "student")}
        {taught.seats !== null && ` of ${taught.seats}`}
      </span>
    </li>
  );
}

/** The same box of the next row. */
function focusBelow(from: HTMLElement, target: EventTarget): void {
  const cell = target instanceof HTMLElement ? target.dataset.cell : undefined;
  from.nextElementSibling?.querySelector<HTMLElement>(`[data-cell="${cell}"]`)?.focus();
}

interface NewParts {
  readonly grid: CatalogueGrid;
  readonly place: { readonly level: number; readonly semester: number };
  readonly usual: { readonly moduletype: string; readonly credit: string };
  readonly withHalf: boolean;
  readonly isLast: boolean;
  /** On a phone, until somebody wants to add one. */
  readonly isFolded: boolean;
  /** The row is on its way: the next empty one follows. */
  onNext(): void;
  onSaved(): void;
}

/** A course that is typed in. At Enter the next one begins while this one is saved. */
export function NewCourseRow({ grid, place, usual, withHalf, isLast, isFolded, onNext, onSaved }: NewParts) {
  const { current: blank } = useRef<TypedCourse>({
    programme: grid.programme._id,
    session: grid.session._id,
    level: String(place.level),
    semester: String(place.semester),
    general: "false",
    status: "true",
    ...usual,
  });
  const row = useRow(null, blank, onSaved);
  const next = (item: HTMLElement) => {
    void row.save();
    // Drawn at once: the next key belongs to the next row.
    if (isLast) flushSync(onNext);
    item.parentElement?.querySelector<HTMLElement>('li:last-child [data-cell="code"]')?.focus();
  };
  return (
    <RowFrame
      row={row}
      label={`A new course of ${place.level} level, semester ${place.semester}`}
      withHalf={withHalf}
      look={isFolded ? "hidden lg:block" : ""}
      onEnter={(event) => {
        if (row.isDirty) next(event.currentTarget);
      }}
      deeds={
        <button
          type="button"
          className="button button-quiet w-full lg:w-auto lg:px-3"
          disabled={!row.isDirty}
          onClick={(event) => {
            const item = event.currentTarget.closest("li");
            if (item) next(item);
          }}
        >
          Add
        </button>
      }
    ></RowFrame>
  );
}
