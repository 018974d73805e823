import { type ProposalDeed, ProposalDeeds } from "#access/proposal/proposal.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import {
  approveApiKey,
  declineApiKey,
  makeApiSecret,
  readApiKeyUse,
  revokeApiKey,
  withdrawApiKey,
} from "./api-key.contract.ts";
import { OVERLAP_HOURS } from "./api-key.rules.ts";
import { SecretDeed } from "./api-key.secret.part.page.tsx";

const noKey = <p>The system gets no key, and one can be proposed anew.</p>;

/** What may be done with a key, as it stands. */
export function Deeds({ row }: { row: Row }) {
  const read = useRead(readApiKeyUse, { id: row._id });
  if (!read.data) return null;
  const params = { id: row._id };
  const waiting: readonly ProposalDeed[] = [
    {
      word: "Withdraw",
      right: "api-keys.change",
      by: "proposer",
      title: `Withdraw: ${row._title}`,
      follows: noKey,
      send: (attempt) => call(withdrawApiKey, { params, attempt }),
    },
    {
      word: "Decline",
      right: "api-keys.approve",
      by: "another",
      title: `Decline: ${row._title}`,
      follows: noKey,
      draft: `api-key-decline:${row._id}`,
      send: (body, attempt) => call(declineApiKey, { params, body, attempt }),
    },
    {
      word: "Approve",
      right: "api-keys.approve",
      by: "another",
      isMain: true,
      title: `Approve: ${row._title}`,
      follows: <p>Its secret can then be made. Whoever has that reads what is named below, until its last day.</p>,
      send: (attempt) => call(approveApiKey, { params, attempt }),
    },
  ];
  const revoke: ProposalDeed = {
    word: "Revoke",
    right: "api-keys.change",
    by: "anybody",
    title: `Revoke: ${row._title}`,
    follows: <p>It ends at once and for good: the next request with it is refused.</p>,
    draft: `api-key-revoke:${row._id}`,
    send: (body, attempt) => call(revokeApiKey, { params, body, attempt }),
  };
  const isOwn = read.data.own;
  if (row.state === "Proposed") return <ProposalDeeds deeds={waiting} isOwn={isOwn} />;
  if (row.state !== "In force" && row.state !== "Without secret") return null;
  return (
    <>
      <SecretDeed
        right="api-keys.change"
        word={row.state === "In force" ? "New secret" : "Make the secret"}
        title={row._title}
        send={(attempt) => call(makeApiSecret, { params, attempt })}
      >
        {row.state === "In force" ? (
          <p>The new secret works at once. The present one works for another {OVERLAP_HOURS} hours, then it ends.</p>
        ) : (
          <p>The key works from then on.</p>
        )}
      </SecretDeed>
      <ProposalDeeds deeds={[revoke]} isOwn={isOwn} />
    </>
  );
}

/** How often it was used, day by day. */
export function Use({ row }: { row: Row }) {
  const read = useRead(readApiKeyUse, { id: row._id });
  return (
    <Read from={read} waiting={<div className="bone late h-24" />}>
      {({ days }) =>
        days.length === 0 ? (
          <p className="text-soft">Nothing was asked with this key yet.</p>
        ) : (
          <div className="card max-w-3xl overflow-x-auto px-4 py-2">
            <table className="w-full border-collapse">
              <caption className="sr-only">Requests of the last days</caption>
              <thead>
                <tr className="border-line border-b text-left text-small text-soft">
                  <th scope="col" className="py-2 pr-4 font-semibold">
                    Day
                  </th>
                  <th scope="col" className="py-2 pr-4 font-semibold">
                    Read
                  </th>
                  <th scope="col" className="py-2 pl-4 text-right font-semibold">
                    Answered
                  </th>
                  <th scope="col" className="py-2 pl-4 text-right font-semibold">
                    Refused
                  </th>
                </tr>
              </thead>
              <tbody>
                {days.map(({ day, scope, answered, refused }) => (
                  <tr key={`${day} ${scope}`} className="border-line border-b last:border-b-0">
                    <td className="figures whitespace-nowrap py-1.5 pr-4">{asDay(day)}</td>
                    <td className="py-1.5 pr-4">{scope}</td>
                    <td className="figures py-1.5 pl-4 text-right">{answered}</td>
                    <td className="figures py-1.5 pl-4 text-right">{refused}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )
      }
    </Read>
  );
}
