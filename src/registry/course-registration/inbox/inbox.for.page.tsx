import { useState } from "react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { ReferenceBox } from "#console/reference/reference.box.part.page.tsx";
import { CallFailure, call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { Link, useNavigate } from "#kit/page/router.web.tsx";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import type { FindCourses } from "../borrow/borrow.page.tsx";
import { CourseChooser, tickedAtFirst } from "../course-registration.chooser.part.page.tsx";
import { borrowableFor, readFor, registerFor, registerForForm, registrations } from "./inbox.contract.ts";

const start = `${registrations.link}/for`;

/** One student is picked, then the courses are registered in the student's place. */
export function RegisterFor({ student }: { student: string }) {
  return student === "" ? <PickStudent /> : <ForStudent key={student} student={student} />;
}

function PickStudent() {
  const navigate = useNavigate();
  return (
    <>
      <ConsoleHeading title="Register for a student" />
      <section aria-label="Student" className="card grid max-w-xl gap-2 px-5 py-4">
        <label htmlFor="student" className="font-semibold">
          Student
        </label>
        <ReferenceBox
          id="student"
          label="Student"
          noun="student"
          chosen={null}
          look="control"
          placeholder="Matric number or name"
          onChoose={(choice) => choice && navigate(`${start}/${choice._id}`)}
        />
      </section>
    </>
  );
}

function ForStudent({ student }: { student: string }) {
  const read = useRead(readFor, { student });
  const reread = useReread();
  const [overtaken, setOvertaken] = useState(false);
  const readAnew = () => {
    setOvertaken(true);
    void reread();
  };
  return (
    <Read from={read} waiting={<div className="bone late h-40" />}>
      {({ name, proposal, decides }) => (
        <>
          <ConsoleHeading title={`Register for ${name}`}>
            <Link to={`/staff/students/${student}`} className="button button-quiet">
              Open the student
            </Link>
          </ConsoleHeading>
          <div className="grid max-w-3xl gap-4">
            <p className="text-soft">
              {[proposal.programme, proposal.level === null ? null : `${proposal.level} level`]
                .filter(Boolean)
                .join(", ")}
            </p>
            {overtaken && (
              <Alert look="warn" title="The registration was changed meanwhile, so nothing was sent">
                <p>Below it stands as it is now, with what you had chosen. Look at it, and send once more.</p>
              </Alert>
            )}
            {proposal.stop ? (
              <Alert look="info" title="Nothing can be registered now">
                <p>The student reads: {proposal.stop.sentence}.</p>
              </Alert>
            ) : (
              <Chooser
                key={proposal.registration?.version ?? 0}
                student={student}
                of={proposal}
                decides={decides}
                onOvertaken={readAnew}
              />
            )}
          </div>
        </>
      )}
    </Read>
  );
}

interface ChooserParts {
  readonly student: string;
  readonly of: Replied<typeof readFor>["proposal"];
  readonly decides: boolean;
  /** Called where somebody was first. */
  onOvertaken(): void;
}

function Chooser({ student, of: { offered, limits, registration, window }, decides, onOvertaken }: ChooserParts) {
  const navigate = useNavigate();
  const standing = registration?.lines.map(({ course }) => course) ?? [];
  const sheet = useSheet(registerForForm, {
    courses: registration ? standing : tickedAtFirst(offered, limits),
    why: "",
  });
  const find: FindCourses = (query) =>
    call(
      { ...borrowableFor, path: `${borrowableFor.path}?${new URLSearchParams(query)}` as typeof borrowableFor.path },
      { params: { student } },
    );
  return (
    <Form
      sheet={sheet}
      draft={`register-for:${student}`}
      submit={decides ? "Register and approve" : window.hodapproval ? "Send to the head" : "Register"}
      send={(body, attempt) =>
        call(registerFor, {
          params: { student },
          body: { ...body, ...(registration && { version: registration.version }) },
          attempt,
        }).catch((failure) => {
          if (failure instanceof CallFailure && failure.status === 409) onOvertaken();
          throw failure;
        })
      }
      done={() => navigate(`${registrations.link}?student=${student}`)}
    >
      <CourseChooser offered={offered} limits={limits} mayLeave find={find} />
      <TextArea
        {...sheet.field("why")}
        optional={false}
        hint={
          decides
            ? "What was found is allowed with it. The student gets a mail with these words"
            : window.hodapproval
              ? "The head reads these words, and the student gets a mail with them"
              : "The student gets a mail with these words"
        }
      />
    </Form>
  );
}
