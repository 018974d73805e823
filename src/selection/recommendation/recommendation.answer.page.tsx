import { useState } from "react";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import { CallFailure, call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { answerForm, countersign } from "./recommendation.deeds.contract.ts";
import type { Decision } from "./recommendation.reasons.contract.ts";

interface DialogParts {
  readonly picked: Omit<Picked, "beyond">;
  readonly standing: Decision;
  readonly answer: "Countersigned" | "Sent back";
  readonly seenAt: string;
  onHide(): void;
}

/** A dean agrees, or sends a decision back with words for the head of department. */
export function CountersignDialog({ picked, standing, answer, seenAt, onHide }: DialogParts) {
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
