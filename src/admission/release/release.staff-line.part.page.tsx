import { useState } from "react";
import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import { ReasonDialog } from "#console/confirm/confirm.reason.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { holdLines, takeOffLines } from "./release.line.contract.ts";
import { OfferAs } from "./release.staff-offer-as.part.page.tsx";
import { bodyOf, type LineParts, named } from "./release.staff-picked.part.page.tsx";
import { RefuseWith } from "./release.staff-refuse-with.part.page.tsx";

type Asked = "what" | "off" | "hold" | null;

/** What can be done with the selected applications of a list. */
export function LineDeeds({ of, picked }: LineParts) {
  const [asked, setAsked] = useState<Asked>(null);
  const hide = () => setAsked(null);
  const isDraft = of.state === "Draft";
  const body = bodyOf(picked);
  const params = { id: of._id };
  const button = (deed: Exclude<Asked, null>, word: string) => (
    <button type="button" className="button button-quiet" onClick={() => setAsked(deed)}>
      {word}
    </button>
  );
  const What = of.kind === "Offers" ? OfferAs : RefuseWith;
  return (
    <>
      {isDraft && button("what", of.kind === "Offers" ? "Say what is offered" : "Say why")}
      {isDraft && button("off", "Take off")}
      {!isDraft && button("hold", "Hold back")}
      {asked === "what" && <What of={of} picked={picked} onHide={hide} />}
      {asked === "off" && (
        <Confirm
          title={`Take ${named(picked)} off “${of.title}”?`}
          submit="Take off"
          send={(attempt) => call(takeOffLines, { params, body, attempt })}
          onHide={hide}
          onDone={picked.done}
        >
          <p>
            {picked.chosen.count === 1 ? "It can" : "They can"} be put on this or another list again
            {picked.beyond && ". Those on other pages of the list go, too"}.
          </p>
        </Confirm>
      )}
      {asked === "hold" && (
        <ReasonDialog
          title={`Hold ${named(picked)} back`}
          submit="Hold back"
          draft={`release:${of._id}:hold`}
          send={({ reason }, attempt) => call(holdLines, { params, body: { ...body, reason }, attempt })}
          onHide={hide}
          onDone={picked.done}
        >
          <p>
            The others go out as approved. For somebody who does not want the place, or about whom a question is open.
          </p>
        </ReasonDialog>
      )}
    </>
  );
}
