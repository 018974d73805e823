import { programmeTitle } from "#college/programme/programme.contract.ts";
import { fullName } from "#identity/account/account.name.contract.ts";
import { asMinute } from "#kit/dates.contract.ts";
import { Letterhead } from "#kit/emblem.web.tsx";
import { asNaira } from "#kit/money.contract.ts";
import { Paper, PaperLine, PaperLines } from "#kit/paper.web.tsx";
import { localPhone } from "#kit/phone.contract.ts";
import { Qr } from "#kit/qr.web.tsx";
import { useRead } from "#kit/read.web.tsx";
import { useParams } from "#kit/router.web.tsx";
import { brand, contact, crest } from "#reference/brand/brand.contract.ts";
import { groupedRrr } from "../remita/remita.contract.ts";
import { type ApplicationReceipt, readApplicationReceipt } from "./receipt.contract.ts";
import { amountInWords } from "./receipt.words.contract.ts";

/** The application-fee receipt, one A4 page, paid or not. The print dialog opens by itself. Specification 2. */
export function ApplicationReceiptPage() {
  const { id = "" } = useParams();
  const receipt = useRead(readApplicationReceipt, { id });
  return (
    <Paper title="Application fee receipt" back={{ to: "/app/pay", text: "Back to Application Fees" }} from={receipt}>
      {(found) => <ReceiptSheet receipt={found} />}
    </Paper>
  );
}

function ReceiptSheet({ receipt }: { receipt: ApplicationReceipt }) {
  const { find, bio, RRR, details } = receipt;
  return (
    <article className="relative isolate grid gap-6 overflow-hidden print:gap-5">
      <PaidBehind paid={find.isverified} />
      <Letterhead
        emblem={crest}
        name={brand.name}
        lines={[contact.address, `${contact.emailaddress}, ${localPhone(contact.phonenumber)}`]}
      />
      <div className="flex flex-wrap items-start justify-between gap-6">
        <div className="min-w-0">
          <h1 className="text-title">Application Fee Receipt</h1>
          <p className="mt-1">Session {find.session.name}</p>
          <p className="mt-5 text-small">Payment reference (RRR)</p>
          <p className="whitespace-nowrap font-semibold text-title tabular-nums">
            {RRR ? groupedRrr(RRR) : "Not made yet"}
          </p>
          <PaidWord paid={find.isverified} />
        </div>
        {RRR && (
          <Qr
            text={`RRR: ${RRR}\nPayer: ${details.payerName}`}
            label={`RRR ${groupedRrr(RRR)}, payer ${details.payerName}`}
            className="size-[36mm]"
          />
        )}
      </div>
      <PaperLines>
        <PaperLine label="Payer">
          <strong>{details.payerName}</strong>
        </PaperLine>
        <PaperLine label="Applicant">{fullName(bio)}</PaperLine>
        <PaperLine label="JAMB number">{find.applicant.jamb}</PaperLine>
        <PaperLine label="Phone">{localPhone(find.applicant.phonenumber)}</PaperLine>
        <PaperLine label="Programme">
          {programmeTitle(find.programme)}
          <br />
          <span className="text-small">
            {find.programme.code}, {find.programme.department}
          </span>
        </PaperLine>
        <PaperLine label="Application code">{find.application?.code ?? "Not used for an application yet"}</PaperLine>
        <PaperLine label="Paid for">{find.trxdata.description}</PaperLine>
        <PaperLine label="Paid on">{paidOn(receipt)}</PaperLine>
        <PaperLine label="Verified">{find.verified ? asMinute(find.verified) : "Not verified"}</PaperLine>
      </PaperLines>
      <Items receipt={receipt} />
      <p className="keep-together border-ink border-t pt-3 text-small">
        {find.isverified
          ? "The bank's own charge is not part of this amount. Keep this receipt until your registration."
          : "This is no proof of payment. Pay with the reference above, verify it in the portal, then print again."}
      </p>
    </article>
  );
}

const paidOn = ({ find, details }: ApplicationReceipt) =>
  details.paidOn ? asMinute(details.paidOn) : find.isverified ? "Not told by the bank" : "Not paid";

/** Behind the whole sheet, so that a photocopy shows it too. The word itself stands beside the reference. */
function PaidBehind({ paid }: { paid: boolean }) {
  return (
    <svg
      viewBox="0 0 600 800"
      aria-hidden
      className={`exact pointer-events-none absolute inset-0 -z-10 size-full opacity-10 ${paid ? "fill-good" : "fill-bad"}`}
    >
      <text x="300" y="420" textAnchor="middle" transform="rotate(-35 300 400)" fontSize="120" fontWeight="600">
        {paid ? "PAID" : "NOT PAID"}
      </text>
    </svg>
  );
}

function PaidWord({ paid }: { paid: boolean }) {
  return (
    <p
      className={`exact mt-3 inline-block border-2 px-3 py-0.5 font-semibold text-large ${paid ? "border-good bg-good-tint text-good" : "border-bad bg-bad-tint text-bad"}`}
    >
      {paid ? "Paid" : "Not Paid"}
    </p>
  );
}

function Items({ receipt: { details } }: { receipt: ApplicationReceipt }) {
  return (
    <table className="keep-together w-full border-collapse tabular-nums">
      <tbody>
        {details.items.map(({ name, amount }) => (
          <tr key={name} className="border-line border-b">
            <th scope="row" className="py-1.5 text-left font-normal">
              {name}
            </th>
            <td className="py-1.5 text-right">{asNaira(amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="font-semibold text-large">
          <th scope="row" className="py-2 text-left">
            Total
          </th>
          <td className="py-2 text-right">{asNaira(details.amount)}</td>
        </tr>
        <tr>
          <td colSpan={2} className="text-small">
            {amountInWords(details.amount)}
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
