import { CircleAlert, CircleCheck } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { storedNames } from "#identity/session/session.contract.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { Dialog } from "#kit/dialog/dialog.web.tsx";
import { forgetDraft } from "#kit/draft/draft.web.ts";
import { keep } from "#kit/draft/storage.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { LinkButton } from "#kit/look/buttons.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import type { PaymentReference } from "#payments/payment-reference/payment-reference.contract.ts";
import type { ModeOfEntry } from "#reference/qualifications/qualifications.rules.ts";
import { readPrerequisites } from "../../prerequisites/prerequisites.contract.ts";
import {
  type AwaitingCount,
  type JudgedPrerequisite,
  judgePrerequisites,
  type PapersCount,
} from "../../prerequisites/prerequisites.rules.ts";
import { AnswersStep } from "./apply.answers.page.tsx";
import { ModeOfEntryStep } from "./apply.mode.page.tsx";

const HaveReady = opened(() =>
  import("../../requirement/requirement.ready.part.page.tsx").then((part) => part.HaveReady),
);

interface StepParts {
  readonly programme: string;
  readonly papers: AwaitingCount;
  readonly resultsNeeded: number;
  /** How it goes on for who has everything. */
  readonly children: ReactNode;
}

/** What an application needs, judged as the server will judge it; what is missing leads to where it is mended. */
function PrerequisitesStep({ programme, papers, resultsNeeded, children }: StepParts) {
  const judged = judgePrerequisites(papers, resultsNeeded);
  return (
    <div className="grid gap-5">
      <ul className="grid gap-2">
        {judged.map((one) => (
          <Line key={one.key} one={one} count={papers[one.key]} />
        ))}
      </ul>
      <HaveReady programme={programme}>
        {judged.every(({ met }) => met) ? (
          children
        ) : (
          <p className="text-soft">Complete what is marked, then come back: your payment stays with you.</p>
        )}
      </HaveReady>
    </div>
  );
}

const places: Readonly<Record<keyof PapersCount, string>> = {
  referees: "/app/parents",
  bio: "/app/bio",
  sittings: "/app/olevel",
  results: "/app/olevelresult",
};

function Line({ one: { key, label, met, sentence }, count }: { one: JudgedPrerequisite; count: number }) {
  const Icon = met ? CircleCheck : CircleAlert;
  return (
    <li className={`flex gap-3 rounded-card border border-l-4 p-3 ${met ? "border-good" : "border-bad"}`}>
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${met ? "text-good" : "text-bad"}`} />
      <div className="min-w-0">
        <p className="font-semibold">{label}</p>
        {met ? (
          <p className="text-small text-soft">Complete{key !== "bio" && `, ${count} added`}</p>
        ) : (
          <>
            <p>{sentence}</p>
            <Link to={places[key]} className="link inline-flex min-h-11 items-center">
              Go to {label}
            </Link>
          </>
        )}
      </div>
    </li>
  );
}

const Documents = opened(() => import("./apply.documents.page.tsx").then((part) => part.DocumentsStep));

const AfterApplying = opened(() =>
  import("#calendar/front-desk/front-desk.after.part.page.tsx").then((part) => part.AfterApplying),
);

const stages = ["What you need", "Documents", "Check your answers"] as const;

interface ApplyParts {
  readonly reference: PaymentReference;
  onHide(): void;
  /** What others say of the programme, above the first and the last step. */
  readonly children: ReactNode;
}

/** From a verified payment to a submitted application, one thing at a time. Specification 2. */
export function ApplyDialog({ reference, onHide, children }: ApplyParts) {
  const [sent, setSent] = useState<SentApplication | null>(null);
  if (sent) return <Submitted title={programmeTitle(reference.programme)} sent={sent} onHide={onHide} />;
  return (
    <Stages reference={reference} onHide={onHide} onSent={setSent}>
      {children}
    </Stages>
  );
}

function Stages({ reference, onHide, onSent, children }: ApplyParts & { onSent(reply: SentApplication): void }) {
  const { stage, type, goTo } = useStage(reference._id);
  const needed = useRead(readPrerequisites, { programmeId: reference.programme._id });
  const back = () => goTo(stage - 1);
  const close = () => {
    goTo(0);
    onHide();
  };
  const draft = `mode:${reference._id}`;
  return (
    <Dialog title={`Apply to ${programmeTitle(reference.programme)}`} onHide={close}>
      <p className="text-small text-soft">
        Step {stage + 1} of {stages.length}
      </p>
      <h3 key={stage} ref={takeFocus} tabIndex={-1} className="mb-4 text-large">
        {stages[stage]}
      </h3>
      {stage !== 1 && children}
      <Read from={needed} waiting={<div className="bone h-36" />}>
        {({ papers, resultsNeeded, modes }) => (
          <>
            {stage === 0 && (
              <PrerequisitesStep programme={reference.programme._id} papers={papers} resultsNeeded={resultsNeeded}>
                <ModeOfEntryStep draft={draft} modes={modes} chosen={type} next={(mode) => goTo(1, mode)} />
              </PrerequisitesStep>
            )}
            {stage === 1 && <Documents programme={reference.programme._id} back={back} next={() => goTo(2)} />}
            {stage === 2 && (
              <AnswersStep
                reference={reference}
                type={type}
                change={goTo}
                done={(reply) => {
                  forgetDraft(draft);
                  keep(storedNames.application, reply._id);
                  onSent(reply);
                }}
              />
            )}
          </>
        )}
      </Read>
    </Dialog>
  );
}

/**
 * The stage and what was chosen on the way stand in the browser's history: a phone that reloads the page while it takes a
 * picture comes back to both.
 */
function useStage(reference: string) {
  const [{ stage, type }, setPlace] = useState<Place>(() => {
    const kept = (history.state as Kept | null)?.applying;
    return kept?.reference === reference && kept.type ? kept : { stage: 0, type: "" };
  });
  const goTo = (next: number, mode = type) => {
    const place = { stage: next, type: mode };
    history.replaceState({ ...history.state, applying: { reference, ...place } } satisfies Kept, "");
    setPlace(place);
  };
  // Nothing can be sent without the mode: who has none is asked for it, wherever the way was left.
  return { stage: type === "" ? 0 : Math.min(stage, stages.length - 1), type, goTo };
}

interface Place {
  readonly stage: number;
  readonly type: ModeOfEntry | "";
}

interface Kept {
  readonly applying?: Place & { readonly reference: string };
}

/** A new step is read from its heading. */
const takeFocus = (heading: HTMLHeadingElement | null) => heading?.focus();

interface SentApplication {
  readonly _id: string;
  readonly code: string;
}

function Submitted({ title, sent, onHide }: { title: string; sent: SentApplication; onHide(): void }) {
  const reread = useReread();
  // Only now: what the last step showed is gone, and need not be read again.
  useEffect(() => void reread(), [reread]);
  return (
    <Dialog title="Application submitted" onHide={onHide}>
      <Alert look="good" title={`Your application to ${title} has been received`}>
        <p className="mt-1">
          Your application code is <strong className="whitespace-nowrap">{sent.code}</strong>. We have sent it to your
          email address too.
        </p>
      </Alert>
      <div className="mt-4">
        <AfterApplying />
      </div>
      <div className="mt-5 flex flex-col gap-3 sm:flex-row">
        <LinkButton to={`/print/${sent._id}`}>Print Application Slip</LinkButton>
        <button type="button" className="button button-quiet" onClick={onHide}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
