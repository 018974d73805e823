import type { Row } from "#console/record/record.contract.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { Read, useRead, useRereadWhile } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { Progress } from "#kit/look/states.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asFigure } from "#kit/value/count.rules.ts";
import { handOverLines, readHandOverLine } from "./hand-over.contract.ts";

/** How far an order has come, and who was refused why. */
export function HandOverRun({ row }: { row: Row }) {
  const [people, waiting, refused] = [Number(row.people), Number(row.waiting), Number(row.refused)];
  useRereadWhile(waiting > 0);
  const lines = (state: string) => `${handOverLines.link}?handover=${row._id}${state && `&state=${state}`}`;
  return (
    <>
      {waiting > 0 ? (
        <section aria-label="Progress" className="card px-5 py-4">
          <Progress
            label={`${asFigure(people - waiting)} of ${asFigure(people)} done`}
            value={people - waiting}
            most={people}
          />
        </section>
      ) : (
        <Alert
          look={refused > 0 ? "warn" : "good"}
          title={refused > 0 ? `${asFigure(refused)} stayed as they were` : "Everybody is a student"}
        >
          {refused > 0 && (
            <p>
              Each has the reason beside it. Mend it, then hand them over again: whoever is a student already stays one.{" "}
              <Link to={lines("Refused")} className="link">
                See them
              </Link>
            </p>
          )}
        </Alert>
      )}
      <p>
        <Link to={lines("")} className="link">
          Everybody of this order
        </Link>
      </p>
    </>
  );
}

/** What each step of one person came to. */
export function LineSteps({ id }: { id: string }) {
  const read = useRead(readHandOverLine, { id });
  const seesStudents = useRight("students");
  return (
    <Read from={read} waiting={<div className="bone late h-24" />}>
      {({ steps, state, student, matric }) => (
        <section aria-label="Steps" className="card px-5 py-4">
          <h2 className="text-large">Step by step</h2>
          {steps.length === 0 ? (
            <p className="mt-1 text-soft">
              {state === "Waiting" ? "It is not this person's turn yet." : "A student already, so nothing was changed."}
            </p>
          ) : (
            <ol className="mt-1">
              {steps.map(({ step, said }, place) => (
                <li key={step} className="border-line border-b py-2 last:border-b-0">
                  <strong>{step}</strong>
                  <span
                    className={`block ${state === "Refused" && place === steps.length - 1 ? "text-bad" : "text-soft"}`}
                  >
                    {said}
                  </span>
                </li>
              ))}
            </ol>
          )}
          {student && seesStudents && (
            <p className="mt-2">
              <Link to={`/staff/students/${student}`} className="link">
                The student{matric && ` ${matric}`}
              </Link>
            </p>
          )}
        </section>
      )}
    </Read>
  );
}
