import { stored } from "#identity/session/session.contract.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { keptFirst } from "#kit/draft/storage.web.ts";
import { LinkButton } from "#kit/look/buttons.web.tsx";
import { CardBones, EmptyState } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { useWaitingFor } from "#payments/payment-reference/payment-reference.standing.part.page.tsx";
import { type Application, feesOf, listApplications } from "../admission-status/admission-status.contract.ts";
import { ApplicationCard } from "./letter.card.page.tsx";

const AfterApplying = opened(() =>
  import("#calendar/front-desk/front-desk.after.part.page.tsx").then((part) => part.AfterApplying),
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
                {keptFirst(stored.application, list, ({ _id }) => [_id]).map((application) => (
                  <ApplicationCard key={application._id} application={application} />
                ))}
              </section>
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
const isAwaited = ({ status, reason }: Application): boolean => status === 0 && reason === null;
