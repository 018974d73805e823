import { type ReactNode, useState } from "react";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { listOpenProgrammes } from "#fees/open-programme/open-programme.contract.ts";
import { CallFailure, call, newAttempt } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { SelectFrom } from "#kit/field/choice-fields.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { askForm, askMove, type OwnApplication } from "./programme-move.contract.ts";

export const JambChoice = opened(() =>
  import("#selection/jamb/jamb.choice.part.page.tsx").then((part) => part.JambChoiceAlert),
);

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="card grid gap-3 p-4">
      <h3 className="font-semibold font-serif">{title}</h3>
      {children}
    </section>
  );
}

interface Deed {
  readonly word: string;
  readonly main: boolean;
  /** The rest of it, for who hears it. */
  readonly says: string;
  send(attempt: string): Promise<{ readonly message: string }>;
}

/** Buttons of which one is pressed at a time; a refusal stays beside them. */
export function Buttons({ deeds }: { deeds: readonly Deed[] }) {
  const reread = useReread();
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState("");
  const press = async ({ send }: Deed) => {
    setBusy(true);
    setTrouble("");
    try {
      const { message } = await send(newAttempt());
      toast("good", message);
    } catch (failure) {
      setTrouble(failure instanceof CallFailure ? failure.message : String(failure));
    }
    await reread();
    setBusy(false);
  };
  return (
    <>
      {trouble && <Alert look="bad">{trouble}</Alert>}
      <div className="flex flex-col gap-3 sm:flex-row">
        {deeds.map((deed) => (
          <button
            key={deed.word}
            type="button"
            className={deed.main ? "button" : "button button-quiet"}
            disabled={busy}
            onClick={() => void press(deed)}
          >
            {deed.word}
            <span className="sr-only"> {deed.says}</span>
          </button>
        ))}
      </div>
    </>
  );
}

/** One's own wish for another programme, while the session lets it. */
export function AnotherProgramme({ of }: { of: OwnApplication }) {
  const [shown, setShown] = useState(false);
  return (
    <Part title="Change of programme">
      {of.askwhy !== null ? (
        <p className="text-small text-soft">{of.askwhy}.</p>
      ) : shown ? (
        <AskForm of={of} />
      ) : (
        <>
          <p>
            Do you want another programme instead of {of.programme.title}? Ask for it: no second fee. The office
            decides.
          </p>
          <p>
            <button type="button" className="button button-quiet" onClick={() => setShown(true)}>
              Ask for another programme
            </button>
          </p>
        </>
      )}
    </Part>
  );
}

function AskForm({ of: { application, programme, type } }: { of: OwnApplication }) {
  const programmes = useRead(listOpenProgrammes);
  const sheet = useSheet(askForm, { application, programme: "", reason: "" });
  const wished = sheet.form.watch("programme");
  const reread = useReread();
  return (
    <Read from={programmes} waiting={<div className="bone h-24" />}>
      {(open) => (
        <Form
          sheet={sheet}
          draft={`programme-move:${application}`}
          submit="Ask for this programme"
          send={(body, attempt) => call(askMove, { body: { ...body, application }, attempt })}
          done={() => void reread()}
        >
          <SelectFrom
            {...sheet.field("programme")}
            choices={open
              .filter(({ _id, modes }) => _id !== programme._id && modes.some((mode) => mode === type))
              .map((one) => ({ value: one._id, label: programmeTitle(one) }))}
          />
          {wished && <JambChoice programme={wished} />}
          <TextArea {...sheet.field("reason")} hint="Why you want it. The office reads it" />
        </Form>
      )}
    </Read>
  );
}
