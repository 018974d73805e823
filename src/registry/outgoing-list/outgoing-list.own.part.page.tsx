import { Read, useRead } from "#kit/call/read.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { Card } from "#kit/look/card.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import { contact } from "#reference/brand/brand.rules.ts";
import { readOwnNational } from "./outgoing-list.contract.ts";
import { NationalNeeds } from "./outgoing-list.needs.part.page.tsx";
import { nationalLooks, nationalSentences } from "./outgoing-list.rules.ts";

/** How one stands in the National Matriculation List oneself. */
export function OwnNationalList() {
  const read = useRead(readOwnNational);
  return (
    <Read from={read} waiting={<div className="bone late h-24" />}>
      {(own) =>
        own && (
          <Card
            title="National Matriculation List"
            beside={<WordBadge look={nationalLooks[own.standing]} word={own.standing} />}
          >
            <p>{nationalSentences[own.standing]}</p>
            {own.reason && <p className="font-semibold">{own.reason}</p>}
            {own.standing !== "Listed" && own.day && (
              <p className="text-small text-soft">
                {own.standing === "Sent" ? "Sent" : "Answered"} on {asDay(own.day)}
              </p>
            )}
            <NationalNeeds of={own} />
            {own.needed.length + own.wanted.length > 0 && (
              <p className="text-small text-soft">
                What you cannot do yourself, the {contact.office} does with you. Without this list nobody is called up
                for NYSC.
              </p>
            )}
          </Card>
        )
      }
    </Read>
  );
}
