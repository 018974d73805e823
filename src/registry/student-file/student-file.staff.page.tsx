import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import { useGiven, useRight } from "#console/rights/rights.given.part.page.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { StudentScreens } from "../student/student.person.part.page.tsx";
import type { StudentSummary } from "../student/student.selection.contract.ts";

const PlaceHolds = opened(() => import("../hold/hold.part.page.tsx").then((part) => part.PlaceHolds));
const Sections = opened(() => import("./student-file.sections.part.page.tsx").then((part) => part.Sections));

/** Every student; and one as a whole, with what each noun of the registry knows. */
export function StudentsPage() {
  const placesHolds = useRight("holds.change");
  return (
    <StudentScreens
      ways={(student) => <Ways student={student} />}
      chosenDeeds={placesHolds ? (picked: Picked) => <PlaceHolds picked={picked} /> : undefined}
      sections={(student) => <Sections student={student} />}
    />
  );
}

/** Where else the office knows this person, each for whoever may open it. */
function Ways({ student: { _id, application, matric, jamb, emailaddress } }: { student: StudentSummary }) {
  const { rights } = useGiven();
  const person = new URLSearchParams({ q: jamb ?? emailaddress });
  const numbered = new URLSearchParams({ q: matric ?? "" });
  const ways = [
    application && { right: "applications", to: `/staff/applications/${application}`, word: "Application file" },
    matric && { right: "service-orders", to: `/staff/service-orders?${numbered}`, word: "Services" },
    matric && { right: "past-marks", to: `/staff/past-marks?${numbered}`, word: "Past marks" },
    { right: "student-results", to: `/staff/student-results/${_id}`, word: "Results" },
    { right: "standings", to: `/staff/standings?student=${_id}`, word: "Standing" },
    { right: "mark-inquiries", to: `/staff/mark-inquiries?student=${_id}`, word: "Questions about marks" },
    { right: "rectifications", to: `/staff/rectifications?student=${_id}`, word: "Corrected marks" },
    { right: "certificates", to: `/staff/certificates?student=${_id}`, word: "Certificates" },
    { right: "transcripts", to: `/staff/transcripts?student=${_id}`, word: "Transcripts" },
    { right: "registrations", to: `/staff/registrations?student=${_id}`, word: "Registrations" },
    {
      right: rights.has("registrations.change") ? "registrations.change" : "registrations.advise",
      to: `/staff/registrations/for/${_id}`,
      word: "Register courses",
    },
    jamb && { right: "payments", to: `/staff/payments?${person}`, word: "Payments" },
    { right: "mails", to: `/staff/mails?${new URLSearchParams({ q: emailaddress })}`, word: "Letters and mails" },
    { right: "help-desk", to: `/staff/help-desk?${person}`, word: "Help desk" },
  ].filter((way) => way && rights.has(way.right)) as { to: string; word: string }[];
  return (
    ways.length > 0 && (
      <ul aria-label="More about this person" className="mt-2 flex flex-wrap gap-x-5 gap-y-1">
        {ways.map(({ to, word }) => (
          <li key={word}>
            <Link to={to} className="link inline-block py-1">
              {word}
            </Link>
          </li>
        ))}
      </ul>
    )
  );
}
