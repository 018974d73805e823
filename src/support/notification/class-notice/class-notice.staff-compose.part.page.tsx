import { useState } from "react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { Guarded } from "#console/leaving/leaving.guard.part.page.tsx";
import { useLeave } from "#console/leaving/leaving.way.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { forgetDraft } from "#kit/draft/draft.web.ts";
import { Step } from "#kit/form/form.web.tsx";
import { type Sheet, useSheet } from "#kit/form/sheet.web.ts";
import { Facts } from "#kit/look/facts.web.tsx";
import { EmptyState } from "#kit/look/states.web.tsx";
import { useNavigate } from "#kit/page/router.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { codesIn } from "#registry/course/course.rules.ts";
import { NoticeFields } from "../notice/notice.fields.part.page.tsx";
import { NoticePreview } from "../notice/notice.post.part.page.tsx";
import { checkAudience, type TypedNotification, typedForm, wireOf } from "../notification.contract.ts";
import { ConfirmSending } from "../notification.staff-confirm.part.page.tsx";
import { type OwnClass, readClassNotices, readOwnClasses } from "./class-notice.contract.ts";

const PAGE = "/staff/class-notices";

/** A new notice to the students of one course, or of some of those that its author teaches. */
export const TellCourses = ({ to }: { to: string | undefined }) =>
  to === undefined ? <ToOwnCourses /> : <ToOneCourse id={to} />;

const waiting = <div className="bone late h-96" />;

function ToOwnCourses() {
  const read = useRead(readOwnClasses);
  return (
    <>
      <ConsoleHeading title="New notice" />
      <Read from={read} waiting={waiting}>
        {(list) => <Composer classes={list} back={PAGE} />}
      </Read>
    </>
  );
}

function ToOneCourse({ id }: { id: string }) {
  const read = useRead(readClassNotices, { id });
  return (
    <>
      <ConsoleHeading title="New notice" />
      <Read from={read} waiting={waiting}>
        {(found) =>
          // A code calls the class of the session that runs: a notice from here would reach others.
          found.class.runs ? (
            <Composer classes={[found.class]} back={`${PAGE}/${id}`} />
          ) : (
            <EmptyState
              title={`${found.class.code} is not taught in this session`}
              text="This class is of a session that does not run now, so it is told nothing more. Tell the class of this session, under Class notices."
            />
          )
        }
      </Read>
    </>
  );
}

interface ComposerParts {
  readonly classes: readonly OwnClass[];
  readonly back: string;
}

function Composer({ classes, back }: ComposerParts) {
  const draft = `class-notice:${back}`;
  const sheet = useSheet(typedForm, blank(classes));
  const [told, setTold] = useState<{ typed: TypedNotification; checked: Replied<typeof checkAudience> } | null>(null);
  const navigate = useNavigate();
  const reread = useReread();
  const leave = useLeave();
  const [title, post] = sheet.form.watch(["title", "post"]);
  const finish = () => {
    sheet.form.reset(sheet.form.getValues());
    forgetDraft(draft);
    void reread();
    navigate(back, { replace: true });
  };
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Guarded form={sheet.form} title="New notice" />
      <div className="card p-5">
        <Step
          sheet={sheet}
          draft={draft}
          submit="Count whom it is for"
          beside={
            <button type="button" className="button button-quiet" onClick={() => leave(back)}>
              Cancel
            </button>
          }
          send={(typed) => call(checkAudience, { body: { to: wireOf(typed).to } })}
          done={(checked, typed) => setTold({ typed, checked })}
        >
          {classes.length === 1 ? (
            <Facts list={classes.map((one) => ({ label: "For the students of", value: inWords(one) }))} />
          ) : (
            <Courses sheet={sheet} classes={classes} />
          )}
          <NoticeFields sheet={sheet} />
        </Step>
      </div>
      <div className="lg:sticky lg:top-16">
        <NoticePreview title={title} post={post} />
      </div>
      {told && <ConfirmSending {...told} onHide={() => setTold(null)} onSent={finish} />}
    </div>
  );
}

const inWords = ({ code, name, students }: OwnClass) => `${code} ${name} (${asCount(students, "student", "students")})`;

/** Any of the own courses, none at first: a hurried notice must not reach everybody. */
function Courses({ sheet: { form }, classes }: { sheet: Sheet<TypedNotification>; classes: readonly OwnClass[] }) {
  const chosen = codesIn(form.watch("to.courses") || null);
  const error = form.getFieldState("to.courses", form.formState).error?.message;
  const choose = (code: string) => {
    const others = chosen.filter((one) => one !== code);
    const next = others.length < chosen.length ? others : [...chosen, code];
    form.setValue("to.courses", next.toSorted().join(", "), { shouldDirty: true, shouldValidate: true });
  };
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">For the students of</legend>
      {error && <p className="mb-1.5 font-semibold text-bad text-small">{error}</p>}
      {classes.map((one) => (
        <label key={one._id} className="flex min-h-(--control) cursor-pointer items-center gap-2">
          <input
            type="checkbox"
            checked={chosen.includes(one.code)}
            onChange={() => choose(one.code)}
            className="size-4.5 shrink-0"
          />
          {inWords(one)}
        </label>
      ))}
    </fieldset>
  );
}

const blank = (classes: readonly OwnClass[]): TypedNotification => ({
  to: {
    audience: "Students of courses",
    session: "",
    programmes: [],
    stages: [],
    department: "",
    level: "",
    courses: classes.length === 1 ? classes.map(({ code }) => code).join() : "",
    person: "",
  },
  title: "",
  post: "",
  channel: "Portal and e-mail",
  sendAt: "",
});
