import { programmeTitle } from "#college/programme/programme.contract.ts";
import { fullName } from "#identity/account/account.rules.ts";
import { Breakable } from "#kit/look/facts.web.tsx";
import { Letterhead } from "#kit/paper/letterhead.web.tsx";
import { PaperLine, PaperLines } from "#kit/paper/paper.web.tsx";
import { Behind, Stamp } from "#kit/paper/paper-marks.web.tsx";
import { EachLine, PaperWords } from "#kit/paper/paper-words.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import { UnbrokenText } from "#payments/payment-reference/payment-reference.part.page.tsx";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import { letterhead } from "#reference/brand/brand.letterhead.rules.ts";
import { SealedCheck } from "#reference/papers/papers.check.part.page.tsx";
import { sizeOf } from "../letter-template/letter-template.rules.ts";
import { statusWord } from "../offer/offer.rules.ts";
import { isWithBursary } from "../offer/offer.status.rules.ts";
import type { LetterPaper } from "./letter.contract.ts";
import { acceptWithin, endOf } from "./letter.rules.ts";

/** The admission letter as it leaves the printer. */
export function LetterSheet({ letter }: { letter: LetterPaper }) {
  const { applicant, code, status, releasedAt, RRR, words, genuine, asOf } = letter;
  const end = endOf(letter);
  const name = fullName(applicant);
  return (
    <article
      data-size={sizeOf(letter, letter.words)}
      className="relative isolate flex flex-col gap-4 overflow-hidden print:min-h-[260mm] print:gap-2.5"
    >
      {end && <Behind look="bad" word={end.word.toUpperCase()} />}
      <Letterhead {...letterhead} />
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-1">
        <p>
          Our reference: <strong className="figures whitespace-nowrap">{code}</strong>
        </p>
        <p>{asDay(releasedAt)}</p>
      </div>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <h1 className="text-title">{words.heading}</h1>
        <Stamp look={end ? "bad" : "good"} word={end?.word ?? statusWord(status)} />
      </div>
      <PaperWords text={words.greeting} strong={[name]} />
      <PaperWords text={words.opening} strong={[statusWord(status)]} />
      <Own text={letter.opening} />
      <Terms letter={letter} />
      {end ? (
        <p className="keep-together font-semibold">{end.why}. Please ask the admissions office what can be done.</p>
      ) : (
        <ToDo letter={letter} />
      )}
      <Own text={letter.conditions} />
      <PaperWords text={words.closing} />
      <Own text={letter.closing} />
      <Signed by={letter.signatory} words={words.signatories} />
      <SealedCheck address={genuine} says={[`RRR: ${RRR}`, `Name: ${name}`]} asOf={asOf} />
    </article>
  );
}

/**
 * Who signs, right under the words that end the letter; the signature stands on the line, as ink does. What room the page
 * has left is for a pen.
 */
function Signed({ by: { name, title, signature }, words }: { by: LetterPaper["signatory"]; words: string }) {
  return (
    <div className="keep-together mt-auto flex w-80 max-w-full grow flex-col print:max-h-28">
      <p className="whitespace-pre-line">{words}</p>
      <p className="relative min-h-14 grow border-ink border-b print:min-h-5">
        {signature && (
          <img
            src={signature}
            alt={`Signature of the ${title}`}
            className="absolute bottom-0 left-28 h-14 max-w-48 object-contain object-bottom print:h-11"
          />
        )}
      </p>
      <p className="text-small">{name ? `${name}, ${title}` : title}</p>
    </div>
  );
}

/** A paragraph of the college's own. */
const Own = ({ text }: { text: string | null }) => text && <p className="keep-together whitespace-pre-line">{text}</p>;

function Terms({ letter: { applicant, programme, session, type, duration, condition } }: { letter: LetterPaper }) {
  return (
    <PaperLines>
      <PaperLine label="JAMB number">{applicant.jamb}</PaperLine>
      <PaperLine label="Programme">
        <strong>
          <Breakable text={programmeTitle(programme)} />
        </strong>{" "}
        ({programme.code})
      </PaperLine>
      <PaperLine label="Department and school">
        {programme.department}, {programme.college}
      </PaperLine>
      <PaperLine label="Session and mode">
        {session.name}, {type}
      </PaperLine>
      <PaperLine label="Course duration">{asCount(duration, "year")}</PaperLine>
      {condition && <PaperLine label="Condition">{condition}</PaperLine>}
    </PaperLines>
  );
}

function ToDo({ letter }: { letter: LetterPaper }) {
  const accepted = letter.standing === "accepted";
  return (
    <div className="keep-together">
      <p>
        <strong>{accepted ? <Accepted letter={letter} /> : acceptWithin(letter)}</strong> What to do now:
      </p>
      <ol className="mt-1 grid list-decimal gap-0.5 pl-6">
        {!accepted && (
          <li>
            <HowToPay letter={letter} />
          </li>
        )}
        <EachLine of={letter.words.notes}>{(line) => <li>{line}</li>}</EachLine>
      </ol>
    </div>
  );
}

function Accepted({ letter: { acceptanceFee, paidOn } }: { letter: LetterPaper }) {
  const on = paidOn ? ` on ${asDay(paidOn)}` : "";
  if (!acceptanceFee?.RRR) return `You accepted${on}.`;
  return (
    <>
      You accepted{on}: {asNaira(acceptanceFee.details.amount)} paid, RRR{" "}
      <UnbrokenText text={groupedRrr(acceptanceFee.RRR)} />.
    </>
  );
}

function HowToPay({ letter: { fee, acceptanceFee } }: { letter: LetterPaper }) {
  const cost = fee === null ? "the acceptance fee" : `the acceptance fee of ${asNaira(fee)}`;
  const rrr = acceptanceFee?.RRR;
  if (rrr && acceptanceFee.state === "OPEN") {
    return (
      <>
        Pay {cost} by that day, online or at any bank, with the payment reference (RRR){" "}
        <UnbrokenText text={groupedRrr(rrr)} />.
      </>
    );
  }
  if (acceptanceFee && isWithBursary(acceptanceFee)) {
    return `Your payment of ${cost} is with the bursary. Please do not pay again, and ask there.`;
  }
  return `Make the payment reference of ${cost} on the portal under Accept My Admission, and pay it by that day.`;
}
