import { ReasonDialog } from "#console/confirm/confirm.reason.part.page.tsx";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { useShown } from "#kit/page/shown.web.ts";
import { decideDiscrepancies } from "./reconciliation.contract.ts";

/** Closes discrepancies by a decision. */
export function Decide({ picked: { chosen, named, done } }: { picked: Pick<Picked, "chosen" | "named" | "done"> }) {
  const { shown, show, hide } = useShown();
  const { ids, ...rest } = chosen;
  return (
    <>
      <button type="button" className="button button-quiet" onClick={show}>
        Close with a reason
      </button>
      {shown && (
        <ReasonDialog
          title={`Close ${named}?`}
          submit="Close"
          draft="discrepancy-decide"
          send={(body, attempt) =>
            call(decideDiscrepancies, { body: { ...body, ...rest, ...(ids && { ids: [...ids] }) }, attempt })
          }
          onHide={hide}
          onDone={done}
        >
          <p>
            It changes no payment and no booking. Should its amounts move, or should it go and come again, a later run
            opens it again.
          </p>
        </ReasonDialog>
      )}
    </>
  );
}
