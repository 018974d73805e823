import { useState } from "react";
import { stored } from "#identity/session/session.contract.ts";
import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { keep } from "#kit/draft/storage.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { toast } from "#kit/toast/toast.web.tsx";
import { isAwaited } from "#payments/payment-reference/payment-reference.states.contract.ts";
import type { Application } from "../admission-status/admission-status.contract.ts";
import { generateAcceptanceFee } from "./acceptance.contract.ts";
import { CheckAgain } from "./acceptance.deeds.page.tsx";
import { AcceptanceItems } from "./acceptance.items.page.tsx";

const GenerateDialog = opened(() => import("./acceptance.generate.page.tsx").then((part) => part.GenerateDialog));

/** From the fee's items to a reference. A slow provider holds nobody up: the card says that the reference is on its way. */
export function MakeReference({ application }: { application: Application }) {
  const { acceptanceFee: fee, session } = application;
  const { slow, refused, make } = useMaking();
  const dialog = useShown();
  if (slow || (fee && isAwaited(fee.state))) {
    return (
      <p role="status" className="text-soft">
        {fee?.state === "PARKED"
          ? "Nothing is to be paid while it is being looked at."
          : "Please wait... This page looks again by itself."}
      </p>
    );
  }
  return (
    <>
      {refused && (
        <Alert look="bad" title="The reference was not made">
          <p>{refused}</p>
        </Alert>
      )}
      <AcceptanceItems session={session} />
      <div className="no-print flex flex-wrap gap-3 py-1 *:grow sm:*:grow-0">
        <button
          type="button"
          className="button"
          onClick={() => {
            keep(stored.application, application._id);
            dialog.show();
          }}
        >
          Generate payment reference
        </button>
        {fee && <CheckAgain fee={fee} />}
      </div>
      {dialog.shown && <GenerateDialog application={application} make={make} onHide={dialog.hide} />}
    </>
  );
}

const PATIENCE_MS = 900;

/** Sends the wish; when its answer takes longer, goes on without it and says later what came. */
function useMaking() {
  const reread = useReread();
  const [slow, setSlow] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const make = async (application: string, attempt: string) => {
    setRefused(null);
    const asked = call(generateAcceptanceFee, { body: { application }, attempt });
    const soon = await Promise.race([asked, new Promise<null>((go) => setTimeout(go, PATIENCE_MS, null))]);
    if (soon) return soon;
    setSlow(true);
    void asked
      .then(
        ({ RRR, message }) => toast(RRR ? "good" : "warn", message),
        (failure: unknown) => setRefused(failure instanceof Error ? failure.message : String(failure)),
      )
      .then(reread)
      .finally(() => setSlow(false));
    return null;
  };
  return { slow, refused, make };
}
