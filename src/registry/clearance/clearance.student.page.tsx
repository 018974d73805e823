import { Read, useRead } from "#kit/call/read.web.tsx";
import { CardBones, EmptyState } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { ClearancePlaces } from "./clearance.list.part.page.tsx";
import { readStudentClearance } from "./clearance.own.contract.ts";

/** `/student/clearance`: what was shown at which office, and what an office asks for again. */
export function StudentClearancePage() {
  const read = useRead(readStudentClearance);
  return (
    <>
      <PageHeading title="Clearance" subtitle="What you showed at which office, and what is asked for again" />
      <Read from={read} waiting={<CardBones />}>
        {(places) =>
          places.length === 0 ? (
            <EmptyState
              title="No clearance here"
              text="You were a student before the college began to keep clearance here. Nothing is asked of you."
            />
          ) : (
            <ClearancePlaces of={places} />
          )
        }
      </Read>
    </>
  );
}
