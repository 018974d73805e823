import * as v from "valibot";
import { call } from "#kit/call/call.web.ts";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { DialogForm } from "#kit/dialog/dialog-form.web.tsx";
import { DigitsField, TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import { fields, type Replied } from "#kit/wire/endpoint.contract.ts";
import {
  type checkAudience,
  recallForm,
  recallNotification,
  sendNotification,
  type TypedNotification,
  wireOf,
} from "./notification.contract.ts";

interface ConfirmParts {
  readonly typed: TypedNotification;
  readonly checked: Replied<typeof checkAudience>;
  onHide(): void;
  onSent(id: string): void;
}

/** Shows how many it goes to and some of them; the number is typed before anything is sent. */
export function ConfirmSending({
  typed,
  checked: { count, sample, unreached, towhom, warning },
  onHide,
  onSent,
}: ConfirmParts) {
  const body = wireOf(typed);
  const people = asCount(count, "person", "people");
  const when = body.sendAt ? asMinute(String(body.sendAt)) : "Now";
  return (
    <Dialog title={count === 0 ? "Nobody is meant" : `Send to ${people}`} onHide={onHide}>
      <div className="grid gap-4">
        {warning && (
          <Alert look="warn" title="Nothing of this is released">
            {warning}
          </Alert>
        )}
        {unreached > 0 && (
          <Alert look="warn" title={`${asCount(unreached, "student has", "students have")} no account`}>
            Nothing of this reaches them, and they are not counted.
          </Alert>
        )}
        <Facts
          list={[
            { label: "For", value: towhom },
            { label: "Channel", value: typed.channel },
            { label: "When", value: when },
            { label: count > sample.length ? `${sample.length} of them` : "Who", value: <Names list={sample} /> },
          ]}
        />
        {count === 0 ? (
          <>
            <p>At this moment nobody is in this audience, so there is nobody to tell.</p>
            <div>
              <CloseButton onHide={onHide} />
            </div>
          </>
        ) : (
          <TypedCount body={body} count={count} onHide={onHide} onSent={onSent} />
        )}
      </div>
    </Dialog>
  );
}

const Names = ({ list }: { list: readonly string[] }) =>
  list.length === 0 ? (
    "Nobody"
  ) : (
    <ul>
      {list.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );

interface CountParts extends Pick<ConfirmParts, "onHide" | "onSent"> {
  readonly body: ReturnType<typeof wireOf>;
  readonly count: number;
}

function TypedCount({ body, count, onHide, onSent }: CountParts) {
  const sheet = useSheet(countForm(count), { count: "" });
  return (
    <Form
      sheet={sheet}
      draft={null}
      submit={body.sendAt ? "Keep it until then" : "Send"}
      beside={<CloseButton onHide={onHide} />}
      send={(_typed, attempt) => call(sendNotification, { body: { ...body, count }, attempt })}
      done={({ _id }) => onSent(_id)}
    >
      <DigitsField {...sheet.field("count")} hint={`Type ${count} to send`} />
    </Form>
  );
}

/** The number, with or without commas. */
const countForm = (count: number) =>
  fields({
    count: v.pipe(
      v.string(),
      v.check((typed) => typed.replace(/[\s,.]/g, "") === String(count), `Type ${count}, the number of people`),
      v.title("Number of people"),
    ),
  });

interface RecallParts {
  readonly id: string;
  readonly title: string;
  onHide(): void;
}

export function RecallDialog({ id, title, onHide }: RecallParts) {
  const sheet = useSheet(recallForm, { reason: "" });
  return (
    <Dialog title={`Recall ${title}`} onHide={onHide}>
      <div className="grid gap-4">
        <p>
          Nobody sees it on the portal any more, and what is not sent yet is not sent. E-mails that were sent cannot be
          taken back.
        </p>
        <DialogForm
          onHide={onHide}
          sheet={sheet}
          draft={null}
          submit="Recall"
          send={(body, attempt) => call(recallNotification, { params: { id }, body, attempt })}
        >
          <TextArea {...sheet.field("reason")} hint="It stands in the audit" />
        </DialogForm>
      </div>
    </Dialog>
  );
}
