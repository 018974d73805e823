import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { Read } from "#kit/call/read.web.tsx";
import { RadioField, SelectField, SelectFrom } from "#kit/field/choice-fields.web.tsx";
import { BirthDateBoxes } from "#kit/field/date-boxes.web.tsx";
import { EmailField, PhoneField, TextArea, TextField } from "#kit/field/text-fields.web.tsx";
import { Step } from "#kit/form/form.web.tsx";
import { type Sheet, useSheet } from "#kit/form/sheet.web.ts";
import { CardBones, Progress } from "#kit/look/states.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import type { BioField, BioLock } from "./bio.contract.ts";
import { type Draft, fieldsOf, STEPS, steps, type Typed } from "./bio.rules.ts";

const load = () => import("#reference/states-and-lgas/states-and-lgas.rules.ts");

type Reference = Awaited<ReturnType<typeof load>>;

interface FieldsParts {
  readonly sheet: Sheet<Partial<Typed>>;
  readonly locks: readonly BioLock[];
}

const isHeld = (locks: readonly BioLock[], name: BioField) => locks.some(({ field }) => field === name);

/** A field, or what stands in its place as somebody else told it. */
function Own({ sheet, locks, name, children }: FieldsParts & { name: BioField; children?: ReactNode }) {
  const lock = locks.find(({ field }) => field === name);
  if (!lock) return children;
  return (
    <div>
      <p className="font-semibold">{sheet.field(name).label}</p>
      <p className="wrap-anywhere">{lock.value}</p>
      <p className="text-small text-soft">
        {lock.source === "JAMB" ? "As JAMB has it. " : "As the office put it right. "}
        <Link to="/app/jamb" className="link">
          Is it wrong?
        </Link>
      </p>
    </div>
  );
}

/** 37 states and 774 areas, loaded when this step is opened. */
function PlaceFields({ sheet, locks }: FieldsParts) {
  const reference = useQuery({ queryKey: ["states and areas"], queryFn: load, staleTime: "static" });
  return (
    <Read from={reference} waiting={<CardBones />}>
      {(states) => (
        <>
          {isHeld(locks, "stateoforigin") && isHeld(locks, "lgaoforigin") ? (
            <>
              <Own sheet={sheet} locks={locks} name="stateoforigin" />
              <Own sheet={sheet} locks={locks} name="lgaoforigin" />
            </>
          ) : (
            <StateAndArea sheet={sheet} states={states} state="stateoforigin" area="lgaoforigin" />
          )}
          <SameButton sheet={sheet} />
          <StateAndArea sheet={sheet} states={states} state="stateofresidence" area="lgaofresidence" />
        </>
      )}
    </Read>
  );
}

interface PlaceParts {
  readonly sheet: Sheet<Partial<Typed>>;
  readonly states: Reference;
  readonly state: "stateoforigin" | "stateofresidence";
  readonly area: "lgaoforigin" | "lgaofresidence";
}

/** The areas are those of the chosen state; another state clears the area, and says so. */
function StateAndArea({ sheet, states, state, area }: PlaceParts) {
  const { form } = sheet;
  const chosen = form.watch(state) ?? "";
  const kept = form.watch(area) ?? "";
  const [news, setNews] = useState("");
  const areas = states.areasOf(chosen);
  const foreign = kept !== "" && !areas.includes(kept);
  useEffect(() => {
    if (!foreign) return;
    form.setValue(area, "");
    setNews(`${kept} has been cleared. Choose a local government area of ${chosen || "the state"}`);
  }, [foreign, form, area, kept, chosen]);

  const asChoice = (name: string) => ({ value: name, label: name });
  return (
    <>
      <SelectFrom {...sheet.field(state)} choices={states.stateNames.map(asChoice)} />
      <div>
        <SelectFrom
          {...sheet.field(area)}
          asked="Select area"
          {...(areas.length === 0 && { hint: "Choose the state first" })}
          choices={areas.map(asChoice)}
        />
        <p role="status" className="mt-1.5 text-small text-soft empty:hidden">
          {kept === "" && news}
        </p>
      </div>
    </>
  );
}

