import { Read, useRead } from "#kit/call/read.web.tsx";
import { LinkButton } from "#kit/look/buttons.web.tsx";
import { CardBones, EmptyState } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { ClearancePlaces } from "./clearance.list.part.page.tsx";
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
            <div className="grid gap-4">
              {places.every(isComplete) && (
                <p className="max-w-prose font-semibold">
                  Every office has cleared you. The registry makes you a student next and mails you your matric number.
                  You need not come for it.
                </p>
              )}
              <ClearancePlaces of={places} />
            </div>
          )
        }
      </Read>
    </>
  );
}

const isComplete = ({ standing, lines }: OwnClearance): boolean => standing === "Cleared" && lines.length > 0;
