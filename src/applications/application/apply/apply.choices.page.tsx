import { useEffect } from "react";
import type * as v from "valibot";
import { listEligibility } from "#academics/eligibility/eligibility.contract.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { listOpenProgrammes } from "#fees/open-programme/open-programme.contract.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import type { Sheet } from "#kit/form/sheet.web.ts";
import type { submitApplication } from "../application.contract.ts";
import { ChoicePickers } from "../choices.part.page.tsx";

interface ChoicesParts {
  readonly sheet: Sheet<v.InferInput<typeof submitApplication.body>>;
  /** The first choice. */
  readonly programme: string;
  readonly type: string;
}

/** A second and a third choice, on the same application and the same fee; both may be left empty. */
export function FurtherChoices({ sheet: { form, field }, programme, type }: ChoicesParts) {
  const programmes = useRead(listOpenProgrammes);
  const judged = useRead(listEligibility);
  const chosen = form.watch("choices") ?? [];
  const options = programmes.data?.filter(({ _id, modes }) => _id !== programme && modes.some((mode) => mode === type));
  // What was chosen under another mode of entry, or is closed since, stands in no list: nobody could take it away.
  const kept = options ? chosen.filter((id) => options.some(({ _id }) => _id === id)) : chosen;
  const isStale = kept.length < chosen.length;
  useEffect(() => {
    if (isStale) form.setValue("choices", [...kept], { shouldDirty: true });
  });
  return (
    <section aria-label="Further choices" className="card grid gap-3 p-4">
      <h4 className="font-semibold font-serif">Second and third choice</h4>
      <p className="text-small text-soft">
        No further fee. If you get no place in your first choice, the college looks at these, in this order. You may
        leave them empty.
      </p>
      <Read from={programmes} waiting={<div className="bone h-24" />}>
        {() => (
          <ChoicePickers
            id={field("choices").id}
            chosen={kept}
            error={form.getFieldState("choices", form.formState).error?.message}
            change={(next) => {
              form.setValue("choices", [...next], { shouldDirty: true });
              form.clearErrors("choices");
            }}
            options={(options ?? []).map((one) => ({
              _id: one._id,
              title: programmeTitle(one),
              college: one.college,
              fits: judged.data?.find(({ _id }) => _id === one._id)?.verdict.standing === "qualifies",
            }))}
          />
        )}
      </Read>
    </section>
  );
}
