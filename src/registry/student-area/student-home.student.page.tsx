import type { ReactNode } from "react";
import { fullName } from "#identity/account/account.rules.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { LinkButton } from "#kit/look/buttons.web.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { CardBones } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { type StudentStatus, statusLooks } from "../student/student.rules.ts";
import { readStudentHome } from "./student-area.contract.ts";
import { OwnPhoto, semesters } from "./student-area.photo.page.tsx";

/** Who one is and what to do next, with what is on `today`. */
export function StudentHomePage({ today }: { readonly today: ReactNode }) {
  const home = useRead(readStudentHome);
  return (
    <Read
      from={home}
      waiting={
        <>
          <PageHeading title="My studies" />
          <CardBones />
        </>
      }
    >
      {(own) => (
        <>
          <PageHeading title={fullName(own)} subtitle={own.programme ?? "Your programme is not written down yet"} />
          <div className="grid items-start gap-6 md:grid-cols-[3fr_2fr]">
            <div className="grid gap-6">
              <Next next={own.next} />
              {today}
            </div>
            <section aria-label="About you" className="card grid gap-3 p-5">
              <OwnPhoto />
              <Facts
                list={[
                  { label: "Matric number", value: own.matric },
                  { label: "Level", value: own.level && String(own.level) },
                  { label: "Semester", value: own.semester && semesters[own.semester - 1] },
                  { label: "Session of entry", value: own.session },
                  {
                    label: "Status",
                    value: <WordBadge look={statusLooks[own.status as StudentStatus]} word={own.status} />,
                  },
                ]}
              />
            </section>
          </div>
        </>
      )}
    </Read>
  );
}

/** One thing to do, and one button that leads to it. */
function Next({ next }: { next: Replied<typeof readStudentHome>["next"] }) {
  if (!next)
    return (
      <section aria-label="Your next step" className="card border-l-4 border-l-good p-5">
        <h2 className="text-large">Nothing to do now</h2>
        <p className="mt-2 text-soft">When there is something to pay, to show or to read, it stands here.</p>
      </section>
    );
  return (
    <section aria-label="Your next step" className="card border-l-4 border-l-brand p-5">
      <h2 className="text-large">Your next step</h2>
      <p className="mt-2 mb-4">{next.sentence}</p>
      <LinkButton to={next.link}>{next.deed}</LinkButton>
    </section>
  );
}
