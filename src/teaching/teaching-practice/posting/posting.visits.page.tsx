import { useState } from "react";
import { ReasonDialog } from "#console/confirm/confirm.reason.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { SelectFrom } from "#kit/field/choice-fields.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { type PostingStanding, proposeForm, proposeResult, type VisitShown } from "../teaching-practice.contract.ts";
import { practiceCodes, practiceCodeWords, resultWords } from "../teaching-practice.rules.ts";
import { takeBackVisit } from "../visit/visit.contract.ts";

const day = (iso: string) => asDay(`${iso}T12:00:00Z`);

/** What should be looked at first: a prerequisite that is missing by now, a supervisor who has left. */
export const PostingWarnings = ({ of: { lacks, left, supervisor } }: { of: PostingStanding }) => (
  <>
    {lacks.length > 0 && (
      <Alert look="warn" title="Something that is needed is missing by now">
        <p>{lacks.join(". ")}.</p>
      </Alert>
    )}
    {left && (
      <Alert look="warn" title="The supervisor has left">
        <p>{supervisor} has left the college. Give the student another supervisor; visits that were scored stay.</p>
      </Alert>
    )}
  </>
);

/** The visits with their sheets, what they come to, and where the result stands. */
export function PostingVisits({ of }: { of: PostingStanding }) {
  const { visits, needed, computed, passline, state, total, code, reason } = of;
  const scored = visits.filter(({ got, takingback }) => got !== null && takingback === null).length;
  return (
    <section aria-labelledby="visits" className="card px-5 py-4">
      <h2 id="visits" className="text-large">
        Visits and result
      </h2>
      {visits.length === 0 && <p className="mt-1 text-soft">No visit was sent yet.</p>}
      <ul>
        {visits.map((visit) => (
          <Visit key={visit._id} posting={of._id} of={visit} isOpen={state === "Posted"} />
        ))}
      </ul>
      <p className="mt-2">
        {state === "Proposed" || state === "Confirmed" ? (
          <>
            <strong>{resultWords({ total, code }, passline)}</strong>{" "}
            {state === "Proposed" ? "is proposed. Another person confirms it." : "is confirmed."}
          </>
        ) : (
          <>
            {scored} of at least {asCount(needed, "scored visit")}.{" "}
            {computed !== null && (
              <>
                Together they come to <strong className="figures">{computed} %</strong>; passed from {passline} %.
              </>
            )}
          </>
        )}
      </p>
      {reason && <p className="whitespace-pre-line text-soft">Said of it: {reason}</p>}
    </section>
  );
}

function Visit({ posting, of, isOpen }: { posting: string; of: VisitShown; isOpen: boolean }) {
  const { shown, show, hide } = useShown();
  const reread = useReread();
  return (
    <li className="border-line border-b py-2.5 last:border-b-0">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <strong>{day(of.day)}</strong>
        {of.takingback !== null ? (
          <WordBadge look="plain" word="Taken back" />
        ) : of.absent ? (
          <WordBadge look="bad" word="Was not there" />
        ) : (
          <span className="figures font-semibold">
            {of.got} of {of.most}
          </span>
        )}
      </div>
      <p className="text-small text-soft">{of.by}</p>
      {of.scores && (
        <details>
          <summary className="link min-h-11 cursor-pointer content-center">The sheet</summary>
          <ul>
            {of.scores.map(({ item, most, score }) => (
              <li key={item} className="flex justify-between gap-3">
                {item}
                <span className="figures shrink-0">
                  {score} of {most}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {of.note && <p className="whitespace-pre-line">{of.note}</p>}
      {of.takingback && <p className="text-soft">Taken back: {of.takingback}</p>}
      {of.mine && isOpen && of.takingback === null && (
        <button type="button" className="button button-quiet mt-1" onClick={show}>
          Take back
        </button>
      )}
      {shown && (
        <ReasonDialog
          title={`Take the visit of ${day(of.day)} back?`}
          submit="Take back"
          draft={`visit-back:${of._id}`}
          send={({ reason }, attempt) =>
            call(takeBackVisit, { params: { id: posting }, body: { visit: of._id, reason }, attempt })
          }
          onHide={hide}
          onDone={reread}
        >
          <p>It counts no more, and stays to be read. Send the right one afterwards.</p>
        </ReasonDialog>
      )}
    </li>
  );
}

/** Proposes what the visits come to, or why there is no result. */
export function ProposeResult({ of }: { of: PostingStanding }) {
  const [shown, setShown] = useState<PostingStanding | null>(null);
  if (of.state !== "Posted") return null;
  return (
    <>
      <button type="button" className="button" onClick={() => setShown(of)}>
        Propose the result
      </button>
      {shown && <ProposeDialog of={shown} onHide={() => setShown(null)} />}
    </>
  );
}

function ProposeDialog({ of, onHide }: { of: PostingStanding; onHide(): void }) {
  const reread = useReread();
  const sheet = useSheet(proposeForm, { code: "", reason: "", seen: of.version });
  const code = sheet.form.watch("code");
  return (
    <Dialog title={`Propose the result of ${of.name}`} onHide={onHide}>
      <Form
        sheet={sheet}
        draft={`practice-result:${of._id}`}
        submit="Propose"
        beside={<CloseButton onHide={onHide} />}
        send={(body, attempt) =>
          call(proposeResult, { params: { id: of._id }, body: { ...body, seen: of.version }, attempt })
        }
        done={async () => {
          onHide();
          await reread();
        }}
      >
        <p>
          {code
            ? "It stands in place of a result: the practice is to be repeated."
            : `The visits come to ${of.computed ?? "no result yet"}${of.computed === null ? "" : ` %; passed from ${of.passline} %`}.`}{" "}
          Another person confirms it, and only then the student reads it.
        </p>
        <SelectFrom
          {...sheet.field("code")}
          hint="Leave it empty where the visits say it"
          choices={practiceCodes.map((value) => ({ value, label: practiceCodeWords[value] }))}
        />
        {code && (
          <TextArea
            {...sheet.field("reason")}
            label="Reason"
            optional={false}
            hint="What happened, and how the college knows"
          />
        )}
      </Form>
    </Dialog>
  );
}
