import { type ReactNode, useState } from "react";
import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import { ReasonDialog } from "#console/confirm/confirm.reason.part.page.tsx";
import { useGiven } from "#console/rights/rights.given.part.page.tsx";
import { useReread } from "#kit/call/read.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";

type Answer = Promise<{ readonly message: string }>;

interface DeedShown {
  readonly word: string;
  readonly right: string;
  /** As the server lets it: whoever proposed it approves nothing, and nobody else takes it back. */
  readonly by: "another" | "proposer" | "anybody";
  /** What is asked before it is done. */
  readonly title: string;
  /** What follows from it. */
  readonly follows: ReactNode;
  /** The button that is pressed most. */
  readonly isMain?: boolean;
  /** On the button of the dialog, where that says more. */
  readonly submit?: string;
}

/** A deed that asks whether it is meant. */
interface PlainDeed extends DeedShown {
  readonly draft?: undefined;
  send(attempt: string): Answer;
}

/** A deed that asks for its reason, which is kept on the device under `draft` until it was sent. */
interface ReasonedDeed extends DeedShown {
  readonly draft: string;
  send(body: { readonly reason: string }, attempt: string): Answer;
}

export type ProposalDeed = PlainDeed | ReasonedDeed;

interface DeedsParts {
  /** What leads on from where the proposal stands. */
  readonly deeds: readonly ProposalDeed[];
  /** Whether the reader proposed it, or had a hand in it. */
  readonly isOwn: boolean;
}

/** Buttons for what the reader may do with a proposal, each with its question. */
export function ProposalDeeds({ deeds, isOwn }: DeedsParts) {
  const { rights } = useGiven();
  // The deed as it was when it was asked: what is read anew behind the question is not decided on by it.
  const [asked, setAsked] = useState<ProposalDeed | null>(null);
  const reread = useReread();
  const offered = deeds.filter(({ right, by }) => rights.has(right) && by !== (isOwn ? "another" : "proposer"));
  const onHide = () => setAsked(null);
  return (
    <>
      {offered.map((deed) => (
        <button
          key={deed.word}
          type="button"
          className={deed.isMain ? "button" : "button button-quiet"}
          onClick={() => setAsked(deed)}
        >
          {deed.word}
        </button>
      ))}
      {asked &&
        (asked.draft === undefined ? (
          <Confirm
            title={asked.title}
            submit={asked.submit ?? asked.word}
            send={asked.send}
            onHide={() => {
              onHide();
              // After a refusal the page behind shows what has changed.
              void reread();
            }}
            onDone={reread}
          >
            {asked.follows}
          </Confirm>
        ) : (
          <ReasonDialog
            title={asked.title}
            submit={asked.submit ?? asked.word}
            draft={asked.draft}
            send={asked.send}
            onHide={onHide}
            onDone={reread}
          >
            {asked.follows}
          </ReasonDialog>
        ))}
    </>
  );
}

interface TabsParts {
  /** What the list is called, for who hears it. */
  readonly name: string;
  readonly link: string;
  /** The state of a proposal that waits, and what it is called above the list. */
  readonly waiting: { readonly state: string; readonly word: string };
}

export function ProposalTabs({ name, link, waiting }: TabsParts) {
  const { search } = useLocation();
  const shown = new URLSearchParams(search).get("state") ?? "";
  const tabs = [
    { state: "", word: "All", to: link },
    { ...waiting, to: `${link}?state=${waiting.state}` },
  ];
  return (
    <nav aria-label={name} className="views">
      {tabs.map(({ state, word, to }) => (
        <Link key={to} to={to} className="tab" aria-current={shown === state ? "page" : undefined}>
          {word}
        </Link>
      ))}
    </nav>
  );
}
