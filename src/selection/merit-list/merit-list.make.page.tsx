import type * as v from "valibot";
import type { Choice } from "#console/record/record.contract.ts";
import { call } from "#kit/call.web.ts";
import { CloseButton, Dialog } from "#kit/dialog.web.tsx";
import { fields } from "#kit/endpoint.contract.ts";
import { Form } from "#kit/form.web.tsx";
import { useReread } from "#kit/read.web.tsx";
import { useNavigate } from "#kit/router.web.tsx";
import { useSheet } from "#kit/sheet.web.ts";
import { TextField } from "#kit/text-fields.web.tsx";
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
