import { useState } from "react";
import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import { ReasonDialog } from "#console/confirm/confirm.reason.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
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

const reasoned = {
  back: {
    call: takeReleaseBack,
    button: "Back to draft",
    follows: "It becomes a draft again: who proposed and who approved it is forgotten, and it does not go out.",
  },
  send: {
    call: sendReleaseBack,
    button: "Send back",
    follows: "It becomes a draft again. Whoever proposed it reads your reason in its history.",
  },
  withdraw: {
    call: withdrawRelease,
    button: "Withdraw",
    follows: "It is given up for good and never goes out. Its applications can be put on another list.",
  },
} as const;

type Reasoned = keyof typeof reasoned;

/** What can be done with the list where it stands, by who may. */
export function ReleaseDeeds({ of }: { of: ReleaseWhole }) {
  const mayChange = useRight("releases.change");
  const mayApprove = useRight("releases.approve") && !of.proposed?.me;
  const [asked, setAsked] = useState<Reasoned | "approve" | null>(null);
  const reread = useReread();
  const hide = () => setAsked(null);
  const { _id, state, lines } = of;
  const home = `${releases.link}/${_id}`;
  const button = (deed: Reasoned) => (
    <button type="button" className="button button-quiet" onClick={() => setAsked(deed)}>
      {reasoned[deed].button}
    </button>
  );
  return (
    <>
      {mayChange && state === "Draft" && (
        <Link to={`${home}/add`} className={lines === 0 ? "button" : "button button-quiet"}>
          Add applications
        </Link>
      )}
      {mayChange && (state === "Draft" || state === "Proposed" || state === "Approved") && button("withdraw")}
      {mayChange && (state === "Approved" || (state === "Proposed" && of.proposed?.me)) && button("back")}
      {mayApprove && (state === "Proposed" || state === "Approved") && button("send")}
      {mayChange && state === "Draft" && lines > 0 && (
        <Link to={`${home}/propose`} className="button">
          Propose
        </Link>
      )}
      {mayApprove && of.hand && state === "Proposed" && (
        <p className="self-center text-soft">Somebody else approves a list that you have made or changed.</p>
      )}
      {mayApprove && !of.hand && state === "Proposed" && (
        <button type="button" className="button" onClick={() => setAsked("approve")}>
          Approve
        </button>
      )}
      {mayChange &&
        state === "Released" &&
        of.recall?.state !== "Proposed" &&
        of.recall?.state !== "Approved" &&
        isInTime(of) && <ProposeRecall of={{ release: _id }} named={`“${of.title}”`} />}
      {of.recall?.state === "Proposed" && <RecallDeeds of={of.recall} named={`“${of.title}”`} />}
      {asked === "approve" && (
        <Approve
          of={of}
          onHide={() => {
            hide();
            void reread();
          }}
          onDone={reread}
        />
      )}
      {asked !== null && asked !== "approve" && (
        <ReasonDialog
          title={`${reasoned[asked].button} “${of.title}”`}
          submit={reasoned[asked].button}
          draft={`release:${_id}:${asked}`}
          send={(body, attempt) => call(reasoned[asked].call, { params: { id: _id }, body, attempt })}
          onHide={hide}
          onDone={reread}
        >
          <p>{reasoned[asked].follows}</p>
        </ReasonDialog>
      )}
    </>
  );
}

const isInTime = ({ recallUntil, now }: ReleaseWhole): boolean =>
  recallUntil !== null && Date.parse(recallUntil) > Date.parse(now);

interface ApproveParts {
  readonly of: ReleaseWhole;
  onHide(): void;
  onDone(): Promise<void>;
}

/** The second key: what goes out, to how many, when. */
function Approve({ of, onHide, onDone }: ApproveParts) {
  const { _id, title, kind, lines, held, programmes, minute, proposed, letter } = of;
  // Of the list as it stood when it was asked: what is read anew behind the question is not approved by it.
  const [version] = useState(of.version);
  const unready = unreadyWords(of.unready);
  const unapproved = unapprovedWords(of.caps);
  const many = (lines - held).toLocaleString("en-NG");
  return (
    <Confirm
      title={`Approve “${title}”?`}
      submit={`Approve ${many} ${kind.toLowerCase()}`}
      send={(attempt) => call(approveRelease, { params: { id: _id }, body: { version }, attempt })}
      onHide={onHide}
      onDone={onDone}
    >
      <p>
        {proposed?.by} proposes {many} {kind.toLowerCase()} in {programmes.length}{" "}
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
    </Confirm>
  );
}
