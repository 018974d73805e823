import { type ProposalDeed, ProposalDeeds } from "#access/proposal/proposal.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import {
  approveRun,
  discardRun,
  type ListCover,
  proposeRun,
  returnRun,
  withdrawRun,
} from "../merit-list.calls.contract.ts";
import { mayRunGo, type RunState } from "../merit-list.rules.ts";

type Run = ListCover["run"];

/** What this person may do with a list where it stands; who proposed it is told why approving is another's. */
export function RunDeeds({ run }: { run: Run }) {
  const mayApprove = useRight("merit-lists.approve");
  return (
    <>
      {mayApprove && run.isOwn && mayRunGo(run.state, "Frozen") && (
        <p className="self-center text-soft">Somebody else approves what you have made, proposed or changed by hand.</p>
      )}
      <ProposalDeeds deeds={deedsOn(run).filter(({ to }) => mayRunGo(run.state, to))} isOwn={run.isOwn} />
    </>
  );
}

function deedsOn({ _id, title, revision }: Run): readonly (ProposalDeed & { readonly to: RunState })[] {
  const params = { id: _id };
  return [
    {
      word: "Propose",
      to: "Proposed",
      right: "merit-lists.change",
      by: "anybody",
      isMain: true,
      title: `Propose ${title}?`,
      follows: <p>Nothing in it changes until somebody else approves it or sends it back.</p>,
      send: (attempt) => call(proposeRun, { params, body: { revision }, attempt }),
    },
    {
      word: "Approve and freeze",
      to: "Frozen",
      right: "merit-lists.approve",
      by: "another",
      isMain: true,
      title: `Approve ${title}?`,
      follows: (
        <p>
          Nobody can change its rows any more, and a check tells whether anybody did. No applicant hears of it before a
          release.
        </p>
      ),
      send: (attempt) => call(approveRun, { params, body: { revision }, attempt }),
    },
    {
      word: "Send back",
      to: "Draft",
      right: "merit-lists.approve",
      by: "another",
      title: `Send ${title} back`,
      follows: <p>It becomes a draft again, for whoever made it to change.</p>,
      draft: `merit-return:${_id}`,
      send: (body, attempt) => call(returnRun, { params, body, attempt }),
    },
    {
      word: "Take the proposal back",
      to: "Draft",
      right: "merit-lists.change",
      by: "anybody",
      title: `Take the proposal of ${title} back`,
      follows: <p>It becomes a draft again.</p>,
      draft: `merit-withdraw:${_id}`,
      send: (body, attempt) => call(withdrawRun, { params, body, attempt }),
    },
    {
      word: "Give up",
      to: "Discarded",
      right: "merit-lists.change",
      by: "anybody",
      title: `Give ${title} up`,
      follows: <p>It can be read and compared, but neither changed nor proposed any more.</p>,
      draft: `merit-discard:${_id}`,
      send: (body, attempt) => call(discardRun, { params, body, attempt }),
    },
  ];
}
