import { call, newAttempt } from "#kit/call/call.web.ts";
import { useDeed } from "#kit/call/deed.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { forgetDraft } from "#kit/draft/draft.web.ts";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Step } from "#kit/form/form.web.tsx";
import { useSeen } from "#kit/form/seen.web.ts";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { type CheckedPaper, checkPaper, paperForm, writePaper } from "./attendance.contract.ts";

interface Seen extends CheckedPaper {
  readonly matrics: string;
  readonly attempt: string;
}

/** Adds those who were there by numbers on paper, once it was seen whom. */
export function FromPaper({ id }: { id: string }) {
  const draft = `attendance-paper:${id}`;
  const reread = useReread();
  const sheet = useSheet(paperForm, { matrics: "" });
  const { form } = sheet;
  const [seen, setSeen] = useSeen<Seen>(form);
  return (
    <section aria-labelledby="paper" className="card px-5 py-4">
      <h2 id="paper" className="mb-1 text-large">
        From paper
      </h2>
      <p className="mb-3 text-soft">
        Paste the matric numbers of those who were there, such as who had no phone. They are added, and whoever is
        marked present stays so. To mark somebody absent, untick the name on the list.
      </p>
      <Step
        sheet={sheet}
        draft={draft}
        submit="Show what it does"
        silent
        send={async (body) => ({
          ...(await call(checkPaper, { params: { id }, body })),
          ...{ matrics: body.matrics, attempt: newAttempt() },
        })}
        done={setSeen}
      >
        <TextArea {...sheet.field("matrics")} />
      </Step>
      {seen && (
        <Confirm
          id={id}
          seen={seen}
          onSaved={async () => {
            forgetDraft(draft);
            form.reset({ matrics: "" });
            setSeen(null);
            await reread();
          }}
        />
      )}
    </section>
  );
}

function Confirm({ id, seen, onSaved }: { id: string; seen: Seen; onSaved(): Promise<void> }) {
  const { busy, refused, run } = useDeed();
  const added = seen.list.filter(({ present }) => present !== true);
  const turned = added.filter(({ present }) => present === false);
  const already = seen.list.length - added.length;
  const save = () =>
    run(async () => {
      const { matrics, attempt } = seen;
      const { message } = await call(writePaper, { params: { id }, body: { matrics }, attempt });
      toast("good", message);
      await onSaved();
    });
  return (
    <div className="mt-4">
      <Alert look="info" title={`${asCount(added.length, "student")} will be marked present`}>
        {already > 0 && (
          <p>
            {already} of the paper {already === 1 ? "is" : "are"} present already.
          </p>
        )}
        {turned.length > 0 && (
          <p>
            Marked absent until now: {turned.map(({ name, matric }) => `${name} ${matric ?? ""}`.trim()).join(", ")}.
          </p>
        )}
        {added.length > 0 && (
          <details>
            <summary className="min-h-11 cursor-pointer py-2.5">See their names</summary>
            <ul>
              {added.map(({ name, matric }) => (
                <li key={`${matric} ${name}`} className="py-1">
                  {name} <span className="figures text-small text-soft">{matric}</span>
                </li>
              ))}
            </ul>
          </details>
        )}
      </Alert>
      {refused && <Alert look="bad">{refused}</Alert>}
      {added.length > 0 && (
        <button type="button" className="button mt-3" disabled={busy} onClick={() => void save()}>
          {busy ? "Please wait..." : "Save from paper"}
        </button>
      )}
    </div>
  );
}
