import { useState } from "react";
import { useFormContext } from "react-hook-form";
import { SeveralField } from "#console/form/form.choice.part.page.tsx";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { Guarded } from "#console/leaving/leaving.guard.part.page.tsx";
import { useLeave } from "#console/leaving/leaving.way.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { forgetDraft } from "#kit/draft/draft.web.ts";
import { SelectFrom } from "#kit/field/choice-fields.web.tsx";
import { CodeField } from "#kit/field/text-fields.web.tsx";
import { Step } from "#kit/form/form.web.tsx";
import { type FieldFacts, type Sheet, useSheet } from "#kit/form/sheet.web.ts";
import { useNavigate } from "#kit/page/router.web.tsx";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { reviewStates } from "#selection/review/review.rules.ts";
import { NoticeFields } from "./notice/notice.fields.part.page.tsx";
import { NoticePreview } from "./notice/notice.post.part.page.tsx";
import {
  type AudienceChoices,
  checkAudience,
  notifications,
  readChoices,
  type TypedNotification,
  typedForm,
  wireOf,
} from "./notification.contract.ts";
import { audienceMeanings, isAskedBy, notificationAudiences } from "./notification.rules.ts";
import { ConfirmSending } from "./notification.staff-confirm.part.page.tsx";

interface FieldsParts {
  readonly sheet: Sheet<TypedNotification>;
  readonly choices: AudienceChoices;
}

function AudienceFields({ sheet, choices: { sessions, programmes, departments, everybody, stages } }: FieldsParts) {
  const [audience, department] = sheet.form.watch(["to.audience", "to.department"]);
  const field = (name: keyof TypedNotification["to"], label: string): FieldFacts => ({
    ...sheet.field(`to.${name}`),
    label,
    optional: false,
    options: [],
  });
  const known = notificationAudiences.filter(
    (one) => (everybody || one !== "Everybody with an account") && (stages || one !== "At a stage of the desk"),
  );
  return (
    <>
      <SelectFrom
        {...field("audience", "For")}
        choices={known.map((value) => ({ value, label: value }))}
        {...(audience && { hint: audienceMeanings[audience] })}
      />
      {isAskedBy(audience, "person") && (
        <CodeField {...field("person", "Matric number, code, JAMB number or e-mail")} />
      )}
      {isAskedBy(audience, "courses") && (
        <CodeField {...field("courses", "Courses")} hint="Codes of the session that runs, such as EDU 111, GSE 101" />
      )}
      {isAskedBy(audience, "session") && (
        <SelectFrom
          {...field("session", "Session")}
          choices={sessions.map(({ _id, name, admits }) => ({
            value: _id,
            label: admits ? `${name}, admits now` : name,
          }))}
        />
      )}
      {isAskedBy(audience, "level") && (
        <SelectFrom {...field("level", "Level")} optional hint="Leave it empty for every level" choices={levels} />
      )}
      {isAskedBy(audience, "department") && (
        <SelectFrom
          {...field("department", "Department")}
          optional
          hint="Whose programmes are meant. Leave it empty for every department"
          choices={departments.map(({ _id, label }) => ({ value: _id, label }))}
        />
      )}
      {isAskedBy(audience, "stages") && <SeveralField {...field("stages", "Stages")} options={reviewStates} />}
      {isAskedBy(audience, "programmes") && !(isAskedBy(audience, "department") && department !== "") && (
        <Programmes programmes={programmes} />
      )}
    </>
  );
}

const levels = [100, 200, 300, 400, 500].map((level) => ({ value: String(level), label: `${level} level` }));

/** Any of the programmes; none chosen means all of them. */
function Programmes({ programmes }: Pick<AudienceChoices, "programmes">) {
  const { register, watch, setValue, getFieldState, formState } = useFormContext<TypedNotification>();
  const [narrows, setNarrows] = useState(false);
  const chosen = watch("to.programmes");
  const error = getFieldState("to.programmes", formState).error?.message;
  const isOpen = narrows || chosen.length > 0;
  const toggle = () => {
    if (isOpen) setValue("to.programmes", [], { shouldDirty: true });
    setNarrows(!isOpen);
  };
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">Programmes</legend>
      {error && <p className="mb-1.5 font-semibold text-bad text-small">{error}</p>}
      <div className="flex flex-wrap items-center gap-x-4">
        <p>{chosen.length === 0 ? "All programmes" : `${chosen.length} of ${programmes.length} chosen`}</p>
        <button type="button" aria-expanded={isOpen} className="button button-plain" onClick={toggle}>
          {chosen.length > 0 ? "Take all" : isOpen ? "Close the list" : "Choose some"}
        </button>
      </div>
      {isOpen && (
        <div className="mt-1 grid max-h-60 overflow-y-auto rounded-control border border-line p-2 sm:grid-cols-2">
          {programmes.map(({ _id, label }) => (
            <label key={_id} className="flex min-h-(--control) cursor-pointer items-center gap-2 px-1">
              <input {...register("to.programmes")} type="checkbox" value={_id} className="size-4.5 shrink-0" />
              {label}
            </label>
          ))}
        </div>
      )}
    </fieldset>
  );
}

const DRAFT = "notification:new";

/** A new notification: what, for whom, by which way and when. Nothing goes out before its author has seen how many it is for. */
export function ComposeNotification() {
  const read = useRead(readChoices);
  return (
    <>
      <ConsoleHeading title="New notification" />
      <Read from={read} waiting={<div className="bone late h-96" />}>
        {(choices) => <Composer choices={choices} />}
      </Read>
    </>
  );
}

function Composer({ choices }: { choices: AudienceChoices }) {
  const sheet = useSheet(typedForm, blank(choices));
  const [told, setTold] = useState<{ typed: TypedNotification; checked: Replied<typeof checkAudience> } | null>(null);
  const navigate = useNavigate();
  const reread = useReread();
  const leave = useLeave();
  const [title, post] = sheet.form.watch(["title", "post"]);
  const finish = (id: string) => {
    sheet.form.reset(sheet.form.getValues());
    forgetDraft(DRAFT);
    void reread();
    navigate(`${notifications.link}/${id}`, { replace: true });
  };
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Guarded form={sheet.form} title="New notification" />
      <div className="card p-5">
        <Step
          sheet={sheet}
          draft={DRAFT}
          submit="Count whom it is for"
          beside={
            <button type="button" className="button button-quiet" onClick={() => leave(notifications.link)}>
              Cancel
            </button>
          }
          send={(typed) => call(checkAudience, { body: { to: wireOf(typed).to } })}
          done={(checked, typed) => setTold({ typed, checked })}
        >
          <AudienceFields sheet={sheet} choices={choices} />
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

const blank = ({ sessions }: AudienceChoices): TypedNotification => ({
  to: {
    audience: "",
    session: (sessions.find(({ admits }) => admits) ?? sessions[0])?._id ?? "",
    programmes: [],
    stages: [],
    department: "",
    level: "",
    courses: "",
    person: "",
  },
  title: "",
  post: "",
  channel: "Portal and e-mail",
  sendAt: "",
});
