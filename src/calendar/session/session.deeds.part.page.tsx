import { type ReactNode, useState } from "react";
import type { Row } from "#console/record/record.contract.ts";
import { call } from "#kit/call/call.web.ts";
import { useRead, useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { CodeField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { listHoles } from "../session-opening/session-opening.contract.ts";
import { admitSession, confirmForm, runSession, stopAdmission } from "./session.record.contract.ts";

const deeds = {
  run: {
    endpoint: runSession,
    button: "Make it run",
    title: (name: string) => `Make ${name} the running session`,
    follows:
      "It becomes the session that teaching and registration belong to. The session that runs now stops running.",
  },
  admit: {
    endpoint: admitSession,
    button: "Start admission",
    title: (name: string) => `Start admission to ${name}`,
    follows:
      "Applicants see its programmes and pay its fees, from when its applications open. The session that admits now takes no more applications.",
  },
  stop: {
    endpoint: stopAdmission,
    button: "Stop admission",
    title: (name: string) => `Stop admission to ${name}`,
    follows: "Nobody can start or send an application any more. Offers and payments that were made stay as they are.",
  },
} as const;

type Deed = keyof typeof deeds;

/** What decides which session runs and which admits; each asks for the session's code. */
export function SessionDeeds({ session }: { session: Row }) {
  const [asked, setAsked] = useState<Deed | null>(null);
  const offered: Deed[] = [...(session.status ? [] : ["run" as const]), session.admission ? "stop" : "admit"];
  return (
    <>
      {offered.map((deed) => (
        <button key={deed} type="button" className="button button-quiet" onClick={() => setAsked(deed)}>
          {deeds[deed].button}
        </button>
      ))}
      {asked && (
        <ConfirmDeed deed={asked} session={session} onHide={() => setAsked(null)}>
          {asked === "admit" && <StillLacking session={session._id} />}
        </ConfirmDeed>
      )}
    </>
  );
}

interface ConfirmParts {
  readonly deed: Deed;
  readonly session: Row;
  onHide(): void;
  readonly children: ReactNode;
}

function ConfirmDeed({ deed, session, onHide, children }: ConfirmParts) {
  const sheet = useSheet(confirmForm, { confirm: "" });
  const reread = useReread();
  const { endpoint, title, follows, button } = deeds[deed];
  const name = String(session.name);
  return (
    <Dialog title={title(name)} onHide={onHide}>
      <div className="grid gap-4">
        <p>{follows}</p>
        {children}
        <Form
          sheet={sheet}
          draft={null}
          submit={button}
          beside={<CloseButton onHide={onHide} />}
          send={(body, attempt) => call(endpoint, { params: { id: session._id }, body, attempt })}
          done={() => {
            onHide();
            return reread();
          }}
        >
          <CodeField {...sheet.field("confirm")} hint={`Type ${String(session.code)}, the code of ${name}`} />
        </Form>
      </div>
    </Dialog>
  );
}

/** Said before it admits: what applicants would not find. */
function StillLacking({ session }: { session: string }) {
  const { data } = useRead(listHoles, { id: session });
  if (!data || data.length === 0) return null;
  return (
    <Alert look="warn" title={`Its check-list has ${data.length} open ${data.length === 1 ? "point" : "points"}`}>
      <p>Applicants cannot choose what has no fee, and nobody can be judged without rules. Close them first.</p>
    </Alert>
  );
}
