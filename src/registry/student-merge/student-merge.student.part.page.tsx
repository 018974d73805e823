import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { students } from "../student/student.contract.ts";
import { readLikeness, studentMerges } from "./student-merge.contract.ts";

interface Named {
  readonly _id: string;
  readonly name: string;
  readonly matric: string | null;
}

const ToStudent = ({ of: { _id, name, matric } }: { of: Named }) => (
  <Link to={`${students.link}/${_id}`} className="link">
    {[matric, name].filter(Boolean).join(" ")}
  </Link>
);

/** Where a merged record leads, what was merged into one, and who may be the same person. Nothing where there is nothing. */
export function LikenessOf({ student }: { student: string }) {
  const { data } = useRead(readLikeness, { id: student });
  const mayMerge = useRight("student-merges.change");
  if (!data) return null;
  const { alike, into, taken, proposed } = data;
  return (
    <>
      {into && (
        <Alert look="warn" title="Merged into another record">
          <p>
            This record leads to <ToStudent of={into} />, where everything of the person stands now.
          </p>
        </Alert>
      )}
      {proposed.map(({ _id, name }) => (
        <Alert key={_id} look="info" title="A merge waits for a second person">
          <p>
            <Link to={`${studentMerges.link}/${_id}`} className="link">
              {name}
            </Link>
          </p>
        </Alert>
      ))}
      {taken.length > 0 && (
        <section aria-labelledby="taken" className="card px-5 py-4">
          <h2 id="taken" className="text-large">
            Merged into this record
          </h2>
          <ul className="mt-1">
            {taken.map((one) => (
              <li key={one._id} className="py-1">
                <ToStudent of={one} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {alike.length > 0 && (
        <section aria-labelledby="alike" className="card px-5 py-4">
          <h2 id="alike" className="text-large">
            Perhaps the same person
          </h2>
          <ul>
            {alike.map(({ student: other, name, matric, status, alike: why }) => (
              <li
                key={other}
                className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1 border-line border-b py-2.5 last:border-b-0"
              >
                <span className="min-w-0">
                  <ToStudent of={{ _id: other, name, matric }} />, {status}
                  <span className="block text-soft">{why.join(", ")}</span>
                </span>
                {mayMerge && (
                  <Link
                    to={`${studentMerges.link}/new?${new URLSearchParams({ kept: student, gone: other })}`}
                    className="link"
                  >
                    Compare and merge
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
