import { useState } from "react";
import { ReasonDialog } from "#console/confirm/confirm.reason.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { approveCorrection, refuseCorrection, withdrawCorrection } from "./payment-correction.contract.ts";
import { type CorrectionKind, correctionEffects } from "./payment-correction.kinds.contract.ts";

const deeds = {
  approve: { endpoint: approveCorrection, word: "Approve", look: "button" },
  refuse: { endpoint: refuseCorrection, word: "Refuse", look: "button button-quiet" },
  withdraw: { endpoint: withdrawCorrection, word: "Withdraw", look: "button button-quiet" },
} as const;

type Deed = keyof typeof deeds;

/** What can be done with a proposal: by its author to take it back, by another who may to decide. */
export function CorrectionDeeds({ row, own }: { row: Row; own: boolean }) {
  const [mayApprove, mayChange] = [useRight("payment-corrections.approve"), useRight("payment-corrections.change")];
  const [asked, setAsked] = useState<Deed | null>(null);
  const reread = useReread();
  const offered: Deed[] = own ? (mayChange ? ["withdraw"] : []) : mayApprove ? ["refuse", "approve"] : [];
  return (
    <>
      {offered.map((deed) => (
        <button key={deed} type="button" className={deeds[deed].look} onClick={() => setAsked(deed)}>
          {deeds[deed].word}
        </button>
      ))}
      {asked && (
        <ReasonDialog
          title={`${deeds[asked].word}: ${row._title}`}
          submit={deeds[asked].word}
          draft={`correction-${asked}:${row._id}`}
          send={(body, attempt) => call(deeds[asked].endpoint, { params: { id: row._id }, body, attempt })}
          onHide={() => setAsked(null)}
          onDone={reread}
        >
          <p>
            {asked === "approve"
              ? correctionEffects[row.kind as CorrectionKind]
              : "Nothing is done, and the payment stays as it is. It can be proposed anew."}
          </p>
        </ReasonDialog>
      )}
    </>
  );
}
