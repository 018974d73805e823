import { semesterWords } from "#calendar/session/session.rules.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import type { previewPublication } from "./publication.contract.ts";

export type Outlook = Replied<typeof previewPublication>;

/** What goes out, and what stays awaited: looked at before it is proposed, and again before it is approved. */
export const OutlookShown = ({ of }: { of: Outlook }) => (
  <section aria-labelledby="outlook" className="card grid grid-cols-[minmax(0,1fr)] gap-4 px-5 py-4">
    <h2 id="outlook" className="text-large">
      {asCount(of.results, "result")} of {asCount(of.students, "student")}, {of.session}, {semesterWords(of.semester)}
    </h2>
    {!of.same && (
      <Alert look="warn" title="It looks different now">
        <p>A sheet or a moderation was decided since it was proposed. It cannot be approved: have it proposed anew.</p>
      </Alert>
    )}
    {of.unprofiled.map(({ programme, session, students }) => (
      <Alert key={`${programme} ${session}`} look="bad" title="No result profile">
        <p>
          {asCount(students, "student")} of {programme} who entered in {session} are graded by nothing, so nothing goes
          out. Name a profile for them first, or leave the level out.
        </p>
      </Alert>
    ))}
    <ul className="grid list-disc gap-1 pl-5">
      {of.debtors > 0 && <li>To {asCount(of.debtors, "student")} the semester stays closed until fees are paid.</li>}
      {of.held > 0 && <li>To {asCount(of.held, "student")} it stays closed by a hold.</li>}
      {of.missing > 0 && (
        <li>{asCount(of.missing, "mark is", "marks are")} not out yet, and follow with a later publication.</li>
      )}
      {of.corrected > 0 && (
        <li>
          {asCount(of.corrected, "mark goes", "marks go")} out as corrected by a rectification, not as the sheet has it.
        </li>
      )}
      <li>Each student gets one mail when they go out. No mark stands in it.</li>
    </ul>
    <ul className="grid gap-3 lg:grid-cols-2">
      {of.batches.map((batch) => (
        <li key={`${batch.programme} ${batch.level}`} className="rounded-card border border-line px-4 py-3">
          <strong>
            {batch.title}, {batch.level} level
          </strong>
          <p className="figures text-small">
            {asFigure(batch.students)} students · {asFigure(batch.results)} results · {asFigure(batch.missing)} not out
            yet
            {batch.published > 0 && ` · ${asFigure(batch.published)} out already`}
          </p>
          <p className="figures text-small">
            GPA from {batch.gpa.least} to {batch.gpa.most}, middle {batch.gpa.middle}
          </p>
          <p className="text-small text-soft">
            {batch.classes.map(({ name, students }) => `${name ?? "Below the lowest class"} ${students}`).join(" · ")}
          </p>
        </li>
      ))}
    </ul>
    {of.awaited.length > 0 && (
      <div>
        <h3 className="font-semibold">Not out yet</h3>
        <ul>
          {of.awaited.map(({ code, name, state, students }) => (
            <li key={`${code} ${state}`} className="flex flex-wrap justify-between gap-x-3 border-line border-b py-1.5">
              <span className="min-w-0">
                <strong className="whitespace-nowrap">{code}</strong> {name}
              </span>
              <span className="text-small text-soft">
                {state}, {asCount(students, "student")}
              </span>
            </li>
          ))}
        </ul>
      </div>
    )}
    {of.clashes.length > 0 && (
      <div>
        <h3 className="font-semibold">Left out: a mark of before stands in the same course</h3>
        <ul>
          {of.clashes.map(({ name, matric, course }) => (
            <li key={`${matric} ${name} ${course}`}>
              {course}: {name} {matric}
            </li>
          ))}
        </ul>
      </div>
    )}
  </section>
);
