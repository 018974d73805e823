import { type FormEvent, useEffect, useRef, useState } from "react";
import { sentenceOf } from "#kit/call/call.web.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { MOST_FOUND } from "../course-registration.contract.ts";
import type { OfferedCourse } from "../course-registration.rules.ts";
import { remarksOn } from "../remarks/remarks.rules.ts";

/** Where courses of other programmes and levels are found: by words, or by their `_id`s with commas between. */
export type FindCourses = (query: Record<string, string>) => Promise<readonly OfferedCourse[]>;

/** The courses that were added beside what is offered; those of a draft are fetched again, and what is gone of them is told. */
export function useBorrowed(
  offered: readonly OfferedCourse[],
  ticked: readonly string[],
  find: FindCourses,
  onGone: (ids: readonly string[]) => void,
) {
  const latest = useRef(onGone);
  latest.current = onGone;
  const [borrowed, setBorrowed] = useState<readonly OfferedCourse[]>([]);
  const known = new Set([...offered, ...borrowed].map(({ _id }) => _id));
  const lacking = ticked.filter((id) => !known.has(id)).join(",");
  useEffect(() => {
    if (lacking === "") return;
    let gone = false;
    find({ ids: lacking })
      .then((courses) => {
        if (gone) return;
        setBorrowed((had) => [...had, ...courses]);
        const away = lacking.split(",").filter((id) => !courses.some(({ _id }) => _id === id));
        if (away.length > 0) latest.current(away);
      })
      .catch(() => undefined); // Without a connection they stay ticked, and are fetched at the next look.
    return () => {
      gone = true;
    };
  }, [lacking, find]);
  const borrow = (course: OfferedCourse) => setBorrowed((had) => [...had, course]);
  return [borrowed.filter(({ _id }) => !offered.some((one) => one._id === _id)), borrow] as const;
}

interface BorrowParts {
  readonly find: FindCourses;
  readonly known: readonly OfferedCourse[];
  onBorrow(course: OfferedCourse): void;
}

/** Finds a course of another department or level, and adds it. Not a form of its own: it stands in one. */
export function BorrowCourse({ find, known, onBorrow }: BorrowParts) {
  const [typed, setTyped] = useState("");
  const [found, setFound] = useState<readonly OfferedCourse[] | null>(null);
  const [trouble, setTrouble] = useState("");
  const search = (event?: FormEvent) => {
    event?.preventDefault();
    if (typed.trim() === "") return;
    setTrouble("");
    find({ q: typed })
      .then(setFound)
      .catch((failure: unknown) => setTrouble(sentenceOf(failure)));
  };
  const fresh = found?.filter(({ _id, code }) => !known.some((one) => one._id === _id || one.code === code));
  return (
    <details className="card px-4 py-1">
      <summary className="min-h-11 cursor-pointer content-center font-semibold">
        Add a course of another department or level
      </summary>
      <div className="grid gap-3 pb-3">
        <label className="grid gap-1">
          <span className="font-semibold">Code or name</span>
          <input
            className="control"
            type="search"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => event.key === "Enter" && search(event)}
          />
        </label>
        <button type="button" className="button button-quiet justify-self-start" onClick={() => search()}>
          Find
        </button>
        <p role="status" className={trouble ? "text-bad" : "text-soft"}>
          {trouble || (found && fresh ? foundWords(fresh.length, found.length) : "")}
        </p>
        {fresh && fresh.length > 0 && (
          <ul>
            {fresh.map((course) => (
              <li key={course._id} className="flex items-center gap-3 border-line border-b py-2 last:border-b-0">
                <span className="min-w-0 grow">
                  <strong className="whitespace-nowrap">{course.code}</strong> {course.name}
                  <span className="block text-small text-soft">
                    {[
                      `${course.level} level`,
                      asCount(course.credit, "unit"),
                      ...remarksOn(course, false).slice(1),
                    ].join(". ")}
                  </span>
                </span>
                <button
                  type="button"
                  className="button button-quiet"
                  onClick={() => onBorrow(course)}
                  disabled={course.seats === 0}
                >
                  Add<span className="sr-only"> {course.code}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </details>
  );
}

function foundWords(fresh: number, found: number): string {
  if (found >= MOST_FOUND) return `These are the first ${found}. Write more of the code or the name to find others.`;
  if (found === 0) return "No other course of this semester is called so. Check the code.";
  return fresh === 0 ? "All that were found are in your list." : "";
}
