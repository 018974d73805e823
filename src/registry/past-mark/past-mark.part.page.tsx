import { semesterWords } from "#calendar/session/session.rules.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { readMarksOfStudent, type StudentMark } from "./past-mark.shown.contract.ts";

/** Every mark of a student that the portal holds, with whether it is a pass. */
export function MarksOfStudent({ student }: { readonly student: string }) {
  const read = useRead(readMarksOfStudent, { id: student });
  return (
    <section aria-labelledby="marks" className="card px-5 py-4">
      <h2 id="marks" className="text-large">
        Marks
      </h2>
      <Read from={read} waiting={<div className="bone late mt-3 h-16" />}>
        {(marks) =>
          marks.length === 0 ? <p className="mt-1 text-soft">No mark is here yet.</p> : <Marks of={marks} />
        }
      </Read>
    </section>
  );
}

const sourceWords: Readonly<Record<StudentMark["source"], string>> = {
  "Past marks": "from before this portal",
  "Teaching practice": "teaching practice",
  Result: "published here",
};

/** Some marks, a line each. */
export const Marks = ({ of }: { readonly of: readonly StudentMark[] }) => (
  <ul>
    {of.map(({ _id, course, title, session, semester, total, code, passed, source }) => (
      <li
        key={_id}
        className="flex flex-wrap items-baseline justify-between gap-x-3 border-line border-b py-2 last:border-b-0 sm:flex-nowrap"
      >
        <span className="min-w-0">
          <strong>{course}</strong> {title}
          <span className="block text-small text-soft">
            {session}, {semesterWords(semester)}
            {`, ${sourceWords[source]}`}
          </span>
        </span>
        <span className="flex shrink-0 items-center gap-3">
          <strong className="figures">{code ?? total}</strong>
          {code === "Excused" ? (
            <WordBadge look="plain" word="Excused" />
          ) : (
            <WordBadge look={passed ? "good" : "bad"} word={passed ? "Passed" : "Not passed"} />
          )}
        </span>
      </li>
    ))}
  </ul>
);
