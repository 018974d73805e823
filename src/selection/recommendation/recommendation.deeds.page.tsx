import { useState } from "react";
import { useKeys } from "#console/keys/keys.press.part.page.tsx";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { type DecisionStanding, deedOf, type HeadDecision, headDecisions } from "./recommendation.rules.ts";

const CountersignDialog = opened(() =>
  import("./recommendation.dialog.page.tsx").then((part) => part.CountersignDialog),
);
const DecisionDialog = opened(() => import("./recommendation.dialog.page.tsx").then((part) => part.DecisionDialog));

interface DeedsParts {
  readonly picked: Omit<Picked, "beyond">;
  /** Where all of them stand. */
  readonly standing: DecisionStanding;
  /** What a dean said to all of them; empty where that differs. */
  readonly answer: string;
  /** When the latest of their decisions was made that is looked at here. */
  readonly seenAt: string;
  readonly asked: boolean;
}

type Open = HeadDecision | "Countersigned" | "Sent back";

/** None of them is a key of the desk, whose buttons stand beside these in a file. */
const keys: Readonly<Record<Open, string>> = {
  Recommended: "y",
  "Not recommended": "n",
  Countersigned: "s",
  "Sent back": "u",
};

const words: Readonly<Record<Open, string>> = { ...deedOf, Countersigned: "Countersign", "Sent back": "Send back" };

export function DecisionDeeds({ picked, standing, answer, seenAt, asked }: DeedsParts) {
  const mayDecide = useRight("recommendations.change");
  const mayAnswer = useRight("recommendations.approve") && asked && answer === "Not yet";
  const [open, setOpen] = useState<Open | null>(null);
  const decided = mayDecide ? headDecisions.filter((one) => one !== standing || answer === "Sent back") : [];
  const shown: readonly Open[] = [...decided, ...(mayAnswer ? (["Countersigned", "Sent back"] as const) : [])];
  useKeys(
    Object.fromEntries(shown.map((one) => [keys[one], () => setOpen(one)])),
    Object.fromEntries(shown.map((one) => [keys[one], words[one]])),
  );
  const hide = () => setOpen(null);
  return (
    <>
      {shown.map((one) => (
        <button
          key={one}
          type="button"
          aria-keyshortcuts={keys[one]}
          className={one === "Recommended" || one === "Countersigned" ? "button" : "button button-quiet"}
          onClick={() => setOpen(one)}
        >
          {words[one]}
        </button>
      ))}
      {(open === "Recommended" || open === "Not recommended") && (
        <DecisionDialog picked={picked} standing={standing} decision={open} onHide={hide} />
      )}
      {(open === "Countersigned" || open === "Sent back") && standing !== "Checked" && (
        <CountersignDialog picked={picked} standing={standing} answer={open} seenAt={seenAt} onHide={hide} />
      )}
    </>
  );
}
