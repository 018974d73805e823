import { ProposalDeeds, ProposalTabs } from "#access/proposal/proposal.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import type { Choice, Row } from "#console/record/record.contract.ts";
import { NoAccess, useGiven, useRight } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import {
  approveModeration,
  declineModeration,
  moderations,
  readEffect,
  revokeModeration,
  withdrawModeration,
} from "./moderation.contract.ts";

const Propose = opened(() => import("./moderation.propose.page.tsx").then((part) => part.ProposeModeration));
const Effect = opened(() => import("./moderation.effect.part.page.tsx").then((part) => part.EffectShown));

const { link } = moderations;
const newestFirst = { ...moderations, usual: "-createdAt" };

/** What was moderated and what waits for a second person; one of them; and a new one. */
export function ModerationsPage() {
  const { pathname } = useLocation();
  const mayChange = useRight("moderations.change");
  if (pathname === `${link}/new`) return mayChange ? <Propose /> : <NoAccess name="Moderation: change" />;
  if (pathname !== link)
    return (
      <ListingScreens of={moderations} deeds={(row) => <Deeds row={row} />} first={(row) => <Touched id={row._id} />} />
    );
  return (
    <RecordList
      of={newestFirst}
      addAt={null}
      beside={
        mayChange && (
          <Link to={`${link}/new`} className="button">
            Moderate
          </Link>
        )
      }
    >
      <ProposalTabs
        name="Moderations"
        link={link}
        waiting={{ state: "Proposed", word: "Waiting for a second person" }}
      />
    </RecordList>
  );
}

function Touched({ id }: { id: string }) {
  const read = useRead(readEffect, { id });
  return (
    <Read from={read} waiting={<div className="bone late h-32" />}>
      {(of) => <Effect of={of} />}
    </Read>
  );
}

function Deeds({ row }: { row: Row }) {
  const { me } = useGiven();
  const params = { id: row._id };
  const isOwn = (row.proposedby as Choice)._id === me._id;
  if (row.state === "Approved")
    return (
      <ProposalDeeds
        isOwn={isOwn}
        deeds={[
          {
            word: "Revoke",
            right: "moderations.approve",
            by: "anybody",
            title: "Revoke this moderation",
            follows: <p>The totals are again what was typed. Once a result of it is published it cannot be revoked.</p>,
            draft: `moderation-revoke:${row._id}`,
            send: (body, attempt) => call(revokeModeration, { params, body, attempt }),
          },
        ]}
      />
    );
  if (row.state !== "Proposed") return null;
  const stays = <p>The totals stay what was typed. It can be proposed anew.</p>;
  return (
    <ProposalDeeds
      isOwn={isOwn}
      deeds={[
        {
          word: "Take the proposal back",
          right: "moderations.change",
          by: "proposer",
          title: "Take the proposal back?",
          follows: stays,
          send: (attempt) => call(withdrawModeration, { params, attempt }),
        },
        {
          word: "Decline",
          right: "moderations.approve",
          by: "another",
          title: "Decline this moderation",
          follows: stays,
          draft: `moderation-decline:${row._id}`,
          send: (body, attempt) => call(declineModeration, { params, body, attempt }),
        },
        {
          word: "Approve",
          right: "moderations.approve",
          by: "another",
          isMain: true,
          title: "Approve this moderation?",
          follows: (
            <p>It counts at once, for the marks that stand on this page. It can be revoked until they are published.</p>
          ),
          send: (attempt) => call(approveModeration, { params, attempt }),
        },
      ]}
    />
  );
}
