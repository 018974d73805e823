import { useEffect, useState } from "react";
import type { Row } from "#console/record/record.contract.ts";
import { call } from "#kit/call/call.web.ts";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { SelectFrom } from "#kit/field/choice-fields.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { refuseWith, refusingForm } from "./release.line.contract.ts";
import { bodyOf, type LineParts, named, Only } from "./release.staff-picked.part.page.tsx";
import type { RefusalReason } from "./release.words.contract.ts";

const choices: readonly { readonly value: RefusalReason; readonly label: string }[] = [
  { value: "Results", label: "Results: what they lack, and where they do" },
  { value: "Places", label: "Places: they go to other applicants" },
  { value: "Documents", label: "Documents: one did not come in time, or does not agree" },
  { value: "Other", label: "Something else" },
];

type Parts = LineParts & { onHide(): void };

/** Why, and in which words: the usual ones of each applicant, or one's own for all of them. */
export const RefuseWith = (parts: Parts) => (
  <Only picked={parts.picked}>{(only) => <Words {...parts} only={only} />}</Only>
);

function Words({ of, picked, only, onHide }: Parts & { only: Row | null }) {
  const [start] = useState({
    reason: (only?.reason as RefusalReason | undefined) ?? "Results",
    words: only ? String(only.words) : "",
  });
  const sheet = useSheet(refusingForm, start);
  const { reason: chosen } = sheet.form.watch();
  // The words of another reason are others; what was typed stays.
  useEffect(() => {
    if (chosen !== start.reason && sheet.form.getValues("words") === start.words) sheet.form.setValue("words", "");
  }, [chosen, start, sheet.form]);
  const isOther = chosen === "Other";
  return (
    <Dialog title={`Why ${named(picked)} ${picked.chosen.count === 1 ? "is" : "are"} refused`} onHide={onHide}>
      <Form
        sheet={sheet}
        draft={null}
        submit="Save"
        beside={<CloseButton onHide={onHide} />}
        send={({ reason, words }, attempt) =>
          call(refuseWith, {
            params: { id: of._id },
            body: { ...bodyOf(picked), reason, ...(words && { words }) } as never,
            attempt,
          })
        }
        done={async () => {
          onHide();
          await picked.done();
        }}
      >
        <SelectFrom {...sheet.field("reason")} choices={choices} />
        <TextArea
          {...sheet.field("words")}
          label="Words"
          optional={!isOther}
          hint={
            isOther
              ? "The applicant reads exactly this: say what they can do"
              : "Left empty, each applicant reads what the head of department wrote for this reason, else the usual words, filled with what is known of them"
          }
        />
      </Form>
    </Dialog>
  );
}
