import { programmeTitle } from "#college/programme/programme.contract.ts";
import { fullName } from "#identity/account/account.rules.ts";
import { Breakable } from "#kit/look/facts.web.tsx";
import { Letterhead } from "#kit/paper/letterhead.web.tsx";
import { PaperLine, PaperLines } from "#kit/paper/paper.web.tsx";
import { EachLine, PaperWords } from "#kit/paper/paper-words.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import { letterhead } from "#reference/brand/brand.letterhead.rules.ts";
import { SealedCheck } from "#reference/papers/papers.check.part.page.tsx";
import type { LetterPaper } from "./letter.contract.ts";
import { SignLine } from "./letter.frame.page.tsx";

/** The acceptance letter as it leaves the printer. */
export function AcceptanceSheet({ letter }: { letter: LetterPaper }) {
  const {
    applicant,
    code,
    programme,
    session,
    RRR,
    acceptanceFee,
    paidOn,
    genuineAcceptance,
    acceptance: words,
    asOf,
  } = letter;
  const name = fullName(applicant);
  const to = programmeTitle(programme);
  return (
    <article className="flex flex-col gap-5 print:min-h-[260mm] print:gap-2">
      <Letterhead {...letterhead} />
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-1">
        <p className="whitespace-pre-line">{words.addressee}</p>
        <p>{asDay(asOf)}</p>
      </div>
      <PaperWords text={words.greeting} />
      <h1 className="text-title">{words.heading}</h1>
      <PaperLines>
        <PaperLine label="Name">
          <strong>{name}</strong>
        </PaperLine>
        <PaperLine label="JAMB number">{applicant.jamb}</PaperLine>
        <PaperLine label="Application code">{code}</PaperLine>
        <PaperLine label="Programme">
          <strong>
            <Breakable text={to} />
          </strong>{" "}
          ({programme.code})
        </PaperLine>
        <PaperLine label="Session">{session.name}</PaperLine>
        <PaperLine label="Acceptance fee reference (RRR)">{groupedRrr(RRR)}</PaperLine>
        {acceptanceFee && (
          <PaperLine label="Acceptance fee">
            {asNaira(acceptanceFee.details.amount)}, {paidOn ? `paid on ${asDay(paidOn)}` : "day not told by the bank"}
          </PaperLine>
        )}
      </PaperLines>
      <PaperWords text={words.closing} strong={[name]} />
      <EachLine of={words.signatories}>
        {(line, at) => <Signatures of={line} name={at === 0 ? name : undefined} />}
      </EachLine>
      <SealedCheck address={genuineAcceptance ?? ""} says={[`RRR: ${RRR}`, `Name: ${name}`]} asOf={asOf} />
    </article>
  );
}

function Signatures({ of, name }: { of: string; name?: string | undefined }) {
  return (
    <div className="keep-together grid grid-cols-[2fr_2fr_1fr] gap-4">
      <SignLine under={of} above={name} />
      <SignLine under="Signature" />
      <SignLine under="Date" />
    </div>
  );
}
