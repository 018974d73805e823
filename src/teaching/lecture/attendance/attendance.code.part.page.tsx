import { useEffect, useState } from "react";
import { call, newAttempt, sentenceOf } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { DigitsField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { toast } from "#kit/toast/toast.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import type { HeldLecture } from "../lecture.contract.ts";
import { spacedCode } from "../lecture.rules.ts";
import { closeCode, openCode, typedMinutes } from "./attendance.contract.ts";

/** Between two looks at how many have sent the code. */
const LOOK_MS = 4_000;

/** The code as the class reads it off a wall, and how many have sent it. */
export function OpenCode({ of, students }: { of: HeldLecture; students: number }) {
  const reread = useReread();
  const [busy, setBusy] = useState(false);
  const until = of.code?.until ?? "";
  useEffect(() => {
    const timer = setInterval(() => void reread(), LOOK_MS);
    return () => clearInterval(timer);
  }, [reread]);
  if (!of.code) return null;
  const close = async () => {
    setBusy(true);
    try {
      const { message } = await call(closeCode, { params: { id: of._id }, body: {}, attempt: newAttempt() });
      toast("good", message);
    } catch (failure) {
      toast("bad", sentenceOf(failure));
    }
    setBusy(false);
    await reread();
  };
  return (
    <section aria-label={`Code of ${of.name}`} className="mt-3 rounded-card border border-brand p-4 text-center">
      <p className="text-soft">Students open Attendance on their phones and type</p>
      <p className="figures font-semibold text-[clamp(2.75rem,14vw,7rem)] tracking-wide">{spacedCode(of.code.code)}</p>
      <p role="status">
        <strong className="figures">{of.present}</strong> of {asCount(students, "student")} so far. Until{" "}
        {asMinute(until)}
      </p>
      <p className="text-small text-soft">Count the heads: a code can be passed on, and the list corrects it.</p>
      <button type="button" className="button button-quiet mt-3" disabled={busy} onClick={() => void close()}>
        End it now
      </button>
    </section>
  );
}

export function CodeDialog({ one, onHide }: { one: HeldLecture; onHide(): void }) {
  const reread = useReread();
  const sheet = useSheet(typedMinutes, { minutes: "10" });
  return (
    <Dialog title={`A code for ${one.name}`} onHide={onHide}>
      <Form
        sheet={sheet}
        draft={null}
        submit="Show the code"
        silent
        send={({ minutes }, attempt) =>
          call(openCode, { params: { id: one._id }, body: { minutes: Number(minutes) }, attempt })
        }
        done={async () => {
          onHide();
          await reread();
        }}
        beside={<CloseButton onHide={onHide} />}
      >
        <p>
          You get six figures for the whole class. Whoever types them in time is present, everybody else absent. Who has
          no phone is marked on the list afterwards.
        </p>
        {one.taken !== null && <p>Whoever is marked already stays as marked; the list corrects it.</p>}
        <DigitsField {...sheet.field("minutes")} />
      </Form>
    </Dialog>
  );
}
