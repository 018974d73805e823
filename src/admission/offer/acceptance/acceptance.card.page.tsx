import { type ReactNode, useState } from "react";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { storedNames } from "#identity/session/session.contract.ts";
import { call, sentenceOf } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { keep } from "#kit/draft/storage.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { Card } from "#kit/look/card.web.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { toast } from "#kit/toast/toast.web.tsx";
import { asAgo } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import {
  AtTheBank,
  IHavePaid,
  PayOnline,
  ReferenceDigits,
  VerifyPayment,
} from "#payments/payment-reference/payment-reference.deeds.part.page.tsx";
import { FeeTable, PaymentBadge, UnbrokenText } from "#payments/payment-reference/payment-reference.part.page.tsx";
import { isAwaited, isPayable } from "#payments/payment-reference/payment-reference.rules.ts";
import { askedSentence } from "#payments/payment-reference/payment-reference.sentence.rules.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import type { AcceptanceFee, ApplicationView } from "../offer.status.contract.ts";
import { ApplicationStanding, StatusBadge } from "../offer.status.part.page.tsx";
import { isWithBursary } from "../offer.status.rules.ts";
import { generateAcceptanceFee, openAcceptancePayPage, verifyAcceptanceFee } from "./acceptance.contract.ts";
import { AcceptanceItems } from "./acceptance.items.page.tsx";

const verifyFee = (RRR: string) => call(verifyAcceptanceFee, { params: { RRR } });
const open = (RRR: string) => call(openAcceptancePayPage, { params: { RRR } });

const row = "no-print flex flex-wrap gap-3 py-1 *:grow sm:*:grow-0";
const quiet = "button button-quiet";

function PayFee({ rrr }: { rrr: string }) {
  return (
    <>
      <ReferenceDigits rrr={rrr} />
      <div className={row}>
        <PayOnline rrr={rrr} open={open} />
        <VerifyPayment rrr={rrr} verify={verifyFee} />
        <IHavePaid rrr={rrr} />
      </div>
      <AtTheBank rrr={rrr} slip={`/payment-slip/${rrr}`} />
    </>
  );
}

/** For who has paid with a reference that nobody should pay any more. */
function CheckAgain({ fee: { RRR, state } }: { fee: AcceptanceFee }) {
  if (!RRR || !isPayable(state)) return null;
  return (
    <div className={row}>
      <VerifyPayment rrr={RRR} verify={verifyFee} />
      <IHavePaid rrr={RRR} />
    </div>
  );
}

function AcceptedPapers({ application }: { application: ApplicationView }) {
  const { _id } = application;
  const choose = () => keep(storedNames.application, _id);
  return (
    <div className={row}>
      <Link to="/app/clearance" className="button" onClick={choose}>
        What to do next: clearance
      </Link>
      <Link to={`/acceptance_letter/${_id}`} className={quiet} onClick={choose}>
        Print Acceptance Letter
      </Link>
      <Link to={`/letter/${_id}`} className={quiet} onClick={choose}>
        Print Admission Letter
      </Link>
      <ReceiptLink id={_id} />
    </div>
  );
}

const Receipt = ({ application }: { application: ApplicationView }) => (
  <div className={row}>
    <ReceiptLink id={application._id} />
  </div>
);

const ReceiptLink = ({ id }: { id: string }) => (
  <Link to={`/print-acceptance/${id}`} className={quiet} onClick={() => keep(storedNames.application, id)}>
    Print receipt
  </Link>
);

const GenerateDialog = opened(() => import("./acceptance.generate.page.tsx").then((part) => part.GenerateDialog));

/** From the fee's items to a reference. A slow provider holds nobody up: the card says that the reference is on its way. */
function MakeReference({ application }: { application: ApplicationView }) {
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
            keep(storedNames.application, application._id);
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
        (failure: unknown) => setRefused(sentenceOf(failure)),
      )
      .then(reread)
      .finally(() => setSlow(false));
    return null;
  };
  return { slow, refused, make };
}

/**
 * One offer: what it is, by when it is accepted, what that costs, and the one deed that comes next. Nothing is to be done
 * while its reference is the one that is `asked` about.
 */
export function OfferCard({ application, asked }: { application: ApplicationView; asked: string | null }) {
  const { code, programme, session, type, acceptanceFee: fee } = application;
  const waits = fee?.RRR && fee.RRR === asked && isOpen(application);
  return (
    <Card title={programmeTitle(programme)} beside={<StatusBadge application={application} />}>
      {waits ? (
        <>
          <p className="max-w-prose">
            <UnbrokenText text={askedSentence(asked)} />.
          </p>
          <Fee>
            <PaymentBadge {...fee} asked />
          </Fee>
        </>
      ) : (
        <>
          <ApplicationStanding application={application} />
          <Deed application={application} />
        </>
      )}
      <Facts
        list={[
          ...(fee && !isOpen(application) ? factsOf(fee) : []),
          { label: "Application code", value: code },
          { label: "Session", value: session.name },
          { label: "Mode of entry", value: type },
        ]}
      />
      {fee && (
        <p className="text-small text-soft">
          Reference made {asAgo(fee.createdAt)}
          {fee.checkedAt && ` · Last checked ${asAgo(fee.checkedAt)}`}
        </p>
      )}
    </Card>
  );
}

const factsOf = (fee: AcceptanceFee) => [
  { label: "Acceptance fee", value: asNaira(fee.details.amount) },
  { label: "Payment", value: <PaymentBadge {...fee} /> },
  ...(fee.RRR ? [{ label: "Reference (RRR)", value: groupedRrr(fee.RRR) }] : []),
];

/** Nothing is to be paid but for an offer that can still be accepted, and whose money is not with the bursary. */
function Deed({ application }: { application: ApplicationView }) {
  const { acceptable, accepted, acceptanceFee: fee } = application;
  if (accepted) return <AcceptedPapers application={application} />;
  if (fee && isWithBursary(fee)) return fee.status ? <Receipt application={application} /> : null;
  if (!acceptable) return fee && <CheckAgain fee={fee} />;
  if (!fee?.RRR || !isOpen(application)) return <MakeReference application={application} />;
  return (
    <>
      <Fee>
        <PaymentBadge {...fee} />
      </Fee>
      <PayFee rrr={fee.RRR} />
      <FeeTable items={fee.items} />
    </>
  );
}

const Fee = ({ children }: { children: ReactNode }) => (
  <p className="flex flex-wrap items-center justify-between gap-2 font-semibold">Acceptance fee {children}</p>
);

const isOpen = ({ acceptable, acceptanceFee }: ApplicationView) => acceptable && acceptanceFee?.state === "OPEN";
