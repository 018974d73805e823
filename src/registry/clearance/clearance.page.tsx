import { Read, useRead } from "#kit/call/read.web.tsx";
import { LinkButton } from "#kit/look/buttons.web.tsx";
import { CardBones, EmptyState } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { ClearanceList } from "./clearance.list.part.page.tsx";
import { type OwnClearance, readOwnClearance } from "./clearance.own.contract.ts";

/** `/app/clearance`: what to show at which office after a place is accepted. */
export function ClearancePage() {
  const read = useRead(readOwnClearance);
  return (
    <>
      <PageHeading
        title="Clearance"
        subtitle="What you show at the college, and where, before you become a student. You need not go anywhere to learn what is missing: it stands here."
      />
      <Read from={read} waiting={<CardBones />}>
        {(places) =>
          places.length === 0 ? (
            <EmptyState
              title="No place is accepted yet"
              text="Clearance begins once you have accepted an offer and paid its acceptance fee."
            >
              <LinkButton to="/app/admission">See your applications</LinkButton>
            </EmptyState>
          ) : (
            <div className="grid gap-8">
              {places.map((place) => (
                <Place key={place.application} of={place} />
              ))}
            </div>
          )
        }
      </Read>
    </>
  );
}

function Place({ of }: { of: OwnClearance }) {
  const { programme, session, code, standing, lines } = of;
  return (
    <section aria-label={programme} className="grid gap-4">
      <div>
        <h2 className="text-large">{programme}</h2>
        <p className="figures text-small text-soft">
          {session}, {code}
        </p>
      </div>
      {lines.length === 0 ? (
        <p>The college has not said yet what you show. You get a mail when an office looks at your papers.</p>
      ) : (
        <>
          {standing === "Cleared" && (
            <p className="max-w-prose font-semibold">
              Every office has cleared you. The registry makes you a student next; you need not come for it.
            </p>
          )}
          <ClearanceList of={of} />
        </>
      )}
    </section>
  );
}
