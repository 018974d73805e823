import { useState } from "react";
import { useWatch } from "react-hook-form";
import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import { RecordField } from "#console/form/form.field.part.page.tsx";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import type { Values } from "#console/record/record.contract.ts";
import { factsOf } from "#console/record/record.facts.rules.ts";
import { blankOf, type Typed, typedForm, wireOf } from "#console/record/record.rules.ts";
import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Link, useNavigate } from "#kit/page/router.web.tsx";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import type { Sent } from "#kit/wire/endpoint.contract.ts";
import { SumsOf } from "../academic-record/academic-record.open.part.page.tsx";
import { checkGraduation, type DryRun, graduationForm, graduations, proposeGraduation } from "./graduation.contract.ts";

const facts = factsOf(graduationForm.entries);
const schema = typedForm(facts, graduationForm as never);
const noLabels = new Map<string, string>();

type Wanted = Sent<typeof proposeGraduation>;

/** Proposes the award, once its reader has seen who meets everything and who lacks what. */
export function MakePage() {
  const sheet = useSheet<Typed, Values>(schema, blankOf(facts));
  const [seen, setSeen] = useState<{ readonly wanted: Wanted; readonly run: DryRun } | null>(null);
  const typed = useWatch({ control: sheet.form.control });
  const wanted = wireOf(facts, typed as Typed) as Wanted;
  const isSeen = seen !== null && JSON.stringify(seen.wanted) === JSON.stringify(wanted);
  return (
    <>
      <ConsoleHeading title="Make a graduation list">
        <Link to={graduations.link} className="button button-quiet">
          Back to the lists
        </Link>
      </ConsoleHeading>
      <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4">
        <p>
          Everybody who is Active at the last level of a programme is audited: units, compulsory courses, electives,
          general courses, teaching practice, project and class of pass. Nothing is changed before another person has
          approved the list with the minute of the board.
        </p>
        <Form
          sheet={sheet}
          draft={null}
          silent
          submit="Audit them"
          send={async () => {
            const run = await call(checkGraduation, { body: wanted });
            setSeen({ wanted, run });
            return { message: "" };
          }}
          done={() => undefined}
        >
          {facts.map((field) => (
            <RecordField key={field.name} field={field} sheet={sheet} labels={noLabels} />
          ))}
        </Form>
        {seen && isSeen && <Seen of={seen.run} wanted={wanted} />}
      </div>
    </>
  );
}

function Seen({ of: { title, ready, lacking }, wanted }: { of: DryRun; wanted: Wanted }) {
  const [asked, setAsked] = useState(false);
  const navigate = useNavigate();
  const reread = useReread();
  return (
    <section aria-labelledby="seen" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="seen" className="text-title">
        {title}
      </h2>
      <p>
        <strong className="figures">{ready.length === 0 ? "Nobody" : asCount(ready.length, "person", "people")}</strong>{" "}
        {ready.length === 1 ? "meets" : "meet"} everything
        {lacking.length > 0 && (
          <>
            , <strong className="figures text-bad">{asFigure(lacking.length)}</strong>{" "}
            {lacking.length === 1 ? "lacks" : "lack"} something
          </>
        )}
        .
      </p>
      {ready.length > 0 && (
        <div>
          <button type="button" className="button" onClick={() => setAsked(true)}>
            Propose {asCount(ready.length, "person", "people")}
          </button>
        </div>
      )}
      <Ready of={ready} />
      <Lacking of={lacking} />
      {asked && (
        <Confirm
          title={`Propose ${title}?`}
          submit="Propose"
          send={async (attempt) => {
            const done = await call(proposeGraduation, { body: wanted, attempt });
            navigate(`${graduations.link}/${done._id}`);
            return done;
          }}
          onHide={() => setAsked(false)}
          onDone={reread}
        >
          <p>
            Each is audited once more in this moment. Exit clearance begins for them, and they read that they are on the
            list. Somebody else approves it.
          </p>
        </Confirm>
      )}
    </section>
  );
}

const cell = "border-line border-b py-1.5 pr-3 text-left align-top";

function Ready({ of }: { of: DryRun["ready"] }) {
  if (of.length === 0) return null;
  return (
    <details open={of.length <= 100} className="card px-5 py-4">
      <summary className="cursor-pointer font-semibold text-large">Meet everything</summary>
      <ul className="mt-2">
        {of.map(({ student, name, matric, course, passclass, cgpa, passedunits, open }) => (
          <li key={student} className="border-line border-b py-2 last:border-b-0">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span>
                <strong>{name}</strong> <span className="figures text-soft">{matric}</span>
              </span>
              <span className="figures">
                {passclass}, CGPA {cgpa}, {asCount(passedunits, "unit")}
              </span>
            </p>
            <p className="text-small text-soft">
              {course}. <SumsOf student={student} name={name} />
            </p>
            {open.length > 0 && <p className="text-small text-warn">The certificate will wait: {open.join("; ")}</p>}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Lacking({ of }: { of: DryRun["lacking"] }) {
  if (of.length === 0) return null;
  return (
    <details open={of.length <= 100} className="card px-5 py-4">
      <summary className="cursor-pointer font-semibold text-large">Lack something</summary>
      <table className="mt-2 w-full border-collapse">
        <thead>
          <tr>
            <th scope="col" className={cell}>
              Student
            </th>
            <th scope="col" className={cell}>
              What is lacking
            </th>
          </tr>
        </thead>
        <tbody>
          {of.map(({ student, name, matric, reasons }) => (
            <tr key={student}>
              <th scope="row" className={`${cell} font-normal`}>
                <strong className="block">{name}</strong>
                <span className="figures text-small text-soft">{matric}</span>
              </th>
              <td className={`${cell} wrap-anywhere`}>
                <ul>
                  {reasons.map((one) => (
                    <li key={one}>{one}</li>
                  ))}
                </ul>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
