import { useMemo } from "react";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { SelectFrom } from "#kit/field/choice-fields.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { decisionForm, recommend } from "./recommendation.deeds.contract.ts";
import {
  type Decision,
  deedOf,
  needsWords,
  reasonKinds,
  type Standing,
  usualKind,
} from "./recommendation.reasons.contract.ts";

interface DialogParts {
  readonly picked: Omit<Picked, "beyond">;
  readonly standing: Standing;
  readonly decision: Decision;
  onHide(): void;
}

/** Why a head recommends, or does not: a kind of reason, and words of the head's own. */
export function DecisionDialog({ picked, standing, decision, onHide }: DialogParts) {
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
