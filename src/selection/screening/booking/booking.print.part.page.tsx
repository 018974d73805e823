import { useState } from "react";
import { Breakable } from "#kit/look/facts.web.tsx";
import { Letterhead } from "#kit/paper/letterhead.web.tsx";
import { PaperLine, PaperLines } from "#kit/paper/paper.web.tsx";
import { PaperCheck } from "#kit/paper/paper-marks.web.tsx";
import { PaperWords } from "#kit/paper/paper-words.web.tsx";
import { asMinute, asWeekday } from "#kit/value/dates.rules.ts";
import { letterhead } from "#reference/brand/brand.letterhead.rules.ts";
import type { ScreeningSlip } from "./booking.contract.ts";

/** The screening slip as it leaves the printer. */
export function ScreeningSheet({ slip }: { slip: ScreeningSlip }) {
  const {
    name,
    jamb,
    code,
    programme,
    session,
    starts,
    ends,
    day,
    hall,
    bring,
    originals,
    photo,
    words,
    genuine,
    asOf,
  } = slip;
  const clock = (iso: string) => asMinute(iso).split(" at ").at(-1);
  return (
    <article className="flex flex-col gap-6 print:min-h-[260mm] print:gap-4">
      <Letterhead {...letterhead} />
      <div className="flex flex-wrap items-start justify-between gap-4 sm:gap-6">
        <div className="min-w-0 grow basis-40">
          <h1 className="text-title">{words.heading}</h1>
          <p className="mt-1">Session {session}</p>
          <p className="mt-6 text-small">When and where</p>
          <p className="font-semibold sm:text-title print:text-title">{asWeekday(starts ?? `${day}T12:00:00Z`)}</p>
          {starts && ends && (
            <p className="figures font-semibold">
              {clock(starts)} to {clock(ends)}
            </p>
          )}
          <p>{hall}</p>
        </div>
        <Passport photo={photo} name={name} />
      </div>
      <PaperWords text={words.opening} />
      <PaperLines>
        <PaperLine label="Full name">
          <strong>{name}</strong>
        </PaperLine>
        <PaperLine label="JAMB number">{jamb}</PaperLine>
        <PaperLine label="Application code">{code}</PaperLine>
        <PaperLine label="Programme">
          <Breakable text={programme} />
        </PaperLine>
      </PaperLines>
      <section className="keep-together">
        <h2 className="text-large">Bring with you</h2>
        <ul className="mt-1 list-disc pl-5">
          <li>This slip, printed</li>
          {originals.map((label) => (
            <li key={label}>Original: {label}</li>
          ))}
        </ul>
        {bring && <p className="mt-2 whitespace-pre-line">{bring}</p>}
      </section>
      <p>This slip is not an offer of admission.</p>
      <PaperWords text={words.closing} />
      <PaperCheck address={genuine} says={[`JAMB: ${jamb}`, `Name: ${name}`]} asOf={asOf} />
    </article>
  );
}

/** 35 by 45 mm, the usual size of a passport photograph. Without one there is room to fix a print. */
function Passport({ photo, name }: Pick<ScreeningSlip, "photo" | "name">) {
  const [broken, setBroken] = useState(false);
  const size = "h-[36mm] w-[28mm] shrink-0 border border-ink sm:h-[45mm] sm:w-[35mm] print:h-[45mm] print:w-[35mm]";
  if (photo && !broken)
    return (
      <img src={photo} alt={`Passport of ${name}`} className={`object-cover ${size}`} onError={() => setBroken(true)} />
    );
  return <p className={`grid place-items-center p-2 text-center text-small ${size}`}>Affix passport photograph here</p>;
}
