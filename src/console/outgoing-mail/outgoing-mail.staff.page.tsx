import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { Confirm } from "../confirm/confirm.ask.part.page.tsx";
import type { Row } from "../record/record.contract.ts";
import { useRight } from "../rights/rights.given.part.page.tsx";
import { ListingScreens } from "../screens/screens.listing.part.page.tsx";
import { outgoingMails, resendMail } from "./outgoing-mail.contract.ts";

export const MailsPage = () => <ListingScreens of={outgoingMails} deeds={(row) => <Resend row={row} />} />;

/** A mail that waits or has failed is tried again; of a sent one nothing is kept that could be. */
function Resend({ row }: { row: Row }) {
  const { shown, show, hide } = useShown();
  const reread = useReread();
  const mayChange = useRight("mails.change");
  if (!mayChange || row.state === "sent") return null;
  return (
    <>
      <button type="button" className="button" onClick={show}>
        Send again
      </button>
      {shown && (
        <Confirm
          title="Send this mail again?"
          submit="Send again"
          send={(attempt) => call(resendMail, { params: { id: row._id }, attempt })}
          onHide={hide}
          onDone={reread}
        >
          <p>
            The portal tries at once to send <strong>{row._title}</strong> to {String(row.recipient)}.
          </p>
        </Confirm>
      )}
    </>
  );
}
