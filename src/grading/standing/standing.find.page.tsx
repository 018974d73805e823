import { RecordField } from "#console/form/form.field.part.page.tsx";
import type { Values } from "#console/record/record.contract.ts";
import { factsOf } from "#console/record/record.facts.rules.ts";
import { blankOf, type Typed, typedForm, wireOf } from "#console/record/record.rules.ts";
import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { useShown } from "#kit/page/shown.web.ts";
import type { Sent } from "#kit/wire/endpoint.contract.ts";
import { findForm, findStandings } from "./standing.contract.ts";

const facts = factsOf(findForm.entries);
const schema = typedForm(facts, findForm as never);
const noLabels = new Map<string, string>();

/** Lets the rules look at a published semester. */
export function FindStandings() {
  const { shown, show, hide } = useShown();
  return (
    <>
      <button type="button" className="button" onClick={show}>
        Find by the rules
      </button>
      {shown && <FindDialog onHide={hide} />}
    </>
  );
}

function FindDialog({ onHide }: { onHide(): void }) {
  const sheet = useSheet<Typed, Values>(schema, blankOf(facts));
  const reread = useReread();
  return (
    <Dialog title="Find standings by the rules" onHide={onHide}>
      <Form
        sheet={sheet}
        draft={null}
        submit="Find"
        beside={<CloseButton onHide={onHide} />}
        send={(typed, attempt) =>
          call(findStandings, { body: wireOf(facts, typed) as Sent<typeof findStandings>, attempt })
        }
        done={async () => {
          onHide();
          await reread();
        }}
      >
        <p>
          The rules of each student's result profile look at the results that are published. Whom they find is proposed
          once, and another person decides.
        </p>
        {facts.map((field) => (
          <RecordField key={field.name} field={field} sheet={sheet} labels={noLabels} />
        ))}
      </Form>
    </Dialog>
  );
}
