import { ReasonDialog } from "#console/confirm/confirm.reason.part.page.tsx";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { ReferenceBox } from "#console/reference/reference.box.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { EmptyState } from "#kit/look/states.web.tsx";
import { Link, useNavigate } from "#kit/page/router.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { dropForAll, previewDrop, readWithdrawn } from "./bulk-drop.contract.ts";

const list = "/staff/registrations";
const start = `${list}/drop`;

/** A course is chosen, then who has it registered is looked at, then it is dropped for all of them. */
export function DropCourse({ course }: { course: string }) {
  return course === "" ? <ChooseCourse /> : <DropOne key={course} course={course} />;
}

function ChooseCourse() {
  const navigate = useNavigate();
  const read = useRead(readWithdrawn);
  return (
    <>
      <ConsoleHeading title="Drop a course for all">
        <Link to={list} className="button button-quiet">
          Back
        </Link>
      </ConsoleHeading>
      <div className="grid max-w-xl gap-4">
        <section aria-label="Withdrawn courses" className="card px-5 py-4">
          <h2 className="text-large">Withdrawn, and registered still</h2>
          <Read from={read} waiting={<div className="bone late h-20" />}>
            {(courses) =>
              courses.length === 0 ? (
                <p className="text-soft">None within your reach.</p>
              ) : (
                <ul>
                  {courses.map(({ course, code, name, programme, students }) => (
                    <li
                      key={course}
                      className="flex flex-wrap items-center justify-between gap-x-3 border-line border-b py-2 last:border-b-0"
                    >
                      <span>
                        <Link to={`${start}/${course}`} className="link">
                          <strong className="figures">{code}</strong> {name}
                        </Link>
                        <span className="block text-small text-soft">{programme}</span>
                      </span>
                      <span className="figures text-soft">{asCount(students, "student")}</span>
                    </li>
                  ))}
                </ul>
              )
            }
          </Read>
        </section>
        <section aria-label="Another course" className="card grid gap-2 px-5 py-4">
          <label htmlFor="course" className="font-semibold">
            Another course
          </label>
          <ReferenceBox
            id="course"
            label="Another course"
            noun="course"
            chosen={null}
            look="control"
            placeholder="Code or name"
            onChoose={(choice) => choice && navigate(`${start}/${choice._id}`)}
          />
          <p className="text-small text-soft">
            Such as one that is not taught this semester after all. It is dropped in every programme that you reach.
          </p>
        </section>
      </div>
    </>
  );
}

type Preview = Replied<typeof previewDrop>;

function DropOne({ course }: { course: string }) {
  const read = useRead(previewDrop, { course });
  return (
    <Read from={read} waiting={<div className="bone late h-40" />}>
      {(preview) => (
        <>
          <ConsoleHeading title={`Drop ${preview.code} for all`}>
            <Link to={start} className="button button-quiet">
              Another course
            </Link>
          </ConsoleHeading>
          <div className="grid max-w-3xl gap-4">
            {preview.own && (
              <Alert look="info" title="Your own registration is not among them">
                <p>Another person must drop the course there.</p>
              </Alert>
            )}
            {preview.students === 0 ? (
              <EmptyState
                title={`Nobody has ${preview.code} registered`}
                text="Nothing is to be dropped within your reach."
              />
            ) : (
              <Previewed of={preview} />
            )}
          </div>
        </>
      )}
    </Read>
  );
}

function Previewed({ of }: { of: Preview }) {
  const { shown, show, hide } = useShown();
  const { code, name, withdrawn, students, below } = of;
  return (
    <>
      <section aria-label="What would be dropped" className="card px-5 py-4">
        <p>
          <strong>
            {asCount(students, "student")} {students === 1 ? "has" : "have"} {code} {name} registered
          </strong>
          {withdrawn ? ", which is withdrawn." : ", which is offered still."}{" "}
          {below === 0
            ? "Nobody falls below the least units by it."
            : `${asFigure(below)} would have too few units, and ${below === 1 ? "is" : "are"} told to choose another course.`}
        </p>
        <button type="button" className="button mt-3" onClick={show}>
          Drop it for {students === 1 ? "this student" : `all ${asFigure(students)}`}
        </button>
      </section>
      <Students of={of} />
      {shown && <DropDialog of={of} onHide={hide} />}
    </>
  );
}

function Students({ of: { students, list: named } }: { of: Preview }) {
  return (
    <section aria-label="Students" className="card px-5 py-4">
      <ul>
        {named.map(({ registration, name, matric, state, before, after, least }) => (
          <li
            key={registration}
            className="flex flex-wrap justify-between gap-x-3 border-line border-b py-2 last:border-b-0"
          >
            <span>
              {name} <span className="figures text-soft">{matric}</span>
              {state !== "Registered" && <span className="block text-small text-soft">{state}</span>}
            </span>
            <span className="figures text-right">
              {before} → {asCount(after, "unit")}
              {least !== null && <span className="block text-bad text-small">Too few: at least {least}</span>}
            </span>
          </li>
        ))}
      </ul>
      {students > named.length && <p className="mt-2 text-soft">And {asCount(students - named.length, "other")}.</p>}
    </section>
  );
}

function DropDialog({ of: { course, code, look, students, withdrawn }, onHide }: { of: Preview; onHide(): void }) {
  const reread = useReread();
  const usual = withdrawn ? ["The college does not offer it any more."] : ["It is not taught this semester after all."];
  const all = asCount(students, "student");
  return (
    <ReasonDialog
      title={`Drop ${code} for ${all}?`}
      submit={`Drop it for ${all}`}
      draft={`registration-drop:${course}`}
      usual={usual}
      send={({ reason }, attempt) => call(dropForAll, { params: { course }, body: { reason, look }, attempt })}
      onHide={() => {
        onHide();
        void reread();
      }}
      onDone={reread}
    >
      <p>
        It leaves their registrations, its places are free again, and each student gets a mail with your words and what
        to do now. Who has sent or changed since you looked keeps it.
      </p>
    </ReasonDialog>
  );
}
