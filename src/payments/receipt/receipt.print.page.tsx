import { programmeTitle } from "#college/programme/programme.contract.ts";
import { fullName } from "#identity/account/account.rules.ts";
import { useRead } from "#kit/call/read.web.tsx";
import { Breakable } from "#kit/look/facts.web.tsx";
import { useParams } from "#kit/page/router.web.tsx";
import { Paper, PaperLine } from "#kit/paper/paper.web.tsx";
import { asMinute } from "#kit/value/dates.rules.ts";
import { localPhone } from "#kit/value/phone.rules.ts";
import { type ApplicationReceipt, readApplicationReceipt } from "./receipt.contract.ts";
import { PaidFor, PaidOn, ReceiptSheet } from "./receipt.sheet.part.page.tsx";

/** The application-fee receipt, one A4 page, paid or not. The print dialog opens by itself. Specification 2. */
export function ApplicationReceiptPage() {
  const { id = "" } = useParams();
  const receipt = useRead(readApplicationReceipt, { id });
  return (
    <Paper title="Application fee receipt" back={{ to: "/app/pay", text: "Back to Application Fees" }} from={receipt}>
      {(found) => <ApplicationReceiptSheet receipt={found} />}
    </Paper>
  );
}

function ApplicationReceiptSheet({ receipt }: { receipt: ApplicationReceipt }) {
  const { find, bio, RRR, details, genuine, asOf } = receipt;
  return (
    <ReceiptSheet
      title="Application Fee Receipt"
      session={find.session.name}
      state={find.state}
      surplus={find.surplus}
      creditused={find.creditused}
      message={find.message}
      rrr={RRR}
      payer={details.payerName}
      items={details.items}
      amount={details.amount}
      genuine={genuine}
      asOf={asOf}
    >
      <PaperLine label="Payer">
        <strong>{details.payerName}</strong>
      </PaperLine>
      <PaperLine label="Applicant">{fullName(bio)}</PaperLine>
      <PaperLine label="JAMB number">{find.applicant.jamb}</PaperLine>
      <PaperLine label="Phone">{localPhone(find.applicant.phonenumber)}</PaperLine>
      <PaperLine label="Programme">
        <Breakable text={programmeTitle(find.programme)} />
        <br />
        <span className="text-small">
          {find.programme.code}, {find.programme.department}
        </span>
      </PaperLine>
      <PaperLine label="Application code">{find.application?.code ?? "Not used for an application yet"}</PaperLine>
      <PaidFor description={find.trxdata.description} session={find.session.name} />
      <PaidOn state={find.state} told={details.paidOn} />
      <PaperLine label="Verified">{find.verified ? asMinute(find.verified) : "Not verified"}</PaperLine>
    </ReceiptSheet>
  );
}
