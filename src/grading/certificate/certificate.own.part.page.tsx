import { Read, useRead } from "#kit/call/read.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { Card } from "#kit/look/card.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import { type OwnWaits, readOwnSheets } from "./certificate.contract.ts";
import { type SheetState, sheetLooks } from "./certificate.rules.ts";

const words: Readonly<Record<SheetState, string>> = {
  Printed: "It is printed and waits for signatures.",
  Signed: "It is ready. Bring your ID card to collect it.",
  Collected: "It was handed out.",
  Spoiled: "The paper was spoiled; another one takes its place.",
  Replaced: "Another paper has taken its place.",
  Cancelled: "The college has cancelled it.",
};

/** One's certificate and statements, where they are, and what the certificate waits for. */
export function OwnCertificates() {
  const read = useRead(readOwnSheets);
  return (
    <Card title="Certificate">
      <Read from={read} waiting={<div className="bone late h-24" />}>
        {({ sheets, waits }) => (
          <>
            {sheets.length === 0 && (
              <p className="text-soft">
                {waits === null
                  ? "It is printed after the award was conferred on you."
                  : "The award was conferred on you. Your certificate is not printed yet."}
              </p>
            )}
            <ul>
              {sheets.map(({ kind, serial, state, at, validuntil }) => (
                <li key={`${kind} ${serial}`} className="border-line border-b py-2.5 last:border-b-0">
                  <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                    <strong>{kind}</strong>
                    <WordBadge look={sheetLooks[state]} word={state} />
                  </p>
                  <p>{words[state]}</p>
                  <p className="figures text-small text-soft">
                    {serial}, {asDay(at)}
                    {validuntil &&
                      `. Valid until ${asDay(`${validuntil}T12:00:00Z`)}, or until you collect the certificate`}
                  </p>
                </li>
              ))}
            </ul>
            {waits && <Waits of={waits} />}
          </>
        )}
      </Read>
    </Card>
  );
}

function Waits({ of: { exits, hold, owed } }: { of: OwnWaits }) {
  const sentences = [
    ...(exits.length > 0 ? [`Exit clearance is not finished: ${exits.join(", ")}`] : []),
    ...(hold ? [`The college is holding your papers (${hold.reason}; ${hold.office})`] : []),
    ...(owed > 0 ? [`You still owe ${asNaira(owed)}`] : []),
  ];
  if (sentences.length === 0) return null;
  return (
    <div>
      <h3 className="font-semibold text-small text-soft">It is handed out once this is settled</h3>
      <ul className="list-disc pl-5">
        {sentences.map((one) => (
          <li key={one} className="wrap-anywhere">
            {one}
          </li>
        ))}
      </ul>
    </div>
  );
}
