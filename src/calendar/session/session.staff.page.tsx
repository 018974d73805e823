import { CopyPlus } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Row } from "#console/record/record.contract.ts";
import { NoAccess, useRight } from "#console/rights/rights.given.part.page.tsx";
import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { call } from "#kit/call/call.web.ts";
import { useRead } from "#kit/call/read.web.tsx";
import { Dialog } from "#kit/dialog/dialog.web.tsx";
import { DialogForm } from "#kit/dialog/dialog-form.web.tsx";
import { CodeField } from "#kit/field/text-fields.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { SessionHoles } from "./opening/opening.holes.page.tsx";
import { listHoles } from "./session.opening.contract.ts";
import { admitSession, confirmForm, runSession, sessions, stopAdmission } from "./session.record.contract.ts";

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
function SessionDeeds({ session }: { session: Row }) {
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
  const { endpoint, title, follows, button } = deeds[deed];
  const name = String(session.name);
  return (
    <Dialog title={title(name)} onHide={onHide}>
      <div className="grid gap-4">
        <p>{follows}</p>
        {children}
        <DialogForm
          onHide={onHide}
          sheet={sheet}
          draft={null}
          submit={button}
          send={(body, attempt) => call(endpoint, { params: { id: session._id }, body, attempt })}
        >
          <CodeField {...sheet.field("confirm")} hint={`Type ${String(session.code)}, the code of ${name}`} />
        </DialogForm>
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

const OpenSession = opened(() => import("./opening/opening.page.tsx").then((part) => part.OpenSession));

export function SessionsPage() {
  const { pathname } = useLocation();
  const mayChange = useRight("sessions.change");
  const openedId = matched(`${sessions.link}/:id/open`, pathname)?.id;
  if (openedId) return mayChange ? <OpenSession key={openedId} id={openedId} /> : <NoAccess name="Sessions: change" />;
  return (
    <RecordScreens of={sessions} deeds={(row) => mayChange && <Deeds row={row} />}>
      {(row) => <SessionHoles session={row._id} />}
    </RecordScreens>
  );
}

function Deeds({ row }: { row: Row }) {
  return (
    <>
      <Link to={`${sessions.link}/${row._id}/open`} className="button button-quiet">
        <CopyPlus aria-hidden className="size-4" />
        Copy from another session
      </Link>
      <SessionDeeds session={row} />
    </>
  );
}
