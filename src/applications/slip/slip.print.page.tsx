import { type ReactNode, useState } from "react";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { fullName } from "#identity/account/account.name.contract.ts";
import { asDay, asMinute } from "#kit/dates.contract.ts";
import { Letterhead } from "#kit/emblem.web.tsx";
import { Breakable } from "#kit/facts.web.tsx";
import { useTitle } from "#kit/heading.web.tsx";
import { localPhone } from "#kit/phone.contract.ts";
import { PrintButton, usePrintWhenReady } from "#kit/print.web.tsx";
import { Read, useRead } from "#kit/read.web.tsx";
import { Link, useParams } from "#kit/router.web.tsx";
import { groupedRrr } from "#payments/remita/remita.contract.ts";
import { brand, contact, crest } from "#reference/brand/brand.contract.ts";
import { readSlip, type Slip } from "../application/application.contract.ts";

/** The application slip, one A4 page. The print dialog opens by itself. Specification 2. */
export function SlipPage() {
  const { id = "" } = useParams();
  const slip = useRead(readSlip, { id });
  const paper = usePrintWhenReady<HTMLDivElement>(slip.data !== undefined);
  useTitle("Application slip");
  return (
    <main id="main" className="mx-auto max-w-[52rem] p-4 sm:p-8 print:max-w-none print:p-0">
      <div className="no-print mb-6 flex flex-wrap items-center justify-between gap-3">
        <Link to="/app/start" className="link inline-flex min-h-11 items-center">
          Back to the portal
        </Link>
        {slip.data && <PrintButton />}
      </div>
      <Read from={slip} waiting={<div className="bone h-[60vh]" />}>
        {(found) => (
          <div ref={paper}>
            <Paper slip={found} />
          </div>
        )}
      </Read>
    </main>
  );
}

function Paper({ slip }: { slip: Slip }) {
  const { applicant, programme, session } = slip;
  return (
    <article className="grid grid-cols-1 gap-6 print:gap-5">
      <Letterhead
        emblem={crest}
        name={brand.name}
        lines={[contact.address, `${contact.emailaddress}, ${localPhone(contact.phonenumber)}`]}
      />
      <div className="flex items-start justify-between gap-4 sm:gap-6">
        <div className="min-w-0">
          <h1 className="text-title">Application Slip</h1>
          <p className="mt-1">Session {session.name}</p>
          <p className="mt-6 text-small">Application code</p>
          <p className="font-semibold tabular-nums sm:text-title print:text-title">
            <Code of={slip.code} />
          </p>
        </div>
        <Passport photo={slip.photo} name={fullName(applicant)} />
      </div>
      <table className="w-full border-collapse text-left">
        <tbody>
          <Row label="Full name">
            <strong>{fullName(applicant)}</strong>
          </Row>
          <Row label="Programme">
            {programmeTitle(programme)}
            <br />
            <span className="text-small">
              {programme.code}, {programme.department}
            </span>
          </Row>
          <Row label="Mode of entry">{slip.type}</Row>
          <Row label="JAMB number">{applicant.jamb}</Row>
          <Row label="Date of birth">{asDay(slip.dateofbirth)}</Row>
          <Row label="Gender">{slip.gender}</Row>
          <Row label="Phone">{localPhone(applicant.phonenumber)}</Row>
          <Row label="Email">
            <Breakable text={applicant.emailaddress} />
          </Row>
          <Row label="Payment reference (RRR)">{groupedRrr(slip.RRR)}</Row>
          <Row label="Submitted">{asMinute(slip.createdAt)}</Row>
        </tbody>
      </table>
      <p className="keep-together border-ink border-t pt-3 text-small">
        This slip shows that the application above was received. It is not an offer of admission. Bring it with you to
        the screening, with the originals of the documents that you uploaded.
      </p>
    </article>
  );
}

/** On a narrow phone it breaks before its last part and nowhere else. */
function Code({ of: code }: { of: string }) {
  const last = code.lastIndexOf("/") + 1;
  return (
    <>
      <span className="inline-block">{code.slice(0, last)}</span>
      <span className="inline-block whitespace-nowrap">{code.slice(last)}</span>
    </>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <tr className="keep-together border-line border-b align-top">
      <th scope="row" className="w-[34%] py-2 pr-4 font-normal text-soft">
        {label}
      </th>
      <td className="wrap-anywhere py-2 tabular-nums">{children}</td>
    </tr>
  );
}

/** 35 by 45 mm, the usual size of a passport photograph. Without one there is room to fix a print. */
function Passport({ photo, name }: { photo: Slip["photo"]; name: string }) {
  const [broken, setBroken] = useState(false);
  const size = "h-[36mm] w-[28mm] shrink-0 border border-ink sm:h-[45mm] sm:w-[35mm] print:h-[45mm] print:w-[35mm]";
  if (photo && !broken) {
    return (
      <img
        src={photo.link}
        alt={`Passport of ${name}`}
        className={`object-cover ${size}`}
        onError={() => setBroken(true)}
      />
    );
  }
  return <p className={`grid place-items-center p-2 text-center text-small ${size}`}>Affix passport photograph here</p>;
}
