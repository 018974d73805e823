import { useState } from "react";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { stored } from "#identity/session/session.contract.ts";
import { Alert } from "#kit/alert.web.tsx";
import { LinkButton } from "#kit/buttons.web.tsx";
import { Dialog } from "#kit/dialog.web.tsx";
import { forgetDraft } from "#kit/draft.web.ts";
import { opened } from "#kit/opened.web.tsx";
import { Read, useRead, useReread } from "#kit/read.web.tsx";
import { keep } from "#kit/storage.web.ts";
import type { PaymentReference } from "#payments/payment-reference/payment-reference.contract.ts";
import type { ModeOfEntry } from "#reference/qualifications/qualifications.contract.ts";
import { readPrerequisites } from "../prerequisites/prerequisites.contract.ts";
import { Answers } from "./application.answers.page.tsx";
import { ModeOfEntryStep } from "./application.mode.page.tsx";
import { PrerequisitesStep } from "./application.prerequisites.page.tsx";

const Documents = opened(() => import("./application.documents.page.tsx").then((part) => part.Documents));

const stages = ["What you need", "Mode of entry", "Documents", "Check your answers"] as const;

/** From a verified payment to a submitted application, one thing at a time. Specification 2. */
export function ApplyDialog({ reference, onHide }: { reference: PaymentReference; onHide(): void }) {
  const title = programmeTitle(reference.programme);
  const [stage, setStage] = useStage(reference._id);
  const [type, setType] = useState<ModeOfEntry | "">("");
  const [sent, setSent] = useState<{ _id: string; code: string } | null>(null);
  const needed = useRead(readPrerequisites, { programmeId: reference.programme._id });
  const reread = useReread();
  const back = () => setStage(stage - 1);
  const close = () => {
    setStage(0);
    onHide();
  };
  const draft = `mode:${reference._id}`;

  if (sent) return <Submitted title={title} sent={sent} onHide={onHide} />;
  return (
    <Dialog title={`Apply to ${title}`} onHide={close}>
      <p className="text-small text-soft">
        Step {stage + 1} of {stages.length}
      </p>
      <h3 key={stage} ref={takeFocus} tabIndex={-1} className="mb-4 text-large">
        {stages[stage]}
      </h3>
      <Read from={needed} waiting={<div className="bone h-36" />}>
        {({ papers, resultsNeeded, modes }) => (
          <>
            {stage === 0 && (
              <PrerequisitesStep papers={papers} resultsNeeded={resultsNeeded} next={() => setStage(1)} />
            )}
            {stage === 1 && (
              <ModeOfEntryStep
                draft={draft}
                modes={modes}
                chosen={type}
                back={back}
                next={(mode) => {
                  setType(mode);
                  setStage(2);
                }}
              />
            )}
            {stage === 2 && <Documents programme={reference.programme._id} back={back} next={() => setStage(3)} />}
            {stage === 3 && (
              <Answers
                reference={reference}
                type={type}
                change={setStage}
                done={(reply) => {
                  forgetDraft(draft);
                  keep(stored.application, reply._id);
                  setSent(reply);
                  return reread();
                }}
              />
            )}
          </>
        )}
      </Read>
    </Dialog>
  );
}

/** The stage stands in the browser's history: a phone that reloads the page while it takes a picture comes back to it. */
function useStage(reference: string): readonly [number, (stage: number) => void] {
  const [stage, setStage] = useState(() => {
    const kept = (history.state as Kept | null)?.applying;
    return kept?.reference === reference ? kept.stage : 0;
  });
  const goTo = (next: number) => {
    history.replaceState({ ...history.state, applying: { reference, stage: next } } satisfies Kept, "");
    setStage(next);
  };
  return [stage, goTo];
}

interface Kept {
  readonly applying?: { readonly reference: string; readonly stage: number };
}

/** A new step is read from its heading. */
const takeFocus = (heading: HTMLHeadingElement | null) => heading?.focus();

function Submitted({ title, sent, onHide }: { title: string; sent: { _id: string; code: string }; onHide(): void }) {
  return (
    <Dialog title="Application submitted" onHide={onHide}>
      <Alert look="good" title={`Your application to ${title} has been received`}>
        <p className="mt-1">
          Your application code is <strong className="whitespace-nowrap">{sent.code}</strong>. We have sent it to your
          email address too.
        </p>
      </Alert>
      <div className="mt-5 flex flex-col gap-3 sm:flex-row">
        <LinkButton to={`/print/${sent._id}`}>Print Application Slip</LinkButton>
        <button type="button" className="button button-quiet" onClick={onHide}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
