import { programmeTitle } from "#college/programme/programme.contract.ts";
import { stored } from "#identity/session/session.contract.ts";
import { keep } from "#kit/draft/storage.web.ts";
import { GreyButton } from "#kit/look/buttons.web.tsx";
import { Card } from "#kit/look/card.web.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import { AskedDocuments } from "../admission-status/admission-status.asked.part.page.tsx";
import type { Application } from "../admission-status/admission-status.contract.ts";
import { Standing, StatusBadge } from "../admission-status/admission-status.standing.part.page.tsx";
import { statusWord } from "../offer/offer.contract.ts";

/** One application: where it stands, and its papers as far as they can be printed. */
export function ApplicationCard({ application }: { application: Application }) {
  const { code, programme, session, type, status, createdAt } = application;
  return (
    <Card title={programmeTitle(programme)} beside={status !== 0 && <StatusBadge application={application} />}>
      <Standing application={application} />
      <AskedDocuments list={application.documents} />
      <Papers application={application} />
      <Facts
        list={[
          { label: "Application code", value: code },
          { label: "Session", value: session.name },
          { label: "Mode of entry", value: type },
          { label: "Submitted", value: asDay(createdAt) },
          // The specification's word for one that waits: small print, since it reads as if something were missing.
          ...(status === 0 ? [{ label: "Status", value: statusWord(status) }] : []),
        ]}
      />
    </Card>
  );
}

/** What can be done now first and filled, every other paper beside it. */
function Papers({ application }: { application: Application }) {
  const { _id, acceptable, accepted, letterwaits, acceptanceFee, status } = application;
  const go = (to: string) => ({ to, onClick: () => keep(stored.application, _id) });
  const quiet = "button button-quiet";
  return (
    <div className="no-print flex flex-wrap gap-3 py-1 *:grow sm:*:grow-0">
      {acceptable && (
        <Link {...go("/app/accept")} className="button">
          Accept My Admission
        </Link>
      )}
      {accepted && (
        <Link {...go(`/acceptance_letter/${_id}`)} className="button">
          Print Acceptance Letter
        </Link>
      )}
      {letterwaits === null && (
        <Link {...go(`/letter/${_id}`)} className={accepted ? "button" : quiet}>
          Print Admission Letter
        </Link>
      )}
      {acceptanceFee?.status && (
        <Link {...go(`/print-acceptance/${_id}`)} className={quiet}>
          Print receipt
        </Link>
      )}
      <Link {...go(`/print/${_id}`)} className={status === 0 ? "button" : quiet}>
        Print Application Slip
      </Link>
      {acceptanceFee && !acceptable && !accepted && (
        <Link {...go("/app/accept")} className={quiet}>
          See its acceptance fee
        </Link>
      )}
      {letterwaits !== null && <GreyButton why={letterwaits}>Print Admission Letter</GreyButton>}
    </div>
  );
}
