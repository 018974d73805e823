import { semesterWords } from "#calendar/session/session.rules.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { SumsOf } from "../academic-record/academic-record.open.part.page.tsx";
import type { previewModeration } from "./moderation.contract.ts";
import { moderationWords } from "./moderation.rules.ts";

type Effect = Replied<typeof previewModeration>;

/** Whom a moderation touches, and what it makes of each. */
export function EffectShown({ of }: { of: Effect }) {
  return (
    <section aria-labelledby="effect" className="card grid grid-cols-[minmax(0,1fr)] gap-3 px-5 py-4">
      <h2 id="effect" className="text-large">
        {moderationWords(of)}
        {of.code ? ` in ${of.code}` : " in every course"}, {of.session}, {semesterWords(of.trimester)}
      </h2>
      {!of.same && (
        <Alert look="warn" title="It looks different now">
          <p>Other marks are in the range than when it was proposed. It cannot be approved: have it proposed anew.</p>
        </Alert>
      )}
      <ul className="grid list-disc gap-1 pl-5">
        {linesOf(of).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {of.list.length > 0 && <Names of={of} />}
    </section>
  );
}

function linesOf(of: Effect): string[] {
  if (of.marks === 0 && of.published === 0)
    return ["No mark is in this range now. Marks of it that are typed later are lifted too."];
  const moved = (name: string, moves: Effect["classes"]) =>
    moves.map(
      ({ before, after, students }) =>
        `${name} ${before ?? "none"} becomes ${after ?? "none"}: ${asCount(students, "student")}.`,
    );
  return [
    `${asCount(of.marks, "mark")} of ${asCount(of.students, "student")}; ${asCount(of.passes, "becomes", "become")} a pass. What was typed stays.`,
    ...of.courses.map(({ code, marks }) => `${code}: ${asCount(marks, "mark")}.`),
    ...moved("Class of pass", of.classes),
    ...moved("Standing", of.standings),
    ...(of.published > 0
      ? [`${asCount(of.published, "mark of this range is", "marks of this range are")} published already, and stay.`]
      : []),
  ];
}

const change = ({ before, after }: { readonly before: string | null; readonly after: string | null }) =>
  before === after ? (after ?? "none") : `${before ?? "none"} → ${after ?? "none"}`;

const cell = "block py-0.5 sm:table-cell sm:py-2 sm:pr-3 align-top";

const Names = ({ of }: { of: Effect }) => (
  <table className="w-full border-collapse text-left">
    <caption className="pb-1 text-left font-semibold">
      {of.students > of.list.length
        ? `The first ${asFigure(of.list.length)} of ${asFigure(of.students)}`
        : "Each of them"}
    </caption>
    <thead className="hidden sm:table-header-group">
      <tr className="border-line border-b text-small text-soft">
        {["Student", "Marks", "GPA", "CGPA", "Class and standing"].map((title) => (
          <th key={title} scope="col" className="py-1.5 pr-3 font-semibold">
            {title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {of.list.map((one) => (
        <tr key={one.student} className="block border-line border-b py-2 sm:table-row sm:py-0">
          <th scope="row" className={`${cell} font-normal`}>
            <strong>{one.name}</strong>
            <span className="block text-small text-soft">{one.matric}</span>
            <SumsOf student={one.student} name={one.name} />
          </th>
          <td className={`${cell} figures`}>
            {one.courses.map(({ code, raw, total }) => (
              <span key={code} className="block whitespace-nowrap">
                {code}: {raw} → {total}
              </span>
            ))}
          </td>
          <td className={`${cell} figures whitespace-nowrap`}>
            <span className="text-soft sm:hidden">GPA </span>
            {change(one.gpa)}
          </td>
          <td className={`${cell} figures whitespace-nowrap`}>
            <span className="text-soft sm:hidden">CGPA </span>
            {change(one.cgpa)}
          </td>
          <td className={cell}>
            {change(one.passclass)}
            <span className="block text-small">{change(one.standing)}</span>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
