import { semesterWords } from "#calendar/session/session.rules.ts";
import type { RecordShown } from "./academic-record.contract.ts";
import { asAverage, countedAttempts, owedWords, type Sum } from "./academic-record.rules.ts";

type Semester = RecordShown["semesters"][number];
type Attempt = Semester["attempts"][number];

const asPoints = (hundredths: number): string => (hundredths / 100).toFixed(2);

/** "23.00 ÷ 5 = 4.60": what an average is made of. */
export const sumWords = (sum: Sum): string =>
  sum.units === 0 ? "Nothing counts yet" : `${asPoints(sum.points)} ÷ ${sum.units} = ${asAverage(sum)}`;

interface SumsParts {
  readonly of: RecordShown;
  /** The semester that stands open, such as the one of a broadsheet; else the last one. */
  readonly open?: { readonly session: string; readonly semester: number } | undefined;
}

/** Every average of a record as the sum that it is: attempts with units times point, and what the CGPA counts of them. */
export function RecordSums({ of, open }: SumsParts) {
  const { semesters, profile, carryOvers } = of;
  const last = semesters.at(-1);
  const isOpen = ({ session, semester }: Semester) =>
    open
      ? session === open.session && semester === open.semester
      : session === last?.session && semester === last?.semester;
  if (semesters.length === 0)
    return (
      <p className="text-soft">
        {profile ? "No mark yet, so there is no average." : "Nobody has said by which profile this student is graded."}
      </p>
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {semesters.map((semester, at) => (
        <details key={`${semester.session} ${semester.semester}`} open={isOpen(semester)} className="card px-4 py-2">
          <summary className="min-h-11 cursor-pointer py-2.5">
            <span className="font-semibold">
              {semester.session}, {semesterWords(semester.semester)}
            </span>
            : GPA <span className="figures">{asAverage(semester.gpa)}</span>, CGPA{" "}
            <span className="figures">{asAverage(semester.cgpa)}</span>
            {semester.standing !== "Good" && `, ${semester.standing}`}
          </summary>
          <AttemptTable
            of={semester.attempts}
            label={`Sum of ${semester.session}, ${semesterWords(semester.semester)}`}
          />
          <p className="figures mt-2">GPA: {sumWords(semester.gpa)}</p>
          <p className="figures mb-2">CGPA so far: {sumWords(semester.cgpa)}</p>
          <Uncounted of={semesters.slice(0, at + 1)} rule={profile?.attempts ?? "All"} />
        </details>
      ))}
      <p>
        {of.passedUnits} units passed.{" "}
        {of.passClass ? `Class of pass so far: ${of.passClass}.` : "No class of pass so far."}
      </p>
      {carryOvers.length > 0 && (
        <p>Carried over: {carryOvers.map(({ course, why }) => `${course} (${owedWords[why]})`).join(", ")}.</p>
      )}
    </div>
  );
}

const cell = "border-line border-b py-1.5 pr-3 align-top";

function AttemptTable({ of, label }: { of: readonly Attempt[]; label: string }) {
  return (
    <table aria-label={label} className="w-full border-collapse text-left">
      <thead>
        <tr>
          <th scope="col" className={cell}>
            Course
          </th>
          <th scope="col" className={`${cell} text-right`}>
            Mark
          </th>
          <th scope="col" className={cell}>
            Grade
          </th>
          <th scope="col" className={`${cell} text-right`}>
            Units × point
          </th>
        </tr>
      </thead>
      <tbody>
        {of.map(({ course, title, total, code, grade, units, point, left }) => (
          <tr key={course}>
            <td className={cell}>
              <strong className="whitespace-nowrap">{course}</strong>{" "}
              <span className="hidden text-soft sm:inline">{title}</span>
            </td>
            <td className={`${cell} figures text-right`}>{total ?? code}</td>
            <td className={cell}>{grade}</td>
            <td className={`${cell} figures text-right`}>
              {point === null
                ? left
                  ? "left with its combination"
                  : "counts nothing"
                : `${units} × ${asPoints(point)} = ${asPoints(units * point)}`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Attempts that another one at the same course takes the place of, where not all of them count. */
function Uncounted({ of, rule }: { of: readonly Semester[]; rule: "All" | "Best" | "Last" }) {
  if (rule === "All") return null;
  const all = of.flatMap(({ attempts }) => attempts);
  const counted = new Set(countedAttempts(all, rule));
  const out = all.filter((attempt) => attempt.point !== null && !counted.has(attempt));
  if (out.length === 0) return null;
  return (
    <p className="mb-2 text-small text-soft">
      The {rule === "Best" ? "best" : "last"} attempt at a course counts, so not:{" "}
      {out.map(({ course, session, semester }) => `${course} of ${session}, ${semesterWords(semester)}`).join("; ")}.
    </p>
  );
}
