import type * as v from "valibot";
import type { Choice } from "#console/record/record.contract.ts";
import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { TextField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { useNavigate } from "#kit/page/router.web.tsx";
import { fields } from "#kit/wire/endpoint.contract.ts";
import type { SchemeTyped } from "../merit-scheme/merit-scheme.typed.contract.ts";
import { makeRun } from "./merit-list.calls.contract.ts";
import { meritRuns } from "./merit-list.contract.ts";

const noteForm = fields({ note: makeRun.body.entries.note });

interface MakeParts {
  readonly session: Choice;
  readonly scheme: SchemeTyped;
  onHide(): void;
}

/** Keeps the list as it is drawn now, under the session's next number. */
export function MakeDialog({ session, scheme, onHide }: MakeParts) {
  const sheet = useSheet(noteForm as v.GenericSchema<{ note?: string }>, { note: "" });
  const reread = useReread();
  const navigate = useNavigate();
  return (
    <Dialog title={`Make a merit list of ${session.label}`} onHide={onHide}>
      <Form
        sheet={sheet}
        draft={null}
        submit="Make the list"
        beside={<CloseButton onHide={onHide} />}
        send={({ note }, attempt) =>
          call(makeRun, { body: { session: session._id, scheme, note: note ?? "" }, attempt })
        }
        done={async ({ _id }) => {
          await reread();
          navigate(`${meritRuns.link}/${_id}`);
        }}
      >
        <p>
          Every application is ranked as things stand at this moment, with a reason for each. The list is a draft: it
          can be compared, changed by hand, proposed, or given up. No applicant sees anything of it.
        </p>
        <TextField {...sheet.field("note")} hint="What this list is for, such as: after the board's first meeting" />
      </Form>
    </Dialog>
  );
}
