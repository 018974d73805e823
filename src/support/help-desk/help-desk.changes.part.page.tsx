import { WordBadge } from "#kit/look/badge.web.tsx";
import { Breakable } from "#kit/look/facts.web.tsx";
import { asMinute } from "#kit/value/dates.rules.ts";
import type { Person } from "./help-desk.contract.ts";
import { Part } from "./help-desk.standing.part.page.tsx";

/** Changes of the address, with what showed that they were right. */
export function AddressChanges({ list }: { list: Person["changes"] }) {
  if (list.length === 0) return null;
  return (
    <Part title="Changes of the address" nothing="">
      {list.map(({ newaddress, oldaddress, reason, askedby, askedAt, endsAt, confirmedAt, open, evidence }) => (
        <li key={askedAt} className="grid gap-1 px-5 py-2.5">
          <p className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
            <span className="min-w-0 font-semibold">
              <Breakable text={newaddress} />
            </span>
            {confirmedAt ? (
              <WordBadge look="good" word="Confirmed" />
            ) : open ? (
              <WordBadge look="info" word="Waits for its code" />
            ) : (
              <WordBadge look="plain" word="Never confirmed" />
            )}
          </p>
          <p className="text-small text-soft">
            Instead of <Breakable text={oldaddress} />. {reason}
          </p>
          <p className="text-small text-soft">
            Asked by {askedby} on {asMinute(askedAt)}
            {confirmedAt ? `, confirmed on ${asMinute(confirmedAt)}` : open && `, open until ${asMinute(endsAt)}`}.{" "}
            <a href={evidence} target="_blank" rel="noreferrer" className="link">
              Evidence<span className="sr-only"> (opens in a new tab)</span>
            </a>
          </p>
        </li>
      ))}
    </Part>
  );
}

/** What the help desk did before. */
export function HelpGiven({ list }: { list: Person["history"] }) {
  if (list.length === 0) return null;
  return (
    <Part title="Help given" nothing="">
      {list.map(({ _id, at, by, deed, reason }) => (
        <li key={_id} className="px-5 py-2">
          {deed}
          <span className="block text-small text-soft">
            {by}, {asMinute(at)}
            {reason && `: ${reason}`}
          </span>
        </li>
      ))}
    </Part>
  );
}
