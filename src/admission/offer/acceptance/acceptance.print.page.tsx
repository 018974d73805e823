import { programmeTitle } from "#college/programme/programme.contract.ts";
import { fullName } from "#identity/account/account.rules.ts";
import { useRead } from "#kit/call/read.web.tsx";
import { Breakable } from "#kit/look/facts.web.tsx";
import { useParams } from "#kit/page/router.web.tsx";
import { Paper, PaperLine } from "#kit/paper/paper.web.tsx";
import { asMinute } from "#kit/value/dates.rules.ts";
import { localPhone } from "#kit/value/phone.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { PaidFor, PaidOn, ReceiptSheet } from "#payments/receipt/receipt.sheet.part.page.tsx";
import { readAcceptanceReceipt } from "./acceptance.contract.ts";

/** The acceptance-fee receipt, one A4 page, paid or not. The print dialog opens by itself. Specification 2. */
export function AcceptanceReceiptPage() {
  const { id = "" } = useParams();
  const receipt = useRead(readAcceptanceReceipt, { id });
  return (
    <Paper
      title="Acceptance fee receipt"
      back={{ to: "/app/accept", text: "Back to Accept My Admission" }}
      from={receipt}
    >
      {(found) => <AcceptanceReceiptSheet receipt={found} />}
    </Paper>
  );
}

function AcceptanceReceiptSheet({ receipt }: { receipt: Replied<typeof readAcceptanceReceipt> }) {
  const { applicant, programme, session, code, RRR, details, acceptanceFee, genuine, asOf } = receipt;
  const { state, surplus, creditused, sentence: message, verified } = acceptanceFee;
  return (
    <ReceiptSheet
      title="Acceptance Fee Receipt"
      session={session.name}
      state={state}
      surplus={surplus}
      creditused={creditused}
      message={message}
      rrr={RRR}
      genuine={genuine}
      asOf={asOf}
      payer={details.payerName}
      items={details.items}
      amount={details.amount}
    >
      <PaperLine label="Payer">
        <strong>{details.payerName}</strong>
      </PaperLine>
      <PaperLine label="Applicant">{fullName(applicant)}</PaperLine>
      <PaperLine label="JAMB number">{applicant.jamb}</PaperLine>
      <PaperLine label="Phone">{localPhone(applicant.phonenumber)}</PaperLine>
      <PaperLine label="Programme">
        <Breakable text={programmeTitle(programme)} />
        <br />
        <span className="text-small">
          {programme.code}, {programme.department}
        </span>
      </PaperLine>
      <PaperLine label="Application code">{code}</PaperLine>
      <PaidFor description={details.description} session={session.name} />
      <PaidOn state={state} told={details.paidOn} />
      <PaperLine label="Verified">{verified ? asMinute(verified) : "Not verified"}</PaperLine>
    </ReceiptSheet>
  );
}
