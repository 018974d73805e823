import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import { SendSeen } from "#console/confirm/confirm.seen.part.page.tsx";
import { RecordField } from "#console/form/form.field.part.page.tsx";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import type { Values } from "#console/record/record.contract.ts";
import { factsOf } from "#console/record/record.facts.rules.ts";
import { blankOf, type Typed, typedForm, wireOf } from "#console/record/record.rules.ts";
import { call } from "#kit/call/call.web.ts";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import type { Sent } from "#kit/wire/endpoint.contract.ts";
import { SumsOf } from "../academic-record/academic-record.open.part.page.tsx";
import {
  type ProgressionPreview,
  previewProgression,
  progressions,
  proposeProgression,
  stepForm,
} from "./progression.contract.ts";
import { outcomeLooks } from "./progression.rules.ts";

const facts = factsOf(stepForm.entries);
const schema = typedForm(facts, stepForm as never);
const noLabels = new Map<string, string>();

type Wanted = Sent<typeof previewProgression>;

/** Which level moves where; what would become of each; then the proposal. */
export function NewProgression() {
  const sheet = useSheet<Typed, Values>(schema, blankOf(facts));
  const [seen, setSeen] = useState<{ readonly wanted: Wanted; readonly preview: ProgressionPreview } | null>(null);
  const typed = useWatch({ control: sheet.form.control });
  const { setValue } = sheet.form;
  const { fromsession, fromsemester, fromlevel } = typed;
  // What follows is typed by itself, and can be typed over.
  useEffect(() => {
    if (!fromsemester || !fromlevel) return;
    const isWithin = String(fromsemester) === "1";
    setValue("tosemester", isWithin ? "2" : "1");
    setValue("tolevel", isWithin ? String(fromlevel) : String(Number(fromlevel) + 100));
    if (isWithin && fromsession) setValue("tosession", fromsession);
  }, [fromsession, fromsemester, fromlevel, setValue]);
  const wanted = wireOf(facts, typed as Typed) as Wanted;
  const isSeen = seen !== null && JSON.stringify(seen.wanted) === JSON.stringify(wanted);
  return (
    <>
      <ConsoleHeading title="Move a level">
        <Link to={progressions.link} className="button button-quiet">
          Back to the progressions
        </Link>
      </ConsoleHeading>
      <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
        <p>
          Look first what would become of each student: nothing is changed by that. Students move once another person
          has approved it, and for a day it can be taken back.
        </p>
        <Form
          sheet={sheet}
          draft={null}
          silent
          submit="Show what would become of each"
          send={async () => {
            setSeen({ wanted, preview: await call(previewProgression, { body: wanted }) });
            return { message: "" };
          }}
          done={() => undefined}
        >
          {facts.map((field) => (
            <RecordField key={field.name} field={field} sheet={sheet} labels={noLabels} />
          ))}
        </Form>
        {seen && isSeen && <DryRun key={seen.preview.seen} of={seen.preview} wanted={wanted} />}
      </div>
    </>
  );
}

function DryRun({ of, wanted }: { of: ProgressionPreview; wanted: Wanted }) {
  const { title, people, moving, before, seen } = of;
  return (
    <section aria-labelledby="dry-run" className="card grid gap-3 px-5 py-4">
      <h2 id="dry-run" className="text-large">
        {title}
      </h2>
      <p>
        {people === 0 ? (
          "Nobody is at this level."
        ) : (
          <>
            Of <strong className="figures">{asCount(people, "student")}</strong>,{" "}
            <strong className="figures">{moving === 0 ? "nobody" : asFigure(moving)}</strong> would move, and{" "}
            <strong className="figures">{asFigure(people - moving)}</strong> would stay.
          </>
        )}
        {before > 0 &&
          ` ${asCount(before, "student")} took this step before, and ${before === 1 ? "is" : "are"} not among them.`}
      </p>
      {of.outcomes.length > 0 && <Outcomes of={of.outcomes} />}
      <SendSeen
        submit={`Propose to move ${asFigure(moving)}`}
        idle={moving === 0}
        of={progressions}
        send={(attempt) => call(proposeProgression, { body: { ...wanted, seen }, attempt })}
      />
    </section>
  );
}

/** How many have which outcome; the first of the one that is chosen, with the reasons. */
function Outcomes({ of }: { of: ProgressionPreview["outcomes"] }) {
  const [chosen, setChosen] = useState(of[0]?.outcome);
  const shown = of.find(({ outcome }) => outcome === chosen) ?? of[0];
  return (
    <>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Outcome</legend>
        {of.map(({ outcome, count }) => (
          <button
            key={outcome}
            type="button"
            className={`button button-quiet ${outcome === shown?.outcome ? "outline-2 outline-current -outline-offset-2" : ""}`}
            aria-pressed={outcome === shown?.outcome}
            onClick={() => setChosen(outcome)}
          >
            <WordBadge look={outcomeLooks[outcome]} word={outcome} /> <span className="figures">{asFigure(count)}</span>
          </button>
        ))}
      </fieldset>
      {shown && (
        <section aria-label={shown.outcome}>
          <ul className="border-line border-y">
            {shown.first.map(({ student, name, matric, reason, tolevel }) => (
              <li key={student} className="border-line border-b py-2 last:border-b-0">
                <p>
                  <strong>{name}</strong> <span className="figures text-small text-soft">{matric}</span>
                </p>
                <p className="text-soft">
                  {tolevel === null ? "Stays" : `To ${tolevel} level`}: {reason}.{" "}
                  <SumsOf student={student} name={name} />
                </p>
              </li>
            ))}
          </ul>
          {shown.count > shown.first.length && (
            <p className="mt-1 text-soft">
              And {asFigure(shown.count - shown.first.length)} more. All of them stand in the list of the proposal,
              which can be searched, printed and saved as a file.
            </p>
          )}
        </section>
      )}
    </>
  );
}
