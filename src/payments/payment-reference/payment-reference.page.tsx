import { Read, useRead } from "#kit/call/read.web.tsx";
import { Unfinished } from "#kit/form/unfinished.web.tsx";
import { useWish } from "#kit/form/wish.web.ts";
import { PlusButton } from "#kit/look/buttons.web.tsx";
import { Cards } from "#kit/look/card.web.tsx";
import { CardBones, EmptyState } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { PaymentCard } from "./payment-reference.card.page.tsx";
import { listPaymentReferences } from "./payment-reference.contract.ts";
import { type AskedLater, GeneratePaymentReference } from "./payment-reference.generate.page.tsx";
import { ReturnFromPayPage } from "./payment-reference.return.page.tsx";
import { useReturning } from "./payment-reference.return.part.page.tsx";
import { useWaitingFor } from "./payment-reference.standing.part.page.tsx";

/**
 * Specification 2, Application Fees. The provider's pay page comes back here with ?RRR=; ?programme= opens the dialog
 * with that programme chosen, ?add with none. `children` is what a programme asks for once its fee is paid.
 */
export function ApplicationFeesPage({ children }: { children: AskedLater }) {
  const references = useRead(listPaymentReferences);
  const making = useShown();
  const [wished, forget] = useWish("programme");
  const [adding, forgetAdding] = useWish("add");
  const open = making.shown || wished !== "" || adding !== "";
  const { asked, onEnd } = useReturning();
  useWaitingFor(references.data ?? []);
  return (
    <>
      <PageHeading
        title="Application Fees"
        subtitle="Make a payment reference for the programme you want, pay it online or at any bank, then apply"
      >
        <Link to="/app/qualify" className="link inline-flex min-h-11 items-center">
          Do I qualify?
        </Link>
      </PageHeading>
      <ReturnFromPayPage onEnd={onEnd} />
      <Unfinished forms={{ payment: making.show }} open={open} />
      <Read from={references} waiting={<CardBones />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              title="No payment references yet"
              text="Choose a programme to see what its application costs. You get a reference (RRR) that you can pay online or at any bank."
            >
              <button type="button" className="button" onClick={making.show}>
                Generate payment reference
              </button>
            </EmptyState>
          ) : (
            <>
              <Cards label="Payment references">
                {list.map((reference) => (
                  <PaymentCard
                    key={reference._id}
                    payment={reference}
                    asked={asked !== null && reference.rrr === asked}
                  />
                ))}
              </Cards>
              <button type="button" className="button button-quiet mt-6 w-full sm:w-auto" onClick={making.show}>
                Pay for another programme
              </button>
            </>
          )
        }
      </Read>
      <PlusButton label="Generate payment reference" onClick={making.show} />
      {open && (
        <GeneratePaymentReference
          key={wished}
          wished={wished}
          later={children}
          onHide={() => {
            making.hide();
            forget();
            forgetAdding();
          }}
        />
      )}
    </>
  );
}
