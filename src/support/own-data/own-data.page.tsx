import { Download } from "lucide-react";
import { useState } from "react";
import { call, newAttempt } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { forgetAll } from "#kit/draft/storage.web.ts";
import { PasswordField, TextField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { CardBones } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { copyForm, copyOwnData, eraseForm, eraseOwnData, type OwnData, readOwnData } from "./own-data.contract.ts";

/** `/app/account/data`: a copy of one's own data, and their deletion. */
export function OwnDataPage() {
  const own = useRead(readOwnData);
  return (
    <>
      <PageHeading
        title="My Data"
        subtitle="Take a copy of everything that the college holds of you, or have it deleted"
      />
      <Read from={own} waiting={<CardBones />}>
        {(data) => (
          <div className="grid items-start gap-6 md:grid-cols-2">
            <Copy of={data} />
            <Erase of={data} />
          </div>
        )}
      </Read>
    </>
  );
}

function Copy({ of: { password } }: { of: OwnData }) {
  const { shown, show, hide } = useShown();
  const sheet = useSheet(copyForm, { password: "" });
  return (
    <section aria-labelledby="copy" className="card grid gap-3 p-5">
      <h2 id="copy" className="text-large">
        A copy of my data
      </h2>
      <p>
        One file with all that you filled in, your payments and applications, what was written to you and when you
        signed in. The links to your photograph and documents in it work for ten minutes.
      </p>
      <p>
        <button type="button" className="button" onClick={show}>
          <Download aria-hidden className="size-5" />
          Take a copy
        </button>
      </p>
      {shown && (
        <Dialog title="Take a copy of my data" onHide={hide}>
          <Form
            sheet={sheet}
            draft={null}
            send={(body) => call(copyOwnData, { body })}
            done={({ data }) => {
              keepFile(data);
              sheet.form.reset();
              hide();
            }}
            submit="Take a copy"
            beside={<CloseButton onHide={hide} />}
          >
            <p>On a device of others, delete the file when you are done.</p>
            {password && (
              <PasswordField {...sheet.field("password")} optional={false} autoComplete="current-password" />
            )}
          </Form>
        </Dialog>
      )}
    </section>
  );
}

/** As the browser keeps any other file. */
function keepFile(data: unknown): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: "application/json" }));
  link.download = "my-data.json";
  link.click();
  URL.revokeObjectURL(link.href);
}

function Erase({ of }: { of: OwnData }) {
  const { goes, stays, asked } = of;
  const { shown, show, hide } = useShown();
  return (
    <section aria-labelledby="erase" className="card grid gap-3 p-5">
      <h2 id="erase" className="text-large">
        Have my data deleted
      </h2>
      {asked && (
        <Alert look="info">
          You asked on {asDay(asked.at)}. The college answers by {asDay(asked.due)}.
        </Alert>
      )}
      {stays.length > 0 ? <Stays list={stays} /> : <Goes list={goes} />}
      {!asked && (
        <p>
          <button type="button" className="button button-danger" onClick={show}>
            {stays.length > 0 ? "Ask for deletion" : "Delete my account"}
          </button>
        </p>
      )}
      {shown && <Confirmed of={of} onHide={hide} />}
    </section>
  );
}

const Goes = ({ list }: { list: OwnData["goes"] }) => (
  <>
    <p>You have not paid or applied, so everything can go at once:</p>
    <ul className="list-disc pl-6">
      {list.map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
    <p>What was done with the account, and when, stays in a record that nobody can change.</p>
  </>
);

const Stays = ({ list }: { list: OwnData["stays"] }) => (
  <>
    <p>This must stay for now, so the account cannot go at once:</p>
    <ul className="grid gap-3">
      {list.map(({ what, why }) => (
        <li key={what} className="border-edge border-l-4 pl-3">
          <p className="font-semibold">{what}</p>
          <p className="text-soft">{why}.</p>
        </li>
      ))}
    </ul>
    <p>You can ask the college to delete what may go. It answers within 30 days.</p>
  </>
);

function Confirmed({ of: { password, stays }, onHide }: { of: OwnData; onHide(): void }) {
  const sheet = useSheet(eraseForm, { password: "", delete: "" });
  const reread = useReread();
  const [attempt] = useState(newAttempt);
  const whole = stays.length === 0;
  return (
    <Dialog title={whole ? "Delete my account" : "Ask for deletion"} onHide={onHide}>
      <p className="mb-4">
        {whole
          ? "Your account and all that you filled in are deleted at once. This cannot be undone."
          : "The office looks at what may be deleted and writes to you. Nothing is deleted at once."}
      </p>
      <div className="deletion">
        <Form
          sheet={sheet}
          draft={null}
          send={(body) => call(eraseOwnData, { body, attempt })}
          done={async ({ erased }) => {
            if (erased) {
              forgetAll();
              location.replace("/");
              return;
            }
            onHide();
            await reread();
          }}
          submit={whole ? "Delete my account" : "Ask for deletion"}
          beside={<CloseButton onHide={onHide} />}
        >
          {password && <PasswordField {...sheet.field("password")} optional={false} autoComplete="current-password" />}
          <TextField {...sheet.field("delete")} />
        </Form>
      </div>
    </Dialog>
  );
}
