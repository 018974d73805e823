import { useState } from "react";
import { useFormContext } from "react-hook-form";
import { SeveralField } from "#console/record/record.choice.part.page.tsx";
import { SelectFrom } from "#kit/field/choice-fields.web.tsx";
import { CodeField } from "#kit/field/text-fields.web.tsx";
import type { FieldFacts, Sheet } from "#kit/form/sheet.web.ts";
import { reviewStates } from "#selection/review/review.states.contract.ts";
import { audiences, byProgramme, meaningOf } from "./notification.audience.contract.ts";
import type { AudienceChoices } from "./notification.contract.ts";
import type { Typed } from "./notification.typed.contract.ts";

interface FieldsParts {
  readonly sheet: Sheet<Typed>;
  readonly choices: AudienceChoices;
}

/** Whom it is for: an audience, and what that one is narrowed by. */
export function AudienceFields({ sheet, choices: { sessions, programmes, everybody, stages } }: FieldsParts) {
  const audience = sheet.form.watch("to.audience");
  const field = (name: keyof Typed["to"], label: string): FieldFacts => ({
    ...sheet.field(`to.${name}`),
    label,
    optional: false,
    options: [],
  });
  const known = audiences.filter(
    (one) => (everybody || one !== "Everybody with an account") && (stages || one !== "At a stage of the desk"),
  );
  return (
    <>
      <SelectFrom
        {...field("audience", "For")}
        choices={known.map((value) => ({ value, label: value }))}
        {...(audience && { hint: meaningOf[audience] })}
      />
      {audience === "One person" && <CodeField {...field("person", "Code, JAMB number or e-mail")} />}
      {audience !== "" && audience !== "One person" && (
        <SelectFrom
          {...field("session", "Session")}
          choices={sessions.map(({ _id, name, admits }) => ({
            value: _id,
            label: admits ? `${name}, admits now` : name,
          }))}
        />
      )}
      {audience === "At a stage of the desk" && <SeveralField {...field("stages", "Stages")} options={reviewStates} />}
      {byProgramme(audience) && <Programmes programmes={programmes} />}
    </>
  );
}

/** Any of the programmes; none chosen means all of them. */
function Programmes({ programmes }: Pick<AudienceChoices, "programmes">) {
  const { register, watch, setValue, getFieldState, formState } = useFormContext<Typed>();
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
            <label key={_id} className="flex min-h-(--control) cursor-pointer items-center gap-2 px-1 leading-tight">
              <input {...register("to.programmes")} type="checkbox" value={_id} className="size-4.5 shrink-0" />
              {label}
            </label>
          ))}
        </div>
      )}
    </fieldset>
  );
}