function SameButton({ sheet: { form } }: { sheet: Sheet<Partial<Typed>> }) {
  const [state, area] = form.watch(["stateoforigin", "lgaoforigin"]);
  const [liveIn, liveAt] = form.watch(["stateofresidence", "lgaofresidence"]);
  if (!state || !area || (state === liveIn && area === liveAt)) return null;
  return (
    <div>
      <button
        type="button"
        className="button button-quiet"
        onClick={() => {
          form.setValue("stateofresidence", state, { shouldValidate: true });
          form.setValue("lgaofresidence", area, { shouldValidate: true });
        }}
      >
        I live there too
      </button>
    </div>
  );
}

interface StepParts {
  readonly place: number;
  readonly draft: Draft;
  readonly locks: readonly BioLock[];
  /** The keyboard comes along when the person moved here; not when the page opened here. */
  readonly takesFocus: boolean;
  /** At every key, so that nothing is lost when the page goes. */
  onType(draft: Draft): void;
  onNext(draft: Draft): void;
  onBack(draft: Draft): void;
  /** What the way back is called; null where there is none. */
  readonly backTo: string | null;
}

/** One step with a contract of its own; nothing is sent before the check at the end. */
export function StepForm({ place, draft, locks, takesFocus, onType, onNext, onBack, backTo }: StepParts) {
  const step = steps[place] as (typeof steps)[number];
  const sheet = useSheet(step.schema, fieldsOf(step, draft));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);

  const withTyped = (values: Partial<Typed>): Draft => ({ ...draft, typed: { ...draft.typed, ...values } });
  const tell = useEffectEvent((values: Partial<Typed>) => onType(withTyped(values)));
  useEffect(
    () => sheet.form.subscribe({ formState: { values: true }, callback: ({ values }) => tell(values) }),
    [sheet.form],
  );
  return (
    <section aria-label={step.name} className="grid max-w-xl gap-6">
      <Progress label={`Step ${place + 1} of ${STEPS}`} value={place + 1} most={STEPS} />
      <h2 ref={heading} tabIndex={-1} className="text-title">
        {step.name}
      </h2>
      <Step
        sheet={sheet}
        draft={null}
        send={async (values) => withTyped(values)}
        done={onNext}
        submit="Continue"
        beside={
          backTo && (
            <button
              type="button"
              className="button button-quiet"
              onClick={() => onBack(withTyped(sheet.form.getValues()))}
            >
              {backTo}
            </button>
          )
        }
      >
        <StepFields name={step.name} sheet={sheet} locks={locks} />
      </Step>
    </section>
  );
}

function StepFields({ name, sheet, locks }: FieldsParts & { name: string }) {
  const own = { sheet, locks };
  switch (name) {
    case "Name":
      return (
        <>
          <Own {...own} name="firstname">
            <TextField {...sheet.field("firstname")} autoComplete="given-name" />
          </Own>
          <Own {...own} name="middlename">
            <TextField {...sheet.field("middlename")} autoComplete="additional-name" />
          </Own>
          <Own {...own} name="lastname">
            <TextField {...sheet.field("lastname")} autoComplete="family-name" />
          </Own>
        </>
      );
    case "Personal details":
      return (
        <>
          <Own {...own} name="gender">
            <RadioField {...sheet.field("gender")} />
          </Own>
          <BirthDateBoxes {...sheet.field("dateofbirth")} />
          <RadioField {...sheet.field("maritalstatus")} />
          <RadioField {...sheet.field("religion")} />
          <SelectField {...sheet.field("qualification")} />
        </>
      );
    default:
      return (
        <>
          <EmailField {...sheet.field("emailaddress")} />
          <PhoneField {...sheet.field("phonenumber")} />
          <TextArea {...sheet.field("homeaddress")} autoComplete="street-address" />
          <PlaceFields {...own} />
        </>
      );
  }
}
