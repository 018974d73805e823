import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { DayField } from "#kit/field/day-field.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { useShown } from "#kit/page/shown.web.ts";
import { asDay, lagosDay } from "#kit/value/dates.rules.ts";
import { extendOffers, extension } from "./offer.list.contract.ts";

/** More time for the selected offers. */
export function ExtendChosen({ picked }: { picked: Picked }) {
  const { shown, show, hide } = useShown();
  return (
    <>
      <button type="button" className="button button-quiet" onClick={show}>
        Extend
      </button>
      {shown && <Extend picked={picked} now={null} onHide={hide} />}
    </>
  );
}

/** The same for one offer, on its own page. */
export function ExtendOne({ row }: { row: Row }) {
  const { shown, show, hide } = useShown();
  const reread = useReread();
  const picked = { chosen: { ids: [row._id], count: 1 }, named: row._title, beyond: false, done: reread };
  return (
    <>
      <button type="button" className="button" onClick={show}>
        Extend
      </button>
      {shown && <Extend picked={picked} now={String(row.due)} onHide={hide} />}
    </>
  );
}

interface DialogParts {
  readonly picked: Picked;
  /** The last day of the one offer; null for several. */
  readonly now: string | null;
  onHide(): void;
}

function Extend({ picked, now, onHide }: DialogParts) {
  const { chosen, named, beyond, done } = picked;
  const sheet = useSheet(extension, { due: "", reason: "" });
  return (
    <Dialog title={`Extend ${named}`} onHide={onHide}>
      <Form
        sheet={sheet}
        draft={null}
        submit="Extend"
        beside={<CloseButton onHide={onHide} />}
        send={(typed, attempt) =>
          call(extendOffers, { body: { ...typed, ...chosen, ids: chosen.ids && [...chosen.ids] }, attempt })
        }
        done={async () => {
          onHide();
          await done();
        }}
      >
        <p>
          {chosen.count === 1 ? "The offer can" : `All ${named} can`} be accepted until the end of the new last day
          {beyond && ", also those on other pages of the list"}. Open references are paid by then, a lapsed offer stands
          again, and each applicant gets a mail. A payment that came too late before stays with the bursary.
        </p>
        {now && (
          <p>
            Last day now: <strong className="figures">{asDay(now)}</strong>
          </p>
        )}
        <DayField {...sheet.field("due")} min={earliest(now)} />
        <TextArea {...sheet.field("reason")} hint="It stands in the application’s file, under What happened" />
      </Form>
    </Dialog>
  );
}

/** The day after the last one, or today when that is over. */
function earliest(now: string | null): string {
  const today = lagosDay(new Date().toISOString());
  const next = now && new Date(Date.parse(now) + 86_400_000).toISOString().slice(0, 10);
  return next && next > today ? next : today;
}
