import { choiceName } from "#applications/application/application.rules.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { storedNames } from "#identity/session/session.contract.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { keep, keptFirst } from "#kit/draft/storage.web.ts";
import { GreyButton, LinkButton } from "#kit/look/buttons.web.tsx";
import { Card } from "#kit/look/card.web.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { CardBones, EmptyState } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import { useWaitingFor } from "#payments/payment-reference/payment-reference.part.page.tsx";
import { statusWord } from "../offer/offer.rules.ts";
import { type ApplicationView, listApplications } from "../offer/offer.status.contract.ts";
import { ApplicationStanding, StatusBadge } from "../offer/offer.status.part.page.tsx";
import { feesOf } from "../offer/offer.status.rules.ts";

/** Few are asked for anything. */
const AskedDocuments = opened(() => import("./letter.asked.part.page.tsx").then((part) => part.AskedDocuments));

function ApplicationCard({ application }: { application: ApplicationView }) {
  const { code, programme, session, type, status, createdAt } = application;
  return (
    <Card title={programmeTitle(programme)} beside={status !== 0 && <StatusBadge application={application} />}>
      <ApplicationStanding application={application} />
      {application.documents.length > 0 && <AskedDocuments list={application.documents} />}
      <Papers application={application} />
      {status === 0 && (
        <p>
          <Link to="/app/choices" className="link inline-flex min-h-11 items-center">
            Programme and choices<span className="sr-only"> of {programmeTitle(programme)}</span>
          </Link>
        </p>
      )}
      <Facts
        list={[
          { label: "Application code", value: code },
          ...application.choices.map(({ rank, title }) => ({ label: choiceName(rank), value: title })),
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
function Papers({ application }: { application: ApplicationView }) {
  const { _id, acceptable, accepted, letterwaits, acceptanceFee, status, leaving } = application;
  const go = (to: string) => ({ to, onClick: () => keep(storedNames.application, _id) });
  const quiet = "button button-quiet";
  return (
    <div className="no-print flex flex-wrap gap-3 py-1 *:grow sm:*:grow-0">
      {acceptable && (
        <Link {...go("/app/accept")} className="button">
          Accept My Admission
        </Link>
      )}
      {accepted && (
        <>
          <Link {...go("/app/clearance")} className="button">
            What to do next: clearance
          </Link>
          <Link {...go(`/acceptance_letter/${_id}`)} className={quiet}>
            Print Acceptance Letter
          </Link>
        </>
      )}
      {letterwaits === null && (
        <Link {...go(`/letter/${_id}`)} className={quiet}>
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
      {leaving && (
        <Link to={`/app/leave?application=${_id}`} className="link inline-flex min-h-11 items-center">
          {leaving === "decline" ? "I do not want this place" : "Withdraw this application"}
        </Link>
      )}
    </div>
  );
}

const AfterApplying = opened(() =>
  import("#calendar/front-desk/front-desk.after.part.page.tsx").then((part) => part.AfterApplying),
);

const OwnScreenings = opened(() =>
  import("#selection/screening/screening.own.part.page.tsx").then((part) => part.OwnScreenings),
);

/** Where each application stands and what can be printed of it; the chosen one first. Specification 2. */
export function AdmissionLettersPage() {
  const applications = useRead(listApplications);
  useWaitingFor(feesOf(applications.data ?? []));
  return (
    <>
      <PageHeading
        title="Application Admission Letter"
        subtitle="Where your applications stand. An admission letter appears here once the college makes you an offer."
      />
      <Read from={applications} waiting={<CardBones />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="No Applications Submitted" text="You have not submitted an application yet.">
              <LinkButton to="/app/start">Start an application</LinkButton>
            </EmptyState>
          ) : (
            <div className="grid gap-4">
              <section aria-label="Applications" className="grid gap-4 md:grid-cols-2">
                {keptFirst(storedNames.application, list, ({ _id }) => [_id]).map((application) => (
                  <ApplicationCard key={application._id} application={application} />
                ))}
              </section>
              <OwnScreenings />
              {list.some(isAwaited) && <AfterApplying />}
              <p className="mt-2">
                Is something wrong that you submitted?{" "}
                <Link to="/app/corrections" className="link">
                  Ask for a correction
                </Link>
              </p>
            </div>
          )
        }
      </Read>
    </>
  );
}

/** The college has not told its decision yet. */
const isAwaited = ({ status, reason }: ApplicationView): boolean => status === 0 && reason === null;
