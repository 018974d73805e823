import { programmeTitle } from "#college/programme/programme.contract.ts";
import { fullName } from "#identity/account/account.rules.ts";
import { useRead } from "#kit/call/read.web.tsx";
import { Breakable } from "#kit/look/facts.web.tsx";
import { useParams } from "#kit/page/router.web.tsx";
import { Letterhead } from "#kit/paper/letterhead.web.tsx";
import { Paper, PaperLine, PaperLines } from "#kit/paper/paper.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import { letterhead } from "#reference/brand/brand.letterhead.rules.ts";
import { brand } from "#reference/brand/brand.rules.ts";
import { SealedCheck } from "#reference/papers/papers.check.part.page.tsx";
import { statusWord } from "../offer/offer.rules.ts";
import { type LetterPaper, readLetter } from "./letter.contract.ts";
import { backToLetters, NoLetter, refusedBecause, SignLine, ToAcceptance } from "./letter.frame.page.tsx";
import { noAcceptanceLetter } from "./letter.rules.ts";

const title = "Acceptance letter";

/** The acceptance letter, one A4 page, once the place is accepted. The print dialog opens by itself. Contract 2. */
export function AcceptanceLetterPage() {
  const { id = "" } = useParams();
  const letter = useRead(readLetter, { id });
  const why = letter.data ? noAcceptanceLetter(letter.data) : refusedBecause(letter.error);
  if (why)
    return (
      <NoLetter title={title} why={why}>
        <ToAcceptance />
      </NoLetter>
    );
  return (
    <Paper title={title} back={backToLetters} from={letter}>
      {(found) => <AcceptanceSheet letter={found} />}
    </Paper>
  );
}

function AcceptanceSheet({ letter }: { letter: LetterPaper }) {
  const {
    applicant,
    code,
    programme,
    session,
    status,
    RRR,
    acceptanceFee,
    paidOn,
    genuineAcceptance,
    condition,
    asOf,
  } = letter;
  const name = fullName(applicant);
  const to = programmeTitle(programme);
  return (
    <article className="flex flex-col gap-5 print:min-h-[260mm] print:gap-2">
      <Letterhead {...letterhead} />
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-1">
        <p>
          The Registrar
          <br />
          {brand.name}
        </p>
        <p>{asDay(asOf)}</p>
      </div>
      <p>Dear Sir or Madam,</p>
      <h1 className="text-title">Acceptance of the offer of admission</h1>
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
      <p className="keep-together">
        I, <strong>{name}</strong>, accept the offer of {statusWord(status)} to {to} in the {session.name} session
        {condition && ", with the condition that the letter of offer states"}. I undertake to keep the rules of the
        college and to pay its fees. What I stated in my application is true. I understand that I will be required to
        withdraw if any of it, or a document that I handed in, is found to be false.
      </p>
      <Signatures of="Name of applicant" name={name} />
      <Signatures of="Name of parent or guardian" />
      <SealedCheck address={genuineAcceptance ?? ""} says={[`RRR: ${RRR}`, `Name: ${name}`]} asOf={asOf} />
    </article>
  );
}

function Signatures({ of, name }: { of: string; name?: string }) {
  return (
    <div className="keep-together grid grid-cols-[2fr_2fr_1fr] gap-4">
      <SignLine under={of} above={name} />
      <SignLine under="Signature" />
      <SignLine under="Date" />
    </div>
  );
}
