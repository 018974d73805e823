import { useState } from "react";
import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { call, sentenceOf } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { useLocation } from "#kit/page/router.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { sendInvitations, studentEntries } from "./student-invitation.contract.ts";

type Counted = Replied<typeof sendInvitations>;

interface SendParts {
  readonly chosen: Picked["chosen"];
  readonly named: string;
  onDone(): void | Promise<void>;
}

/** Counts the letters first, and sends them once their number was seen. */
function SendLinks({ chosen, named, onDone }: SendParts) {
  const [counted, setCounted] = useState<Counted | string | null>(null);
  const { ids, ...rest } = chosen;
  const body = { ...rest, ...(ids && { ids: [...ids] }) };
  const count = async () => {
    try {
      setCounted(await call(sendInvitations, { body: { ...body, check: true } }));
    } catch (failure) {
      setCounted(sentenceOf(failure));
    }
  };
  return (
    <>
      <button type="button" className="button button-quiet" onClick={() => void count()}>
        Send links
      </button>
      {counted !== null && (
        <Confirm
          title={`Send links to ${named}?`}
          submit={typeof counted === "string" ? "Send" : `Send ${asCount(counted.mails, "link", "links")}`}
          idle={typeof counted === "string" || counted.mails === 0}
          send={(attempt) => call(sendInvitations, { body, attempt })}
          onHide={() => setCounted(null)}
          onDone={onDone}
        >
          {typeof counted === "string" ? <p>{counted}</p> : <Counts of={counted} />}
        </Confirm>
      )}
    </>
  );
}

const Counts = ({ of: { mails, haspassword, sentlately } }: { of: Counted }) => (
  <div className="grid gap-2">
    <p>
      <strong>{asCount(mails, "letter goes", "letters go")} out.</strong> A link in it leads to choosing a password: it
      works once, for 30 days, and an earlier one stops working.
    </p>
    {haspassword > 0 && <p>{asCount(haspassword, "student has", "students have")} a password already: no letter.</p>}
    {sentlately > 0 && (
      <p>{asCount(sentlately, "student was", "students were")} sent a link within the last day: no second one.</p>
    )}
  </div>
);

function OneLink({ row }: { row: Row }) {
  const reread = useReread();
  if (row.state === "Has a password") return null;
  return <SendLinks chosen={{ ids: [row._id], count: 1 }} named={row._title} onDone={reread} />;
}

/** Who was sent a link to choose a password, and who has one. */
export function InvitationsPage() {
  const { pathname } = useLocation();
  const maySend = useRight("invitations.change");
  if (pathname !== studentEntries.link)
    return <ListingScreens of={studentEntries} deeds={(row) => maySend && <OneLink row={row} />} />;
  return (
    <RecordList
      of={studentEntries}
      addAt={null}
      chosenDeeds={
        maySend
          ? ({ chosen, named, done }: Picked) => <SendLinks chosen={chosen} named={named} onDone={done} />
          : undefined
      }
    />
  );
}
