import { type ProposalDeed, ProposalDeeds } from "#access/proposal/proposal.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Link } from "#kit/page/router.web.tsx";
import { asFigure } from "#kit/value/count.rules.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import { ProposeRecall, RecallDeeds } from "../recall/recall.staff-deeds.part.page.tsx";
import { unapprovedWords } from "../release-line/release-line.caps.rules.ts";
import {
  approveRelease,
  type ReleaseWhole,
  releases,
  sendReleaseBack,
  takeReleaseBack,
  withdrawRelease,
} from "./release.contract.ts";
import { unreadyWords, whatFollows } from "./release.staff-counts.part.page.tsx";

export function ReleaseDeeds({ of }: { of: ReleaseWhole }) {
  const mayChange = useRight("releases.change");
  const mayApprove = useRight("releases.approve");
  const { _id, title, state, lines, proposed, hand, recall } = of;
  const home = `${releases.link}/${_id}`;
  const isMine = proposed?.me === true;
  const isRecalled = recall?.state === "Proposed" || recall?.state === "Approved";
  return (
    <>
      {mayChange && state === "Draft" && (
        <Link to={`${home}/add`} className={lines === 0 ? "button" : "button button-quiet"}>
          Add applications
        </Link>
      )}
      {mayApprove && hand && !isMine && state === "Proposed" && (
        <p className="self-center text-soft">Somebody else approves a list that you have made or changed.</p>
      )}
      <ProposalDeeds deeds={deedsOn(of)} isOwn={isMine} />
      {mayChange && state === "Draft" && lines > 0 && (
        <Link to={`${home}/propose`} className="button">
          Propose
        </Link>
      )}
      {mayChange && state === "Released" && !isRecalled && isInTime(of) && (
        <ProposeRecall of={{ release: _id }} named={`“${title}”`} />
      )}
      {recall?.state === "Proposed" && <RecallDeeds of={recall} named={`“${title}”`} />}
    </>
  );
}

function deedsOn(of: ReleaseWhole): readonly ProposalDeed[] {
  const { _id, title, state, version, kind, hand } = of;
  const params = { id: _id };
  const isBefore = (...states: readonly ReleaseWhole["state"][]) => states.includes(state);
  const withdraw: ProposalDeed = {
    word: "Withdraw",
    right: "releases.change",
    by: "anybody",
    title: `Withdraw “${title}”`,
    follows: <p>It is given up for good and never goes out. Its applications can be put on another list.</p>,
    draft: `release:${_id}:withdraw`,
    send: (body, attempt) => call(withdrawRelease, { params, body, attempt }),
  };
  const back: ProposalDeed = {
    word: "Back to draft",
    right: "releases.change",
    by: state === "Approved" ? "anybody" : "proposer",
    title: `Back to draft “${title}”`,
    follows: <p>It becomes a draft again: who proposed and who approved it is forgotten, and it does not go out.</p>,
    draft: `release:${_id}:back`,
    send: (body, attempt) => call(takeReleaseBack, { params, body, attempt }),
  };
  const send: ProposalDeed = {
    word: "Send back",
    right: "releases.approve",
    by: "another",
    title: `Send back “${title}”`,
    follows: <p>It becomes a draft again. Whoever proposed it reads your reason in its history.</p>,
    draft: `release:${_id}:send`,
    send: (body, attempt) => call(sendReleaseBack, { params, body, attempt }),
  };
  const approve: ProposalDeed = {
    word: "Approve",
    right: "releases.approve",
    by: "another",
    isMain: true,
    title: `Approve “${title}”?`,
    submit: `Approve ${outOf(of)} ${kind.toLowerCase()}`,
    follows: <WhatGoesOut of={of} />,
    send: (attempt) => call(approveRelease, { params, body: { version }, attempt }),
  };
  return [
    ...(isBefore("Draft", "Proposed", "Approved") ? [withdraw] : []),
    ...(isBefore("Proposed", "Approved") ? [back, send] : []),
    ...(isBefore("Proposed") && !hand ? [approve] : []),
  ];
}

const outOf = ({ lines, held }: ReleaseWhole): string => asFigure(lines - held);

const isInTime = ({ recallUntil, now }: ReleaseWhole): boolean =>
  recallUntil !== null && Date.parse(recallUntil) > Date.parse(now);

function WhatGoesOut({ of }: { of: ReleaseWhole }) {
  const { kind, programmes, minute, proposed, letter } = of;
  const unready = unreadyWords(of.unready);
  const unapproved = unapprovedWords(of.caps);
  return (
    <>
      <p>
        {proposed?.by} proposes {outOf(of)} {kind.toLowerCase()} in {programmes.length}{" "}
        {programmes.length === 1 ? "programme" : "programmes"}. They go out by themselves{" "}
        {minute ? (
          <>
            on <strong>{asMinute(minute)}</strong>
          </>
        ) : (
          <strong>within a minute after you approve</strong>
        )}
        , each with a mail
        {kind === "Offers" && ` and ${letter ? `${letter.title} of the letter` : "the usual letter"}`}.
      </p>
      {unapproved && (
        <p className="mt-2 border-warn border-l-4 pl-3">
          <strong>{unapproved}.</strong> {whatFollows(of)}
        </p>
      )}
      {unready && <p className="mt-2 border-warn border-l-4 pl-3">The desk is not done with all of them: {unready}.</p>}
    </>
  );
}
