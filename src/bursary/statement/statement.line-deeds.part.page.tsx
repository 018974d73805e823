import { useState } from "react";
import { ReasonDialog } from "#console/confirm/confirm.reason.part.page.tsx";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call.web.ts";
import { CloseButton, Dialog } from "#kit/dialog.web.tsx";
import { Form } from "#kit/form.web.tsx";
import { useReread } from "#kit/read.web.tsx";
import { useSheet } from "#kit/sheet.web.ts";
import { useShown } from "#kit/shown.web.ts";
import { CodeField, TextArea } from "#kit/text-fields.web.tsx";
import { matchForm, matchLine, setLinesAside, undoLine } from "./statement.contract.ts";
import type { LineStanding } from "./statement.standing.contract.ts";

/** Lines that somebody has selected are not for the portal. */
export function SetAside({ picked: { chosen, named, done } }: { picked: Pick<Picked, "chosen" | "named" | "done"> }) {
  const { shown, show, hide } = useShown();
  return (
    <>
      <button type="button" className="button button-quiet" onClick={show}>
        Set aside
      </button>
      {shown && (
        <ReasonDialog
          title={`Set ${named} aside?`}
          submit="Set aside"
          draft="statement-aside"
          send={(body, attempt) => call(setLinesAside, { body: { ...body, ...withIds(chosen) }, attempt })}
          onHide={hide}
          onDone={done}
        >
          <p>They are not for the portal, such as rent or a charge of the bank. Nothing is deleted.</p>
        </ReasonDialog>
      )}
    </>
  );
}

const withIds = ({ ids, ...chosen }: Picked["chosen"]) => ({ ...chosen, ...(ids && { ids: [...ids] }) });

type Asked = "match" | "undo";

/** What can be done with one line. */
export function LineDeeds({ row }: { row: Row }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const reread = useReread();
  const mayChange = useRight("statements.change");
  if (!mayChange) return null;
  const standing = row.standing as LineStanding;
  const hide = () => setAsked(null);
  if (row.decidedby !== null)
    return (
      <>
        <button type="button" className="button button-quiet" onClick={() => setAsked("undo")}>
          Take back
        </button>
        {asked === "undo" && (
          <ReasonDialog
            title="Take this decision back?"
            submit="Take back"
            draft={`statement-undo:${row._id}`}
            send={(body, attempt) => call(undoLine, { params: { id: row._id }, body, attempt })}
            onHide={hide}
            onDone={reread}
          >
            <p>The line is held against the books again.</p>
          </ReasonDialog>
        )}
      </>
    );
  if (standing === "Matched") return null;
  const picked = { chosen: { count: 1, ids: [row._id] }, named: "this line", done: reread };
  return (
    <>
      <SetAside picked={picked} />
      <button type="button" className="button" onClick={() => setAsked("match")}>
        Match by hand
      </button>
      {asked === "match" && <MatchDialog row={row} onHide={hide} onDone={reread} />}
    </>
  );
}

function MatchDialog({ row, onHide, onDone }: { row: Row; onHide(): void; onDone(): Promise<void> }) {
  const sheet = useSheet(matchForm, { rrr: "", reason: "" });
  return (
    <Dialog title="Which payment is it?" onHide={onHide}>
      <Form
        sheet={sheet}
        draft={`statement-match:${row._id}`}
        submit="Match"
        beside={<CloseButton onHide={onHide} />}
        send={(body, attempt) => call(matchLine, { params: { id: row._id }, body, attempt })}
        done={async () => {
          onHide();
          await onDone();
        }}
      >
        <p>
          The line explains a payment that is booked here already. It pays nothing: a payment that is not booked has to
          be corrected first, by two people. Where the amounts are not one, the line stays in “Amount differs”, with
          your reason beside it.
        </p>
        <CodeField {...sheet.field("rrr")} hint="12 digits, with or without dashes" />
        <TextArea {...sheet.field("reason")} hint="How you know, such as the teller's slip that you saw" />
      </Form>
    </Dialog>
  );
}
