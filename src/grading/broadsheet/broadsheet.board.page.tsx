import { useState } from "react";
import { ProposalDeeds } from "#access/proposal/proposal.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Dialog } from "#kit/dialog/dialog.web.tsx";
import { DialogForm } from "#kit/dialog/dialog-form.web.tsx";
import { DayField } from "#kit/field/day-field.web.tsx";
import { TextField } from "#kit/field/text-fields.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { lagosToday } from "#kit/value/dates.rules.ts";
import { fields } from "#kit/wire/endpoint.contract.ts";
import { approveBroadsheet, type Broadsheet, minuteEntries, returnFromBoard } from "./broadsheet.contract.ts";

type Column = Broadsheet["courses"][number];
type WithSheet = Column & { readonly sheet: NonNullable<Column["sheet"]> };

const isWithBoard = (column: Column): column is WithSheet => column.sheet?.state === "With board";

/** What the board decides about a broadsheet: all sheets that are with it, by the minute of its meeting. */
export function BoardDeeds({ of }: { of: Broadsheet }) {
  // As they were when it was asked: what comes to the board meanwhile was not looked at.
  const [asked, setAsked] = useState<readonly WithSheet[] | null>(null);
  const waiting = of.courses.filter(isWithBoard);
  if (waiting.length === 0) return null;
  return (
    <>
      <button type="button" className="button" onClick={() => setAsked(waiting)}>
        Approve {asCount(waiting.length, "sheet")}
      </button>
      {asked && <Approving of={of} sheets={asked} onHide={() => setAsked(null)} />}
    </>
  );
}

const minuteForm = fields(minuteEntries);

function Approving({ of, sheets, onHide }: { of: Broadsheet; sheets: readonly WithSheet[]; onHide(): void }) {
  const sheet = useSheet(minuteForm, { minute: "", day: lagosToday() });
  const { programme, level, semester, session } = of;
  const named = { programme: programme._id, level, semester, session: session._id };
  return (
    <Dialog title={`Approve ${asCount(sheets.length, "sheet")}?`} onHide={onHide}>
      <DialogForm
        sheet={sheet}
        draft={`board-minute:${session._id} ${semester}`}
        submit="Approve"
        onHide={onHide}
        send={(body, attempt) =>
          call(approveBroadsheet, {
            body: { ...named, ...body, sheets: sheets.map(({ sheet: { _id, seen } }) => ({ _id, seen })) },
            attempt,
          })
        }
      >
        <p>
          {sheets.map(({ code }) => code).join(", ")}. The board has approved them, and they can be published. The
          minute stands beside each of them.
        </p>
        <TextField {...sheet.field("minute")} hint="Its number, such as AB/26/14" />
        <DayField {...sheet.field("day")} />
      </DialogForm>
    </Dialog>
  );
}

/** The board returns one sheet, where it is with it. */
export function ReturnFromBoard({ of }: { of: Column }) {
  if (!isWithBoard(of)) return null;
  const { code, sheet } = of;
  return (
    <ProposalDeeds
      isOwn={false}
      deeds={[
        {
          word: "Return",
          right: "broadsheets.approve",
          by: "anybody",
          title: `Return the sheet of ${code}?`,
          follows: <p>Its lecturers read your reason, and it goes through every office anew.</p>,
          draft: `board-return:${sheet._id}`,
          send: (body, attempt) =>
            call(returnFromBoard, { params: { id: sheet._id }, body: { ...body, seen: sheet.seen }, attempt }),
        },
      ]}
    />
  );
}
