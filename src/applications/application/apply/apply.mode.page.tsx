import { RadioField } from "#kit/field/choice-fields.web.tsx";
import { Step } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import type { ModeOfEntry } from "#reference/qualifications/qualifications.rules.ts";
import { modeForm } from "../application.contract.ts";

const meanings: Readonly<Record<ModeOfEntry, string>> = {
  "JAMB UTME": "With this year's JAMB result",
  "Direct Entry": "With IJMB, NCE or a diploma, into the second year",
  Transfer: "From another college, with its results",
};

interface StepParts {
  readonly draft: string;
  readonly modes: readonly ModeOfEntry[];
  readonly chosen: ModeOfEntry | "";
  next(mode: ModeOfEntry): void;
}

export function ModeOfEntryStep({ draft, modes, chosen, next }: StepParts) {
  const only = modes.length === 1 ? modes[0] : undefined;
  const sheet = useSheet(modeForm, { type: chosen || only || "" });
  return (
    <Step sheet={sheet} draft={draft} submit="Continue" send={async ({ type }) => type as ModeOfEntry} done={next}>
      <RadioField {...sheet.field("type")} options={modes} meanings={meanings} />
    </Step>
  );
}

export function BackButton({ back }: { back(): void }) {
  return (
    <button type="button" className="button button-quiet" onClick={back}>
      Back
    </button>
  );
}
