import type { Row } from "#console/record/record.contract.ts";
import { call } from "#kit/call/call.web.ts";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { RadioField } from "#kit/field/choice-fields.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { USUAL_CONDITION } from "../offer/offer.contract.ts";
import { offerAs, offeringForm } from "./release.line.contract.ts";
import { bodyOf, type LineParts, named, Only } from "./release.staff-picked.part.page.tsx";

type Parts = LineParts & { onHide(): void };

/** Provisional or conditional admission, and under which condition. */
export const OfferAs = (parts: Parts) => (
  <Only picked={parts.picked}>{(only) => <Offering {...parts} only={only} />}</Only>
);

function Offering({ of, picked, only, onHide }: Parts & { only: Row | null }) {
  const sheet = useSheet(offeringForm, {
    offered: only?.offered === "Provisional" ? "Provisional" : "Conditional",
    condition: typeof only?.condition === "string" ? only.condition : "",
  });
  const isConditional = sheet.form.watch("offered") === "Conditional";
  return (
    <Dialog title={`What ${named(picked)} ${picked.chosen.count === 1 ? "is" : "are"} offered`} onHide={onHide}>
      <Form
        sheet={sheet}
        draft={null}
        submit="Save"
        beside={<CloseButton onHide={onHide} />}
        send={({ offered, condition }, attempt) =>
          call(offerAs, {
            params: { id: of._id },
            body: { ...bodyOf(picked), offered, ...(isConditional && condition && { condition }) } as never,
            attempt,
          })
        }
        done={async () => {
          onHide();
          await picked.done();
        }}
      >
        <RadioField {...sheet.field("offered")} options={["Provisional", "Conditional"]} />
        {isConditional && (
          <TextArea {...sheet.field("condition")} optional label="Condition" hint={`Left empty: ${USUAL_CONDITION}`} />
        )}
      </Form>
    </Dialog>
  );
}
