import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { TextField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { saveView } from "../saved-view/saved-view.contract.ts";
import type { Asked, Listed } from "./list.asked.part.page.tsx";
import { whole } from "./list.rules.ts";

interface SaveParts {
  readonly of: Listed;
  readonly asked: Asked;
  /** Of the view that this began with. */
  readonly name: string;
  onHide(): void;
}

/** Asks for the name of a view; until then no list needs a form. */
export function SaveView({ of, asked, name, onHide }: SaveParts) {
  const reread = useReread();
  const query = whole(asked.query);
  const sheet = useSheet(saveView.body, { noun: of.noun, name, query });
  return (
    <Dialog title="Save view" onHide={onHide}>
      <Form
        sheet={sheet}
        draft={null}
        send={(body, attempt) => call(saveView, { body, attempt })}
        done={async ({ _id }) => {
          onHide();
          await reread();
          asked.replace({ view: _id });
        }}
        submit="Save view"
        beside={<CloseButton onHide={onHide} />}
      >
        <TextField
          {...sheet.field("name")}
          hint="Keeps search, filters and order for you. A name that you have already takes these."
        />
      </Form>
    </Dialog>
  );
}
