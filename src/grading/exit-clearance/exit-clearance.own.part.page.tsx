import { Read, useRead } from "#kit/call/read.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { Card } from "#kit/look/card.web.tsx";
import { Progress } from "#kit/look/states.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { readOwnExit } from "./exit-clearance.contract.ts";
import { exitLooks } from "./exit-clearance.rules.ts";

const words = { Open: "To do", Cleared: "Done", Refused: "Refused" } as const;

/** What one still returns or shows before leaving, and where; what is done stands last. */
export function OwnExitClearance() {
  const read = useRead(readOwnExit);
  return (
    <Card title="Exit clearance">
      <Read from={read} waiting={<div className="bone late h-24" />}>
        {(lines) => {
          if (lines.length === 0)
            return (
              <p className="text-soft">
                It begins when you stand on a graduation list: then you read here what to return or show, and where.
              </p>
            );
          const done = lines.filter(({ state }) => state === "Cleared").length;
          return (
            <>
              <Progress
                label={
                  done === lines.length ? "Everything is done" : `${done} of ${asCount(lines.length, "item")} done`
                }
                value={done}
                most={lines.length}
              />
              <ul>
                {lines
                  .toSorted((one, other) => Number(one.state === "Cleared") - Number(other.state === "Cleared"))
                  .map(({ label, office, whereto, bring, state, reason, at }) => (
                    <li key={label} className="border-line border-b py-2.5 last:border-b-0">
                      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                        <strong>{label}</strong>
                        <WordBadge look={exitLooks[state]} word={words[state]} />
                      </p>
                      {state === "Cleared" ? (
                        <p className="text-small text-soft">
                          {office}
                          {at && `, ${asDay(at)}`}
                        </p>
                      ) : (
                        <>
                          {reason && <p className="wrap-anywhere whitespace-pre-line">The office wrote: {reason}</p>}
                          <p className="whitespace-pre-line">
                            {office}: {whereto}
                          </p>
                          <p className="text-soft">
                            <span className="text-ink">Bring:</span> {bring}
                          </p>
                        </>
                      )}
                    </li>
                  ))}
              </ul>
            </>
          );
        }}
      </Read>
    </Card>
  );
}
