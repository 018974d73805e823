import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { StateWord } from "#kit/look/badge.web.tsx";
import { Card } from "#kit/look/card.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { sheetLooks } from "../score-sheet/score-sheet.rules.ts";
import { SpreadBars } from "../score-spread/score-spread.part.page.tsx";
import { ReturnFromBoard } from "./broadsheet.board.page.tsx";
import type { Broadsheet } from "./broadsheet.contract.ts";

/** What is lacking or lies improbably: looked at before anything is approved. */
export function Findings({ of: { missing, improbable, courses } }: { of: Broadsheet }) {
  const odd = courses.flatMap(({ code, improbable: own }) => own.map((one) => `${code}: ${one}`));
  const all = [...odd, ...improbable];
  const unsent = courses.filter(({ sheet }) => sheet === null || sheet.state === "Open" || sheet.state === "Returned");
  if (missing.length === 0 && all.length === 0 && unsent.length === 0) return null;
  return (
    <div className="grid gap-3 lg:grid-cols-2">
      {(missing.length > 0 || unsent.length > 0) && (
        <Alert look="warn" title="Not all marks are here">
          <ul>
            {unsent.length > 0 && <li>Not sent in: {unsent.map(({ code }) => code).join(", ")}</li>}
            {missing.map(({ code, names }) => (
              <li key={code}>
                {code}: {names.slice(0, 5).join(", ")}
                {names.length > 5 && ` and ${asCount(names.length - 5, "other")}`}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {all.length > 0 && (
        <Alert look="warn" title="Improbable">
          <ul>
            {all.slice(0, 12).map((one) => (
              <li key={one}>{one}</li>
            ))}
            {all.length > 12 && <li>and {asCount(all.length - 12, "other")}</li>}
          </ul>
        </Alert>
      )}
    </div>
  );
}

/** How the marks of each course lie, and with whom its sheet is. */
export function Courses({ of: { courses } }: { of: Broadsheet }) {
  const maySee = useRight("score-sheets");
  const isBoard = useRight("broadsheets.approve");
  return (
    <section aria-label="Courses" className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {courses.map((course) => (
        <Card
          key={course.class}
          title={`${course.code} ${course.title}`}
          beside={
            <StateWord
              look={course.sheet ? sheetLooks[course.sheet.state] : "plain"}
              word={course.sheet?.state ?? "No sheet"}
            />
          }
          deeds={
            course.sheet && (
              <>
                {maySee && (
                  <Link to={`/staff/score-sheets/${course.sheet._id}`} className="button button-quiet">
                    Sheet<span className="sr-only"> of {course.code}</span>
                  </Link>
                )}
                {isBoard && <ReturnFromBoard of={course} />}
              </>
            )
          }
        >
          <SpreadBars of={course.spread} />
          {course.sheet && <p className="text-small text-soft">Here since {asDay(course.sheet.since)}</p>}
        </Card>
      ))}
    </section>
  );
}

/** The spread of averages, by class of pass. */
export function Averages({ of: { averages } }: { of: Broadsheet }) {
  if (averages.length === 0) return null;
  return (
    <section aria-labelledby="averages" className="card keep-together max-w-xl px-5 py-4">
      <h2 id="averages" className="mb-2 text-large">
        Spread of averages
      </h2>
      <table className="w-full border-collapse text-left">
        <thead>
          <tr>
            <th scope="col">Class of pass</th>
            <th scope="col" className="text-right">
              GPA
            </th>
            <th scope="col" className="text-right">
              CGPA
            </th>
          </tr>
        </thead>
        <tbody>
          {averages.map(({ name, gpa, cgpa }) => (
            <tr key={name} className="border-line border-t">
              <th scope="row" className="py-1 font-normal">
                {name}
              </th>
              <td className="figures text-right">{gpa}</td>
              <td className="figures text-right">{cgpa}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
