import { useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import type * as v from "valibot";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import type { Choice } from "#console/record/record.contract.ts";
import { ReferenceBox } from "#console/reference/reference.box.part.page.tsx";
import { CallFailure, call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { TextField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { useLocation, useNavigate } from "#kit/page/router.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { fields, type Replied } from "#kit/wire/endpoint.contract.ts";
import { meritScheme, readScheme, saveScheme, type TypedScheme } from "../../merit-scheme/merit-scheme.contract.ts";
import { SchemeFields } from "../../merit-scheme/merit-scheme.editor.part.page.tsx";
import { makeRun } from "../merit-list.calls.contract.ts";
import { meritRuns } from "../merit-list.contract.ts";
import { SchemeEffect } from "./draw.effect.page.tsx";

const noteForm = fields({ note: makeRun.body.entries.note });

interface MakeParts {
  readonly session: Choice;
  readonly scheme: TypedScheme;
  onHide(): void;
}

/** Keeps the list as it is drawn now, under the session's next number. */
function MakeDialog({ session, scheme, onHide }: MakeParts) {
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

type Kept = Replied<typeof readScheme>;

/** The scheme of a session beside what it would do: first looked at, then saved or made into a list. */
export function WhatIfPage() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const session = new URLSearchParams(search).get("session") ?? "";
  const query = session ? `?session=${encodeURIComponent(session)}` : "";
  const read = useRead({ ...readScheme, path: `${readScheme.path}${query}` as typeof readScheme.path });
  const fresh = read.isFetchedAfterMount ? read : { ...read, data: undefined };
  return (
    <Read from={fresh as typeof read} waiting={<div className="bone late h-64" />}>
      {(kept) => (
        <WhatIf
          key={kept.session._id}
          kept={kept}
          onSession={({ _id }) => navigate(`${meritRuns.link}/new?session=${_id}`)}
        />
      )}
    </Read>
  );
}

interface WhatIfParts {
  readonly kept: Kept;
  onSession(session: Choice): void;
}

function WhatIf({ kept, onSession }: WhatIfParts) {
  const { session, schools } = kept;
  const [start] = useState<TypedScheme>(kept.scheme);
  const sheet = useSheet(meritScheme, start);
  const typed = useWatch({ control: sheet.form.control }) as TypedScheme;
  const version = useRef(kept.version);
  const [against, setAgainst] = useState<Choice | null>(null);
  const making = useShown();
  const reread = useReread();
  const make = async () => {
    if (await sheet.form.trigger()) making.show();
  };
  return (
    <>
      <ConsoleHeading title={`Merit list of ${session.label}`}>
        <button type="button" className="button" onClick={() => void make()}>
          Make the list
        </button>
      </ConsoleHeading>
      <div className="mb-3 flex flex-wrap gap-2">
        <Filter label="Session" noun="session" chosen={session} onChoose={(one) => one && onSession(one)} />
        <Filter label="Compare with" noun="merit_run" chosen={against} onChoose={setAgainst} />
      </div>
      {kept.version === 0 && (
        <p className="mb-3 text-soft">
          {session.label} has no scheme of its own yet:{" "}
          {kept.from ? `this is that of ${kept.from}.` : "this is the usual one."} Change it, then save it.
        </p>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <Form
          sheet={sheet}
          draft={`merit-scheme:${session._id}`}
          submit="Save the scheme"
          send={async (body, attempt) => {
            try {
              return await call(saveScheme, {
                params: { session: session._id },
                body,
                version: version.current,
                attempt,
              });
            } catch (failure) {
              if (failure instanceof CallFailure && failure.status === 409) await reread();
              throw failure;
            }
          }}
          done={(reply) => {
            version.current = reply.version;
            sheet.form.reset(sheet.form.getValues());
            return reread();
          }}
        >
          {kept.version > version.current && (
            <Alert look="warn" title="Saved by somebody else meanwhile">
              <p>What you typed is still here. Load the page anew to see theirs, or save yours over it.</p>
              <button
                type="button"
                className="button button-quiet mt-2"
                onClick={() => {
                  version.current = kept.version;
                  sheet.form.reset(kept.scheme);
                }}
              >
                Take theirs
              </button>
            </Alert>
          )}
          <SchemeFields sheet={sheet} schools={schools} />
        </Form>
        <div className="lg:sticky lg:top-14 lg:max-h-[calc(100dvh-4.5rem)] lg:overflow-y-auto lg:[&_.table-frame]:max-h-none">
          <SchemeEffect session={session._id} typed={typed} against={against?._id ?? ""} />
        </div>
      </div>
      {making.shown && <MakeDialog session={session} scheme={sheet.form.getValues()} onHide={making.hide} />}
    </>
  );
}

interface FilterParts {
  readonly label: string;
  readonly noun: string;
  readonly chosen: Choice | null;
  onChoose(choice: Choice | null): void;
}

function Filter({ label, noun, chosen, onChoose }: FilterParts) {
  return (
    <div className="filter" data-held={chosen ? true : undefined}>
      <label htmlFor={`what-if-${noun}`} className="text-soft">
        {label}
      </label>
      <ReferenceBox
        id={`what-if-${noun}`}
        label={label}
        noun={noun}
        chosen={chosen}
        look="bare"
        placeholder="None"
        onChoose={onChoose}
      />
    </div>
  );
}
