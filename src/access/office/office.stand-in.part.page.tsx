import { useState } from "react";
import { ReasonDialog } from "#console/confirm/confirm.reason.part.page.tsx";
import { RecordField } from "#console/form/form.field.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { useRead, useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { SelectFrom } from "#kit/field/choice-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { useShown } from "#kit/page/shown.web.ts";
import { asDay, lagosToday } from "#kit/value/dates.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { endStandIn, nameStandIn, readStandIns, standInFields, standInForm } from "./stand-in/stand-in.contract.ts";

/** Who stands in for the head until when; for the head the way to name somebody, and to end it. */
export function StandIns() {
  const { data } = useRead(readStandIns);
  const { shown, show, hide } = useShown();
  const [ending, setEnding] = useState<string | null>(null);
  const reread = useReread();
  if (!data || (data.list.length === 0 && data.heads.length === 0)) return null;
  const { list, heads } = data;
  return (
    <section aria-label="Standing in" className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1">
      {list.map(({ _id, name, department, start, end, begun, own }) => (
        <p key={_id} className="text-soft">
          {name} stands in for the head of {department} {begun ? "" : `from ${asDay(start)} `}until {asDay(end)}.
          {own && (
            <button type="button" className="link ml-2 cursor-pointer py-1.5" onClick={() => setEnding(_id)}>
              End it
            </button>
          )}
        </p>
      ))}
      {heads.length > 0 && (
        <button type="button" className="link cursor-pointer py-1.5" onClick={show}>
          Name who stands in while you are away
        </button>
      )}
      {shown && <NameDialog heads={heads} onHide={hide} />}
      {ending && (
        <ReasonDialog
          title="End that somebody stands in?"
          submit="End it"
          draft={`stand-in-end:${ending}`}
          send={({ reason }, attempt) => call(endStandIn, { params: { id: ending }, body: { reason }, attempt })}
          onHide={() => setEnding(null)}
          onDone={reread}
        >
          <p>It ends now. You both get a mail.</p>
        </ReasonDialog>
      )}
    </section>
  );
}

const noLabels = new Map<string, string>();

interface NameParts {
  /** The departments that one heads. */
  readonly heads: Replied<typeof readStandIns>["heads"];
  onHide(): void;
}

function NameDialog({ heads, onHide }: NameParts) {
  const reread = useReread();
  const today = lagosToday();
  const sheet = useSheet(standInForm, { staff: "", start: today, end: today, reason: "", department: undefined });
  return (
    <Dialog title="Name who stands in" onHide={onHide}>
      <Form
        sheet={sheet}
        draft={null}
        submit="Name"
        beside={<CloseButton onHide={onHide} />}
        send={(body, attempt) => call(nameStandIn, { body, attempt })}
        done={async () => {
          onHide();
          await reread();
        }}
      >
        <p>Beside you, from day to day: what waits for you waits for both of you then.</p>
        {heads.length > 1 && (
          <SelectFrom
            {...sheet.field("department")}
            optional={false}
            choices={heads.map(({ _id, name }) => ({ value: _id, label: name }))}
          />
        )}
        {standInFields.map((field) => (
          <RecordField key={field.name} field={field} sheet={sheet as never} labels={noLabels} />
        ))}
      </Form>
    </Dialog>
  );
}
