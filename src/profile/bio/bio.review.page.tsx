import { useEffect, useRef, useState } from "react";
import type * as v from "valibot";
import { CallFailure, call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { LinkButton } from "#kit/look/buttons.web.tsx";
import { Card } from "#kit/look/card.web.tsx";
import { Breakable, Facts, Written } from "#kit/look/facts.web.tsx";
import { Progress } from "#kit/look/states.web.tsx";
import { asAgo, asDay } from "#kit/value/dates.rules.ts";
import { localPhone, thirteenDigits } from "#kit/value/phone.rules.ts";
import { type Bio, type BioField, bioForm, readBio, saveBio } from "./bio.contract.ts";
import { type Draft, draftFrom, labelOf, STEPS, steps } from "./bio.rules.ts";

interface ReviewParts {
  readonly draft: Draft;
  readonly saved: Bio | null;
  /** Whether the draft holds anything that is not saved. */
  readonly changed: boolean;
  onChange(step: number): void;
  /** The draft has been compared with this version. */
  onSeen(version: number): void;
  onSaved(): void;
}

/** All answers before they are saved, and as they are saved. */
export function Review(parts: ReviewParts) {
  const { draft, saved, changed, onChange } = parts;
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(false);
  // The keyboard comes to the check, and after the save to what was saved; not when the page opens on saved answers.
  useEffect(() => {
    if (changed || before.current) heading.current?.focus();
    before.current = changed;
  }, [changed]);
  return (
    <div className="grid max-w-3xl gap-6">
      {changed && <Progress label={`Step ${STEPS} of ${STEPS}`} value={STEPS} most={STEPS} />}
      <h2 ref={heading} tabIndex={-1} className="text-title">
        {changed ? "Check your answers before you save" : "Your bio data is saved"}
      </h2>
      {!changed && saved && (
        <Alert look="good">
          <p className="mb-3">Saved {asAgo(saved.updatedAt)}. You may change it until you submit an application.</p>
          <LinkButton to="/app/olevel?add=1">Next: O-Level sittings</LinkButton>
        </Alert>
      )}
      {changed ? <SaveForm {...parts} /> : <Summary draft={draft} onChange={onChange} />}
    </div>
  );
}

function SaveForm({ draft, onChange, onSeen, onSaved }: ReviewParts) {
  const reread = useReread();
  const sheet = useSheet(bioForm, draft.typed);
  const [meanwhile, setMeanwhile] = useState<Draft | null>(null);

  const save = async (body: v.InferInput<typeof bioForm>, attempt: string) => {
    try {
      return await call(saveBio, { body, attempt, version: draft.seen });
    } catch (failure) {
      if (failure instanceof CallFailure && failure.status === 409) {
        const now = await call(readBio);
        if ("version" in now) {
          setMeanwhile(draftFrom(now, now));
          onSeen(now.version);
        }
      }
      throw failure;
    }
  };
  return (
    <Form
      sheet={sheet}
      draft={null}
      send={save}
      done={async () => {
        await reread();
        onSaved();
      }}
      submit="Save bio data"
    >
      <Summary
        draft={draft}
        onChange={onChange}
        idOf={(name) => sheet.field(name).id}
        {...(meanwhile && { meanwhile })}
      />
    </Form>
  );
}

interface SummaryParts {
  readonly draft: Draft;
  onChange?(step: number): void;
  idOf?(name: BioField): string;
  /** What somebody saved since the draft was begun: shown where it differs. */
  readonly meanwhile?: Draft;
}

export function Summary({ draft, onChange, idOf, meanwhile }: SummaryParts) {
  return (
    <div className="grid gap-4">
      {steps.map(({ name: title, fields }, place) => (
        <Card
          key={title}
          title={title}
          beside={
            onChange && (
              <button type="button" className="link -my-2 min-h-11 cursor-pointer" onClick={() => onChange(place)}>
                Change<span className="sr-only"> {title.toLowerCase()}</span>
              </button>
            )
          }
        >
          <Facts
            list={fields.map((field) => ({
              label: labelOf(field),
              value: <Answer field={field} draft={draft} id={idOf?.(field)} meanwhile={meanwhile} />,
            }))}
          />
        </Card>
      ))}
    </div>
  );
}

interface AnswerParts {
  readonly field: BioField;
  readonly draft: Draft;
  readonly id: string | undefined;
  readonly meanwhile: Draft | undefined;
}

/** The choices are the portal's own words, and all else is the applicant's. */
const chosen: ReadonlySet<BioField> = new Set(["gender", "maritalstatus", "religion", "qualification"]);

function Answer({ field, draft, id, meanwhile }: AnswerParts) {
  const typed = readable(field, draft);
  const Said = chosen.has(field) ? Breakable : Written;
  const other = meanwhile && readable(field, meanwhile);
  return (
    <span id={id} tabIndex={-1} className="whitespace-pre-line">
      {typed ? <Said text={typed} /> : <span className="text-soft">Not provided</span>}
      {other !== undefined && other !== typed && (
        <span className="block font-semibold text-warn">Saved meanwhile: {other || "nothing"}</span>
      )}
    </span>
  );
}

function readable(field: BioField, { typed }: Draft): string {
  const value = typed[field].trim();
  if (field === "dateofbirth" && value) return asDay(value);
  if (field === "phonenumber") return localPhone(thirteenDigits(value));
  return value;
}
