import { Read, useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { Card } from "#kit/look/card.web.tsx";
import { CardBones, EmptyState } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { readServices } from "#registry/service-order/service-order.contract.ts";
import { OneOrder, OneService } from "#registry/service-order/service-order.orders.part.page.tsx";
import { ShareButton, Shares } from "./share/share.part.page.tsx";
import { type OwnTranscript, readOwnTranscripts } from "./transcript.contract.ts";

/** `/student/transcripts`: order one, see how far it is, share it with a school, and see who opened it. */
export function StudentTranscriptsPage() {
  const services = useRead(readServices);
  const own = useRead(readOwnTranscripts);
  return (
    <>
      <PageHeading
        title="Transcripts"
        subtitle="Order one, share it with a school by a link that ends, and see who opened it"
      />
      <Read from={services} waiting={<CardBones />}>
        {({ offered, orders }) => {
          const kinds = offered.filter(({ kind }) => kind === "Transcript");
          const ordered = orders.filter(({ kind }) => kind === "Transcript");
          return (
            <div className="grid gap-6">
              <Read from={own} waiting={<CardBones />}>
                {({ stop }) =>
                  stop !== null && (
                    <Alert look="warn" title="No transcript is made or shared now">
                      <p>{stop}.</p>
                      <p className="flex flex-wrap gap-x-4">
                        <Link to="/student/bill" className="link inline-block py-2">
                          My bill
                        </Link>
                        <Link to="/student/holds" className="link inline-block py-2">
                          My holds
                        </Link>
                      </p>
                    </Alert>
                  )
                }
              </Read>
              {ordered.map((order) => (
                <OneOrder key={order._id} order={order}>
                  <Made
                    order={order}
                    of={own.data?.transcripts.find(({ _id }) => _id === order._id)}
                    waits={own.data?.stop != null}
                  />
                </OneOrder>
              ))}
              {kinds.length > 0 ? (
                <Card title="What you can order">
                  <ul>
                    {kinds.map((service) => (
                      <OneService key={service._id} service={service} />
                    ))}
                  </ul>
                </Card>
              ) : (
                ordered.length === 0 && (
                  <EmptyState title="Nothing to order" text="The college offers no transcripts here at the moment." />
                )
              )}
            </div>
          );
        }}
      </Read>
    </>
  );
}

interface MadeParts {
  readonly order: Replied<typeof readServices>["orders"][number];
  readonly of: OwnTranscript | undefined;
  /** Something keeps it from being made, which is said above. */
  readonly waits: boolean;
}

/** What was made of an order, or that it is being made. */
function Made({ order, of, waits }: MadeParts) {
  if (!of) return null;
  const { _id, serial, signedAt, superseded, shares } = of;
  const isAwaited = !waits && !signedAt && !superseded && (order.state === "Paid" || order.state === "Being made");
  return (
    <>
      {isAwaited && <p>You have paid. The college makes your transcript and mails you when you can share it.</p>}
      {superseded && (
        <Alert look="info" title="It is made again">
          <p>The record that it shows was corrected, so the college makes another one. You pay nothing for it.</p>
        </Alert>
      )}
      {serial && signedAt && (
        <>
          <p>
            <span className="figures font-semibold">{serial}</span>, signed off on {asDay(signedAt)}
          </p>
          <div className="flex flex-wrap gap-3 *:grow sm:*:grow-0">
            <ShareButton order={_id} />
            <Link to={`/student/transcripts/${_id}`} className="button button-quiet">
              Look at it
            </Link>
          </div>
        </>
      )}
      <Shares of={shares} mayWithdraw />
    </>
  );
}
