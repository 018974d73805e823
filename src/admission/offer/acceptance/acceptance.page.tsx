import { storedNames } from "#identity/session/session.contract.ts";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { keptFirst } from "#kit/draft/storage.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { LinkButton } from "#kit/look/buttons.web.tsx";
import { CardBones } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { useWaitingFor } from "#payments/payment-reference/payment-reference.part.page.tsx";
import { ReturnFromPayPage, useReturning } from "#payments/payment-reference/payment-reference.return.part.page.tsx";
import { type ApplicationView, listOffered } from "../offer.status.contract.ts";
import { feesOf } from "../offer.status.rules.ts";
import { OfferCard } from "./acceptance.card.page.tsx";
import { verifyAcceptanceFee } from "./acceptance.contract.ts";

const NoOffers = opened(() => import("./acceptance.none.page.tsx").then((part) => part.NoOffers));

/** The applications that were offered a place, the chosen one first. Specification 2 and 8. */
export function AcceptancePage() {
  const offered = useRead(listOffered);
  const { asked, onEnd } = useReturning();
  useWaitingFor(feesOf(offered.data ?? []));
  return (
    <>
      <PageHeading
        title="Admission Acceptance Fee"
        subtitle="Accept an offer of admission by paying its acceptance fee"
      />
      <ReturnFromPayPage verify={verify} onEnd={onEnd}>
        <LinkButton to="/app/admission">Print my letters</LinkButton>
      </ReturnFromPayPage>
      <Read from={offered} waiting={<CardBones />}>
        {(list) => <Offers list={keptFirst(storedNames.application, list, ({ _id }) => [_id])} asked={asked} />}
      </Read>
    </>
  );
}

const verify = (RRR: string, signal: AbortSignal) => call(verifyAcceptanceFee, { params: { RRR }, signal });

function Offers({ list, asked }: { list: readonly ApplicationView[]; asked: string | null }) {
  if (list.length === 0) return <NoOffers />;
  return (
    <div className="grid gap-6">
      {hasChoice(list) && (
        <Alert look="info" title="Choose one of your offers">
          <p>
            One place is kept for each applicant and session. The offer whose acceptance fee you pay first is your
            place, and the other one is closed.
          </p>
        </Alert>
      )}
      <section aria-label="Offers of admission" className="grid gap-4 md:grid-cols-2">
        {list.map((application) => (
          <OfferCard key={application._id} application={application} asked={asked} />
        ))}
      </section>
    </div>
  );
}

/** Two offers of one session that can both be accepted still. */
const hasChoice = (list: readonly ApplicationView[]): boolean => {
  const sessions = list.filter(({ acceptable }) => acceptable).map(({ session }) => session._id);
  return new Set(sessions).size < sessions.length;
};
