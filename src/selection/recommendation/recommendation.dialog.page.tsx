import { useMemo, useState } from "react";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import { CallFailure, call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { SelectFrom } from "#kit/field/choice-fields.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { answerForm, countersign, decisionForm, recommend } from "./recommendation.contract.ts";
import {
  type DecisionStanding,
  deedOf,
  type HeadDecision,
  needsWords,
  reasonKinds,
  usualKind,
} from "./recommendation.rules.ts";

interface DecisionParts {
  readonly picked: Omit<Picked, "beyond">;
  readonly standing: DecisionStanding;
  readonly decision: HeadDecision;
  onHide(): void;
}

/** Why a head recommends, or does not: a kind of reason, and words of the head's own. */
export function DecisionDialog({ picked, standing, decision, onHide }: DecisionParts) {
  const { chosen, named, done } = picked;
  const sheet = useSheet(decisionForm, { decision, kind: usualKind[decision], reason: "" });
  const kind = sheet.form.watch("kind");
  const choices = useMemo(() => reasonKinds[decision].map((one) => ({ value: one, label: one })), [decision]);
  const submit = `${deedOf[decision]} ${named}`;
  return (
    <Dialog title={submit} onHide={onHide}>
      <Form
        sheet={sheet}
        draft={null}
        submit={deedOf[decision]}
        send={(typed, attempt) => call(recommend, { body: { ...typed, standing, ...chosen } as never, attempt })}
        done={async () => {
          onHide();
          await done();
        }}
        beside={<CloseButton onHide={onHide} />}
      >
        <p>
          {chosen.count === 1 ? "It is noted" : `All ${named} are noted`} as <strong>{decision.toLowerCase()}</strong>,
          with your name, the time and this reason.
        </p>
        <SelectFrom {...sheet.field("kind")} choices={choices} />
        <TextArea
          {...sheet.field("reason")}
          optional={!needsWords(decision, String(kind))}
          hint={
            decision === "Recommended"
              ? "What the selection board should know"
              : "Say what the applicant can do about it. They read these words when the college releases its decision, unless the admissions office writes others"
          }
        />
      </Form>
    </Dialog>
  );
}

interface CountersignParts {
  readonly picked: Omit<Picked, "beyond">;
  readonly standing: HeadDecision;
  readonly answer: "Countersigned" | "Sent back";
  readonly seenAt: string;
  onHide(): void;
}

/** A dean agrees, or sends a decision back with words for the head of department. */
export function CountersignDialog({ picked, standing, answer, seenAt, onHide }: CountersignParts) {
  // As it stood when it was asked: what is read anew behind the question is not answered by it.
  const [asked] = useState(seenAt);
  const reread = useReread();
  const { chosen, named, done } = picked;
  const sheet = useSheet(answerForm, { answer, reason: "" });
  const isAgreed = answer === "Countersigned";
  const deed = isAgreed ? "Countersign" : "Send back";
  return (
    <Dialog title={`${deed} ${named}`} onHide={onHide}>
      <Form
        sheet={sheet}
        draft={null}
        submit={deed}
        send={(typed, attempt) =>
          call(countersign, { body: { ...typed, standing, seenAt: asked, ...chosen } as never, attempt }).catch(
            async (failure) => {
              if (failure instanceof CallFailure && failure.status === 409) await reread();
              throw failure;
            },
          )
        }
        done={async () => {
          onHide();
          await done();
        }}
        beside={<CloseButton onHide={onHide} />}
      >
        <p>
          {isAgreed ? "You agree that " : "The head of department decides anew whether "}
          {chosen.count === 1 ? "it is" : "they are"} <strong>{standing.toLowerCase()}</strong>
          {isAgreed && standing === "Recommended" && ". A merit list may take it from then on"}.
        </p>
        <TextArea
          {...sheet.field("reason")}
          optional={isAgreed}
          hint={isAgreed ? "What you want to have noted" : "What the head of department should look at again"}
        />
      </Form>
    </Dialog>
  );
}
