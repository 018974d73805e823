import type * as v from "valibot";
import { CallFailure } from "#kit/call/call.web.ts";
import { DeleteDialog } from "#kit/dialog/delete-dialog.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { DraftRestored } from "#kit/draft/draft-notice.web.tsx";
import { RadioField, SelectField } from "#kit/field/choice-fields.web.tsx";
import { BirthDateBoxes } from "#kit/field/date-boxes.web.tsx";
import { choice, day, email, lines, optional, password, personName, phone, text } from "#kit/field/fields.contract.ts";
import {
  CodeField,
  DigitsField,
  EmailField,
  PasswordField,
  PhoneField,
  TextArea,
  TextField,
} from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { type Sheet, useSheet } from "#kit/form/sheet.web.ts";
import { useShown } from "#kit/page/shown.web.ts";
import { fields } from "#kit/wire/endpoint.contract.ts";
import { Shelf } from "./showcase-parts.web.tsx";

const everything = fields({
  name: personName("First name"),
  middle: optional(personName("Middle name")),
  code: text("Code", 20),
  year: text("Examination year", 4),
  mail: email("Email Address"),
  phone: phone("Phone Number"),
  password: password("Password"),
  birth: day("Date of birth"),
  colour: choice("Colour", ["Red", "Green", "Blue"]),
  size: choice("Size", ["Small", "Large"]),
  address: lines("Home address", 200),
});

type Everything = v.InferInput<typeof everything>;

const blank = {
  name: "",
  middle: "",
  code: "",
  year: "",
  mail: "",
  phone: "",
  password: "",
  birth: "",
  colour: "",
  size: "",
  address: "",
};

/** Answers like a server that is busy for a second, and refuses the name Refuse and the code TAKEN. */
async function pretend({ name, code }: Everything) {
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  if (name === "Refuse") throw new CallFailure("Sorry, nothing can be saved today. Please try again tomorrow", 200);
  if (code === "TAKEN") throw new CallFailure("Please fill the form properly", 500, { code: "This code is taken" });
  return { type: "success", message: "The form has been saved" } as const;
}

export function ShowcaseForms() {
  const sheet = useSheet(everything, blank);
  const dialog = useShown();
  const deleting = useShown();
  return (
    <>
      <Shelf title="A form: send it empty, with the name Refuse, or with the code TAKEN">
        <div className="max-w-xl">
          <Form sheet={sheet} draft={null} send={pretend} done={() => sheet.form.reset()} submit="Save changes">
            <AllFields sheet={sheet} />
          </Form>
        </div>
      </Shelf>
      <Shelf title="What stands above a form whose draft was put back">
        <div className="max-w-xl">
          <DraftRestored at={Date.now() - 300_000} onDiscard={() => undefined} />
        </div>
      </Shelf>
      <Shelf title="Dialogs">
        <div className="flex flex-wrap gap-3">
          <button type="button" className="button button-quiet" onClick={dialog.show}>
            Open a dialog
          </button>
          <button type="button" className="button button-danger" onClick={deleting.show}>
            Delete a record
          </button>
        </div>
        {dialog.shown && <Inside onHide={dialog.hide} />}
        {deleting.shown && (
          <DeleteDialog
            title="Amina Bello"
            send={async () => ({ type: "success", message: "The record has been deleted" })}
            onHide={deleting.hide}
            onDeleted={() => undefined}
          />
        )}
      </Shelf>
    </>
  );
}

function AllFields({ sheet }: { sheet: Sheet<Everything> }) {
  return (
    <>
      <TextField {...sheet.field("name")} autoComplete="given-name" />
      <TextField {...sheet.field("middle")} autoComplete="additional-name" />
      <CodeField {...sheet.field("code")} hint="Ten letters and digits" />
      <DigitsField {...sheet.field("year")} />
      <EmailField {...sheet.field("mail")} />
      <PhoneField {...sheet.field("phone")} />
      <PasswordField {...sheet.field("password")} autoComplete="new-password" hint="8 to 32 characters" />
      <BirthDateBoxes {...sheet.field("birth")} />
      <SelectField {...sheet.field("colour")} />
      <RadioField {...sheet.field("size")} />
      <TextArea {...sheet.field("address")} />
    </>
  );
}

function Inside({ onHide }: { onHide(): void }) {
  const sheet = useSheet(everything, blank);
  return (
    <Dialog title="A form in a dialog" onHide={onHide}>
      <Form
        sheet={sheet}
        draft={null}
        send={pretend}
        done={onHide}
        submit="Save changes"
        beside={<CloseButton onHide={onHide} />}
      >
        <AllFields sheet={sheet} />
      </Form>
    </Dialog>
  );
}
