import { Read, useRead } from "#kit/call/read.web.tsx";
import { Card } from "#kit/look/card.web.tsx";
import { CardBones, EmptyState } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { readServices } from "./service-order.contract.ts";
import { OneOrder, OneService } from "./service-order.orders.part.page.tsx";

/** `/student/services`: what one has ordered, and what one may order. */
export function StudentServicesPage() {
  const read = useRead(readServices);
  return (
    <>
      <PageHeading title="Services" subtitle="Order a paper or a card, pay for it, and see where it stands" />
      <Read from={read} waiting={<CardBones />}>
        {({ offered, orders }) => (
          <div className="grid gap-6">
            {orders.map((order) => (
              <OneOrder key={order._id} order={order}>
                {order.kind === "Transcript" && (
                  <Link to="/student/transcripts" className="button button-quiet justify-self-start">
                    Open your transcripts
                  </Link>
                )}
              </OneOrder>
            ))}
            {offered.length === 0 ? (
              <EmptyState title="Nothing to order" text="The college offers no services here at the moment." />
            ) : (
              <Card title="What you can order">
                <ul>
                  {offered.map((service) => (
                    <OneService key={service._id} service={service} />
                  ))}
                </ul>
              </Card>
            )}
          </div>
        )}
      </Read>
    </>
  );
}
