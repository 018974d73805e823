import { useState } from "react";
import { CallFailure, call, newAttempt } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { type BadgeLook, WordBadge } from "#kit/look/badge.web.tsx";
import { CardBones } from "#kit/look/states.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import { type Companion, readCompanion, sayDone, takeBack } from "./outside-step.contract.ts";
import { daysInWords, nationalNeeds, type SaidStep, type StepState, stepTexts } from "./outside-step.rules.ts";

type Step = Companion["steps"][number];

const looks: Readonly<Record<StepState, BadgeLook>> = {
  Done: "good",
  "To do": "bad",
  "Others act": "info",
  "Not yet": "plain",
  "Not known": "plain",
};

/** What the applicant does outside the portal, each with its days, and what is still needed at the end. */
export function OutsideSteps() {
  const read = useRead(readCompanion);
  return (
    <Read from={read} waiting={<CardBones />}>
      {(of) =>
        of.session === null ? (
          <Alert look="info">
            <p>No session admits now, so there are no steps to take with JAMB.</p>
          </Alert>
        ) : (
          <>
            <section aria-labelledby="steps" className="grid gap-3">
              <h2 id="steps" className="text-large">
                Your steps with JAMB for {of.session}
              </h2>
              <ol className="card">
                {of.steps.map((step, place) => (
                  <StepLine key={step.step} of={step} place={place + 1} />
                ))}
              </ol>
            </section>
            <Needs of={of.needs} />
          </>
        )
      }
    </Read>
  );
}

function StepLine({ of, place }: { of: Step; place: number }) {
  const { step, state, day, because, opens, closes, note, late } = of;
  const days = daysInWords(opens, closes);
  return (
    <li className="grid gap-1 border-line border-b px-4 py-3 last:border-b-0">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 className="text-base">
          {place}. {step}
        </h3>
        <WordBadge look={looks[state]} word={state} />
      </div>
      <p className="max-w-prose">{stepTexts[step]}</p>
      {note && <p className="wrap-anywhere max-w-prose">{note}</p>}
      {days && (
        <p className={late ? "font-semibold text-bad" : "font-semibold"}>
          {late ? "It was due " : "Days: "}
          {days}
        </p>
      )}
      <p className="text-small text-soft">
        {because}
        {day && `, ${asDay(day)}`}.
      </p>
      <Tick of={of} />
    </li>
  );
}

/** How an address calls what only the applicant can know. */
const words: Readonly<Record<SaidStep, string>> = {
  "O-Level results on CAPS": "olevel",
  "JAMB admission letter": "letter",
};

function Tick({ of: { step, said, state } }: { of: Step }) {
  const reread = useReread();
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState("");
  const [attempt, setAttempt] = useState(newAttempt);
  if (said === null || (!said && state !== "To do")) return null;
  const press = async () => {
    setBusy(true);
    setTrouble("");
    try {
      const params = { step: words[step as SaidStep] };
      const { message } = await call(said ? takeBack : sayDone, { params, attempt });
      toast("good", message);
      setAttempt(newAttempt());
    } catch (failure) {
      setTrouble(failure instanceof CallFailure ? failure.message : String(failure));
    }
    await reread();
    setBusy(false);
  };
  return (
    <>
      <p>
        <button type="button" className="button button-quiet" disabled={busy} onClick={() => void press()}>
          {said ? "I have not done this" : "I have done this"}
          <span className="sr-only"> ({step})</span>
        </button>
      </p>
      {trouble && <Alert look="bad">{trouble}</Alert>}
    </>
  );
}

function Needs({ of }: { of: Companion["needs"] }) {
  return (
    <section aria-labelledby="needs" className="card grid gap-2 px-5 py-4">
      <h2 id="needs" className="text-large">
        Still needed for the National Matriculation List
      </h2>
      {of.length === 0 ? (
        <p>Nothing that we know of. The college sends your entry to JAMB with everybody's.</p>
      ) : (
        <ul className="list-disc pl-5">
          {of.map((need) => (
            <li key={need} className="max-w-prose py-0.5">
              {nationalNeeds[need]}
            </li>
          ))}
        </ul>
      )}
      <p className="text-small text-soft">Without this list nobody is called up for NYSC.</p>
    </section>
  );
}
