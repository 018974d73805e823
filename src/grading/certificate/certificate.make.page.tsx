import { RecordField } from "#console/form/form.field.part.page.tsx";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import type { Values } from "#console/record/record.contract.ts";
import { factsOf } from "#console/record/record.facts.rules.ts";
import { blankOf, type Typed, typedForm, wireOf } from "#console/record/record.rules.ts";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { Link, useNavigate } from "#kit/page/router.web.tsx";
import { asFigure } from "#kit/value/count.rules.ts";
import { certificates, printForm, printSheets, readRegister } from "./certificate.contract.ts";
import { sheetStates } from "./certificate.rules.ts";

const [fieldsOf] = printForm.pipe;
const facts = factsOf(fieldsOf.entries);
const schema = typedForm(facts, fieldsOf as never);
const noLabels = new Map<string, string>();

/** Gives serials to sheets of a list, or of one student. */
export function PrintSheetsPage() {
  const sheet = useSheet<Typed, Values>(schema, blankOf(facts));
  const navigate = useNavigate();
  const reread = useReread();
  return (
    <>
      <ConsoleHeading title="Make certificates or statements">
        <Link to={certificates.link} className="button button-quiet">
          Back to the register
        </Link>
      </ConsoleHeading>
      <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
        <p>
          Each paper gets the next serial of its kind and session, and stands in the register from then on. A paper that
          is spoiled keeps its serial; another one gets the next.
        </p>
        <Form
          sheet={sheet}
          draft={null}
          submit="Make them"
          send={(_, attempt) => call(printSheets, { body: wireOf(facts, sheet.form.getValues()) as never, attempt })}
          done={async ({ list }) => {
            await reread();
            navigate(list.length === 1 ? `${certificates.link}/${list[0]}` : `${certificates.link}?state=Printed`);
          }}
        >
          {facts.map((field) => (
            <RecordField key={field.name} field={field} sheet={sheet} labels={noLabels} />
          ))}
        </Form>
      </div>
    </>
  );
}

/** How many serials were given and what became of them; a serial without a paper is said first. */
export function Register() {
  const read = useRead(readRegister);
  return (
    <Read from={read} waiting={null}>
      {(counted) =>
        counted.length > 0 && (
          <div className="mb-4 grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-3">
            {counted.map(
              ({ kind, session, missing }) =>
                missing.length > 0 && (
                  <Alert key={`${kind} ${session}`} look="bad" title={`${kind}, ${session}: serials without a paper`}>
                    <p>The register has no paper with number {missing.join(", ")}. Ask who has printed outside it.</p>
                  </Alert>
                ),
            )}
            <details className="card px-5 py-3">
              <summary className="cursor-pointer">
                Serials given:{" "}
                {counted.map(({ kind, session, given }) => `${kind} ${session}: ${asFigure(given)}`).join("; ")}
              </summary>
              <ul className="mt-2">
                {counted.map(({ kind, session, counts }) => (
                  <li key={`${kind} ${session}`} className="border-line border-b py-1.5 last:border-b-0">
                    <strong>
                      {kind}, {session}
                    </strong>
                    <span className="figures block text-small">
                      {sheetStates
                        .filter((state) => counts[state])
                        .map((state) => `${state} ${asFigure(counts[state] ?? 0)}`)
                        .join(", ")}
                    </span>
                  </li>
                ))}
              </ul>
            </details>
          </div>
        )
      }
    </Read>
  );
}
