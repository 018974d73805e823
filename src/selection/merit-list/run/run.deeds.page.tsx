import { useState } from "react";
import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import { ReasonDialog } from "#console/confirm/confirm.reason.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import {
  approveRun,
  discardRun,
  type ListCover,
  proposeRun,
  returnRun,
  withdrawRun,
} from "../merit-list.calls.contract.ts";
import { mayRunGo, type RunState } from "../merit-list.rules.ts";

const plain = {
  propose: {
    endpoint: proposeRun,
    button: "Propose",
    to: "Proposed",
    right: "merit-lists.change",
    look: "button",
    title: (run: string) => `Propose ${run}`,
    follows: "Nothing in it changes until somebody else approves it or sends it back.",
  },
  approve: {
    endpoint: approveRun,
    button: "Approve and freeze",
    to: "Frozen",
    right: "merit-lists.approve",
    look: "button",
    title: (run: string) => `Approve ${run}`,
    follows:
      "Nobody can change its rows any more, and a check tells whether anybody did. No applicant hears of it before a release.",
  },
} as const;

const reasoned = {
  return: {
    endpoint: returnRun,
    button: "Send back",
    to: "Draft",
    right: "merit-lists.approve",
    title: (run: string) => `Send ${run} back`,
    follows: "It becomes a draft again, for whoever made it to change.",
  },
  withdraw: {
    endpoint: withdrawRun,
    button: "Take the proposal back",
    to: "Draft",
    right: "merit-lists.change",
    title: (run: string) => `Take the proposal of ${run} back`,
    follows: "It becomes a draft again.",
  },
  discard: {
    endpoint: discardRun,
    button: "Give up",
    to: "Discarded",
    right: "merit-lists.change",
    title: (run: string) => `Give ${run} up`,
    follows: "It can be read and compared, but neither changed nor proposed any more.",
  },
} as const;

type Plain = keyof typeof plain;
type Reasoned = keyof typeof reasoned;

/** What this person may do with a list where it stands; who proposed it is told why approving is another's. */
export function RunDeeds({ run }: { run: ListCover["run"] }) {
  const rights = { change: useRight("merit-lists.change"), approve: useRight("merit-lists.approve") };
  const [asked, setAsked] = useState<Plain | Reasoned | null>(null);
  const reread = useReread();
  const may = ({ to, right }: { readonly to: RunState; readonly right: string }) =>
    mayRunGo(run.state, to) && rights[right.endsWith("approve") ? "approve" : "change"];
  const onHide = () => setAsked(null);
  const params = { id: run._id };
  // Of the run as it stood when it was asked: what is read anew behind the question is not decided on by it.
  const [revision, setRevision] = useState(run.revision);
  const ask = (deed: Plain) => {
    setRevision(run.revision);
    setAsked(deed);
  };
  return (
    <>
      {named(plain).map(([name, deed]) =>
        !may(deed) ? null : name === "approve" && run.isOwn ? (
          <p key={name} className="self-center text-soft">
            Somebody else approves what you have made, proposed or changed by hand.
          </p>
        ) : (
          <button key={name} type="button" className="button" onClick={() => ask(name)}>
            {deed.button}
          </button>
        ),
      )}
      {named(reasoned).map(
        ([name, deed]) =>
          may(deed) &&
          !(name === "return" && run.isOwn) && (
            <button key={name} type="button" className="button button-quiet" onClick={() => setAsked(name)}>
              {deed.button}
            </button>
          ),
      )}
      {asked && asked in plain && (
        <Confirm
          title={`${plain[asked as Plain].title(run.title)}?`}
          submit={plain[asked as Plain].button}
          send={(attempt) => call(plain[asked as Plain].endpoint, { params, body: { revision }, attempt })}
          onHide={() => {
            onHide();
            void reread();
          }}
          onDone={reread}
        >
          <p>{plain[asked as Plain].follows}</p>
        </Confirm>
      )}
      {asked && asked in reasoned && (
        <ReasonDialog
          title={reasoned[asked as Reasoned].title(run.title)}
          submit={reasoned[asked as Reasoned].button}
          draft={`merit-${asked}:${run._id}`}
          send={(body, attempt) => call(reasoned[asked as Reasoned].endpoint, { params, body, attempt })}
          onHide={onHide}
          onDone={reread}
        >
          <p>{reasoned[asked as Reasoned].follows}</p>
        </ReasonDialog>
      )}
    </>
  );
}

const named = <K extends string, T>(deeds: Readonly<Record<K, T>>) => Object.entries(deeds) as [K, T][];
