import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { CardBones } from "#kit/look/states.web.tsx";
import { useLocation, useNavigate } from "#kit/page/router.web.tsx";
import { StudentSelection } from "#registry/student/student.selection.part.page.tsx";
import { readResultsOf } from "./student-result.contract.ts";
import { RecordOf } from "./student-result.record.part.page.tsx";

const LINK = "/staff/student-results";

/** `/staff/student-results`: one student is chosen, and what is published of that one is read. */
export function StudentResultsPage() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const id = matched(`${LINK}/:id`, pathname)?.id;
  if (id) return <Of key={id} id={id} />;
  return (
    <>
      <ConsoleHeading title="Results of students" note="What is published, with what was typed and what it counts as" />
      <StudentSelection submit="See the results" onPicked={({ _id }) => navigate(`${LINK}/${_id}`)} />
    </>
  );
}

function Of({ id }: { id: string }) {
  const read = useRead(readResultsOf, { id });
  return (
    <Read from={read} waiting={<CardBones />}>
      {(of) => (
        <>
          <ConsoleHeading title={of.name} note={[of.matric, of.programme].filter(Boolean).join(", ")} />
          <div className="max-w-3xl">
            <RecordOf of={of} />
          </div>
        </>
      )}
    </Read>
  );
}
