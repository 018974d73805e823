import { useState } from "react";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { fullName } from "#identity/account/account.rules.ts";
import { Breakable } from "#kit/look/facts.web.tsx";
import { Letterhead } from "#kit/paper/letterhead.web.tsx";
import { PaperLine, PaperLines } from "#kit/paper/paper.web.tsx";
import { PaperWords } from "#kit/paper/paper-words.web.tsx";
import { asDay, asMinute } from "#kit/value/dates.rules.ts";
import { localPhone } from "#kit/value/phone.rules.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import { letterhead } from "#reference/brand/brand.letterhead.rules.ts";
import { SealedCheck } from "#reference/papers/papers.check.part.page.tsx";
import type { SlipPaper } from "./application.contract.ts";
import { choiceName } from "./application.rules.ts";

/** The application slip as it leaves the printer. */
export function SlipSheet({ slip }: { slip: SlipPaper }) {
  const { applicant, programme, session } = slip;
  return (
    <article className="flex flex-col gap-6 print:min-h-[260mm] print:gap-4">
      <Letterhead {...letterhead} />
      <div className="flex flex-wrap items-start justify-between gap-4 sm:gap-6">
        <div className="min-w-0 grow basis-40">
          <h1 className="text-title">{slip.words.heading}</h1>
          <p className="mt-1">Session {session.name}</p>
          <p className="mt-6 text-small">Application code</p>
          <p className="figures font-semibold sm:text-title print:text-title">
            <Code of={slip.code} />
          </p>
        </div>
        <Passport photo={slip.photo} name={fullName(applicant)} />
      </div>
      <PaperWords text={slip.words.opening} />
      <PaperLines>
        <PaperLine label="Full name">
          <strong>{fullName(applicant)}</strong>
        </PaperLine>
        <PaperLine label="Programme">
          <Breakable text={programmeTitle(programme)} />
          <br />
          <span className="text-small">
            {programme.code}, {programme.department}
          </span>
        </PaperLine>
        {slip.choices.map(({ _id, rank, title }) => (
          <PaperLine key={_id} label={choiceName(rank)}>
            <Breakable text={title} />
          </PaperLine>
        ))}
        <PaperLine label="Mode of entry">{slip.type}</PaperLine>
        <PaperLine label="JAMB number">{applicant.jamb}</PaperLine>
        <PaperLine label="Date of birth">{asDay(slip.dateofbirth)}</PaperLine>
        <PaperLine label="Gender">{slip.gender}</PaperLine>
        <PaperLine label="Phone">{localPhone(applicant.phonenumber)}</PaperLine>
        <PaperLine label="Email">
          <Breakable text={applicant.emailaddress} />
        </PaperLine>
        <PaperLine label="Payment reference (RRR)">{groupedRrr(slip.RRR)}</PaperLine>
        <PaperLine label="Submitted">{asMinute(slip.createdAt)}</PaperLine>
      </PaperLines>
      <p className="keep-together">This slip is not an offer of admission.</p>
      <PaperWords text={slip.words.closing} />
      {slip.after && (
        <p className="keep-together whitespace-pre-line">
          <strong>What happens next:</strong> {slip.after}
        </p>
      )}
      <SealedCheck
        address={slip.genuine}
        says={[`RRR: ${slip.RRR}`, `Name: ${fullName(applicant)}`]}
        asOf={slip.asOf}
      />
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

/** 35 by 45 mm, the usual size of a passport photograph. Without one there is room to fix a print. */
function Passport({ photo, name }: { photo: SlipPaper["photo"]; name: string }) {
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
