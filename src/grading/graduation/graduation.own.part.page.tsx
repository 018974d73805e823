import { Read, useRead } from "#kit/call/read.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { Card } from "#kit/look/card.web.tsx";
import { CardBones } from "#kit/look/states.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import { type OwnAward, readOwnAward } from "./graduation.contract.ts";
import { Findings } from "./graduation.findings.part.page.tsx";
import { graduandLooks, WITHHELD } from "./graduation.rules.ts";

/** How far one is from the award, and what NYSC still asks for. */
export function OwnAwardCards() {
  const read = useRead(readOwnAward);
  return (
    <Read from={read} waiting={<CardBones />}>
      {(own) => (
        <>
          <Award own={own} />
          {own.nysc && <Nysc of={own.nysc} />}
        </>
      )}
    </Read>
  );
}

function Award({ own }: { own: OwnAward }) {
  const { listed } = own;
  return (
    <Card title="Your award" beside={listed && <WordBadge look={graduandLooks[listed.state]} word={listed.state} />}>
      {listed?.state === "Conferred" ? <Conferred own={own} listed={listed} /> : <Asked own={own} />}
    </Card>
  );
}

interface ConferredParts {
  readonly own: OwnAward;
  readonly listed: NonNullable<OwnAward["listed"]>;
}

function Conferred({ own: { findings }, listed: { passclass, cgpa, heldon, title } }: ConferredParts) {
  if (passclass !== WITHHELD)
    return (
      <p>
        <strong>{passclass}</strong>, CGPA <Figure of={cgpa} />
        {heldon && `, conferred on ${day(heldon)}`}. {title}.
      </p>
    );
  return (
    <>
      <p>
        The award was conferred on you{heldon && ` on ${day(heldon)}`}. Your class of pass and CGPA show here once this
        is settled:
      </p>
      <Findings of={findings.filter(({ about }) => about === "Results")} />
    </>
  );
}

const Asked = ({ own: { listed, met, cgpa, findings, clearance } }: { own: OwnAward }) => (
  <>
    {listed ? (
      <p>You stand on {listed.title}. The board decides about it.</p>
    ) : (
      <p>
        {met
          ? "You meet everything that the award asks for. The Registry puts you on a graduation list."
          : "This is what the award asks for, and how far you are."}
        {cgpa !== WITHHELD && (
          <>
            {" "}
            Your CGPA is <Figure of={cgpa} />.
          </>
        )}
      </p>
    )}
    <Findings of={findings} />
    <h3 className="mt-3 font-semibold text-small text-soft">Fees and holds</h3>
    <Findings of={clearance} />
  </>
);

const day = (date: string): string => asDay(`${date}T12:00:00Z`);

/** An average, and the way to what it is made of. */
const Figure = ({ of }: { of: string }) => (
  <Link to="/student/results" className="figures link">
    {of}
  </Link>
);

type Needs = NonNullable<OwnAward["nysc"]>["needed"];

const Nysc = ({ of: { needed, wanted } }: { of: NonNullable<OwnAward["nysc"]> }) => (
  <Card title="NYSC">
    {needed.length === 0 ? (
      <p>Nothing keeps you out of the college's list for NYSC.</p>
    ) : (
      <NeedsList title="What is still needed" of={needed} look="text-bad" />
    )}
    {wanted.length > 0 && <NeedsList title="NYSC may send your entry back because of this" of={wanted} look="" />}
    <p className="text-small text-soft">What you cannot put right yourself, the Registry does with you.</p>
  </Card>
);

const NeedsList = ({ title, of, look }: { title: string; of: Needs; look: string }) => (
  <>
    <h3 className="font-semibold text-small text-soft">{title}</h3>
    <ul className={`list-disc pl-5 ${look}`}>
      {of.map(({ sentence, link }) => (
        <li key={sentence} className="wrap-anywhere">
          {sentence}.
          {link && (
            <>
              {" "}
              <Link to={link} className="link inline-block py-2">
                See My project
              </Link>
            </>
          )}
        </li>
      ))}
    </ul>
  </>
);
