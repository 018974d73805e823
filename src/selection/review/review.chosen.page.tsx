import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import { call } from "#kit/call.web.ts";
import { useShown } from "#kit/shown.web.ts";
import { markManyChecked } from "./review.deeds.contract.ts";

/** Marks the applications that are selected as checked. */
export function CheckChosen({ picked: { chosen, named, beyond, done } }: { picked: Picked }) {
  const { shown, show, hide } = useShown();
  return (
    <>
      <button type="button" className="button button-quiet" onClick={show}>
        Mark as checked
      </button>
      {shown && (
        <Confirm
          title={`Mark ${named} as checked?`}
          submit="Mark as checked"
          send={(attempt) =>
            call(markManyChecked, { body: { ...chosen, ids: chosen.ids && [...chosen.ids] }, attempt })
          }
          onHide={hide}
          onDone={done}
        >
          <p>
            You say that the papers of {chosen.count === 1 ? "it" : `all ${named}`} are in order
            {beyond && ", also of those on other pages of the list"}. Only applications that qualify, and that are asked
            for no document, can be checked like this: if one is another, nothing is changed, and you read which.
          </p>
        </Confirm>
      )}
    </>
  );
}
