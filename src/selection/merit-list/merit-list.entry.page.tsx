import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { SelectFrom } from "#kit/field/choice-fields.web.tsx";
import { CodeField, TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { enterByHand } from "./merit-list.calls.contract.ts";
import type { EntryDeed } from "./merit-list.states.contract.ts";

interface EntryParts {
  readonly run: string;
  /** Empty where it is to be typed. */
  readonly code: string;
  readonly deed: EntryDeed;
  onHide(): void;
}

const deeds = [
  { value: "Entered", label: "Enter" },
  { value: "Taken off", label: "Take off" },
];

/** A seat that is given or taken by hand, with its reason. */
export function EntryDialog({ run, code, deed, onHide }: EntryParts) {
  const sheet = useSheet(enterByHand.body, { code, deed, reason: "" });
  const reread = useReread();
  const title = code === "" ? "Enter or take off by hand" : deed === "Entered" ? `Enter ${code}` : `Take ${code} off`;
  return (
    <Dialog title={title} onHide={onHide}>
      <Form
        sheet={sheet}
        draft={`merit-entry:${run}:${code}`}
        submit={code === "" ? "Save" : deed === "Entered" ? "Enter by hand" : "Take off by hand"}
        beside={<CloseButton onHide={onHide} />}
        send={(body, attempt) => call(enterByHand, { params: { id: run }, body, attempt })}
        done={() => {
          onHide();
          return reread();
        }}
      >
        <p>
          {deed === "Entered" || code === ""
            ? "Who is entered takes a free seat of the programme; where none is free, take somebody off first."
            : "The seat becomes free. Nobody moves up by it: enter whom the board names."}{" "}
          Entries by hand are listed apart on the cover that the board signs.
        </p>
        {code === "" && (
          <>
            <CodeField {...sheet.field("code")} hint="Such as 2026/NCE/7GWR-4XQM" />
            <SelectFrom {...sheet.field("deed")} choices={deeds} />
          </>
        )}
        <TextArea {...sheet.field("reason")} hint="It is printed with your name" />
      </Form>
    </Dialog>
  );
}
