import { semesterTitle } from "#calendar/session/session.rules.ts";
import { opened } from "#kit/page/opened.web.tsx";
import { Letterhead } from "#kit/paper/letterhead.web.tsx";
import { PaperWords } from "#kit/paper/paper-words.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { letterhead } from "#reference/brand/brand.letterhead.rules.ts";
import type { CourseForm } from "./course-form.contract.ts";

// It draws a picture, which the other screens here do without.
const PaperCheck = opened(() => import("#kit/paper/paper-marks.web.tsx").then((part) => part.PaperCheck));

const cell = "border border-edge px-2 py-1.5 text-left align-top print:py-1";

/** On a phone its words stand below the course. */
const typeCell = `${cell} hidden sm:table-cell print:table-cell`;

const typeOf = ({ kind, moduletype }: CourseForm["lines"][number]) =>
  kind === "Carry-over" || kind === "Borrowed" ? `${moduletype}, ${kind.toLowerCase()}` : moduletype;

/** A course form as it leaves the printer. */
export function CourseFormSheet({ form }: { form: CourseForm }) {
  const { name, matric, programme, level, session, semester, photo, units, more, lines, decidedby, decidedAt } = form;
  return (
    <article className="mx-auto flex max-w-[52rem] flex-col gap-4 rounded-card border border-line bg-surface p-4 sm:p-8 print:max-w-none print:border-0 print:p-0">
      <Letterhead {...letterhead} />
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <h1 className="text-title">{form.words.heading}</h1>
          <p className="font-semibold">
            {semesterTitle(semester)} {session}
          </p>
          <p className="mt-2 text-large">{name}</p>
          <p>{matric ?? "Matric number not given yet"}</p>
          <p>
            {programme}, {level} level
          </p>
        </div>
        {photo && (
          <img
            src={photo}
            alt={`Passport of ${name}`}
            className="aspect-[35/45] w-24 shrink-0 rounded-control border border-line object-cover"
          />
        )}
      </div>
      <PaperWords text={form.words.opening} />
      <table className="w-full border-collapse">
        <thead>
          <tr>
            {["Code", "Course", "Units", "Type"].map((title) => (
              <th key={title} scope="col" className={`${title === "Type" ? typeCell : cell} bg-sunk`}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.course} className="keep-together">
              <td className={`${cell} font-semibold sm:whitespace-nowrap print:whitespace-nowrap`}>{line.code}</td>
              <td className={`${cell} wrap-anywhere sm:wrap-normal print:wrap-normal`}>
                {line.name}
                <span className="block text-small sm:hidden print:hidden">{typeOf(line)}</span>
              </td>
              <td className={`${cell} figures`}>{line.credit}</td>
              <td className={typeCell}>{typeOf(line)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td className={cell} colSpan={2}>
              {asCount(lines.length, "course")}
            </td>
            <td className={`${cell} figures font-semibold`}>{units}</td>
            <td className={typeCell} />
          </tr>
        </tfoot>
      </table>
      {decidedby && decidedAt && (
        <p>
          Approved by {decidedby} on {asDay(decidedAt)}
        </p>
      )}
      {more > 0 && (
        <p>
          {asCount(more, "course was", "courses were")} sent beside these and {more === 1 ? "is" : "are"} not approved:{" "}
          {more === 1 ? "it does" : "they do"} not count.
        </p>
      )}
      <div className="text-small">
        <PaperWords text={form.words.closing} />
      </div>
      <PaperCheck address={form.genuine} says={["Course form", name]} asOf={form.asOf} />
    </article>
  );
}
