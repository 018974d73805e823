import { WordBadge } from "#kit/look/badge.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { students } from "./student.contract.ts";
import { statusLooks } from "./student.rules.ts";
import type { StudentSummary } from "./student.selection.contract.ts";

/** The student as whoever acts should see him or her first, so that nobody acts for another of the same name. */
export function StudentCard({ of }: { of: StudentSummary }) {
  const { _id, name, matric, programme, level, status, photo } = of;
  const studies = [programme, level && `${level} level`].filter(Boolean).join(", ");
  return (
    <section aria-label={`Student ${matric ?? name}`} className="card flex flex-wrap gap-x-4 gap-y-3 p-4">
      <StudentPhoto of={{ name, photo }} />
      <div className="min-w-0 grow basis-44">
        <p className="font-semibold">
          <Link to={`${students.link}/${_id}`} className="link">
            {name}
          </Link>
        </p>
        <p className="figures">{matric ?? "No matric number yet"}</p>
        {studies && <p className="text-soft">{studies}</p>}
        <p className="mt-1.5">
          <WordBadge look={statusLooks[status]} word={status} />
        </p>
      </div>
    </section>
  );
}

export const StudentPhoto = ({ of: { name, photo } }: { of: Pick<StudentSummary, "name" | "photo"> }) =>
  photo ? (
    <img src={photo} alt={`Photograph of ${name}`} className="h-24 w-20 shrink-0 rounded-control object-cover" />
  ) : (
    <p className="grid h-24 w-20 shrink-0 place-items-center rounded-control border border-edge border-dashed text-center text-small text-soft">
      No photo
    </p>
  );
