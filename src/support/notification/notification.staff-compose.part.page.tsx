import { useState } from "react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { Guarded } from "#console/leaving/leaving.guard.part.page.tsx";
import { useLeave } from "#console/leaving/leaving.way.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { forgetDraft } from "#kit/draft/draft.web.ts";
import { Step } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { useNavigate } from "#kit/page/router.web.tsx";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { type AudienceChoices, checkAudience, notifications, readChoices } from "./notification.contract.ts";
import { AudienceFields } from "./notification.staff-audience.part.page.tsx";
import { ConfirmSending } from "./notification.staff-confirm.part.page.tsx";
import { Preview } from "./notification.staff-preview.part.page.tsx";
import { TextFields } from "./notification.staff-text.part.page.tsx";
import { type Typed, typedForm, wireOf } from "./notification.typed.contract.ts";

const DRAFT = "notification:new";

/** A new notification: what, for whom, by which way and when. Nothing goes out before its author has seen how many it is for. */
export function Compose() {
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
  const [told, setTold] = useState<{ typed: Typed; checked: Replied<typeof checkAudience> } | null>(null);
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
          <TextFields sheet={sheet} />
        </Step>
      </div>
      <div className="lg:sticky lg:top-16">
        <Preview title={title} post={post} />
      </div>
      {told && <ConfirmSending {...told} onHide={() => setTold(null)} onSent={finish} />}
    </div>
  );
}

const blank = ({ sessions }: AudienceChoices): Typed => ({
  to: {
    audience: "",
    session: (sessions.find(({ admits }) => admits) ?? sessions[0])?._id ?? "",
    programmes: [],
    stages: [],
    person: "",
  },
  title: "",
  post: "",
  channel: "Portal and e-mail",
  sendAt: "",
});
