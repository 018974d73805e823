import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import * as v from "valibot";
import { SelectFrom } from "#kit/field/choice-fields.web.tsx";
import { BirthDateBoxes } from "#kit/field/date-boxes.web.tsx";
import type { FieldParts } from "#kit/field/field.web.tsx";
import { text } from "#kit/field/fields.contract.ts";
import { PhoneField, TextArea, TextField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Facts } from "#kit/look/facts.web.tsx";
import { localPhone } from "#kit/value/phone.rules.ts";
import { type Endpoint, fields, type Replied, type Schema } from "#kit/wire/endpoint.contract.ts";
import type { uploadFile } from "../upload/upload.contract.ts";
import { EvidenceField } from "../upload/upload.evidence.part.page.tsx";
import {
  type askCorrection,
  type CorrectableField,
  type CorrectableRecord,
  type CorrectableThing,
  evidenceOfCorrection,
  valueInWords,
  whyCorrected,
} from "./record-correction.contract.ts";

const load = () => import("#reference/states-and-lgas/states-and-lgas.rules.ts");

interface PlaceParts {
  readonly form: UseFormReturn<Record<string, string>>;
  readonly state: FieldParts;
  readonly area: FieldParts;
}

/** A state and one of its areas; another state clears the area. */
function PlaceFields({ form, state, area }: PlaceParts) {
  const { data } = useQuery({ queryKey: ["states and areas"], queryFn: load, staleTime: "static" });
  const chosen = form.watch(state.name) ?? "";
  const kept = form.watch(area.name) ?? "";
  const areas = data?.areasOf(chosen) ?? [];
  const foreign = data !== undefined && kept !== "" && !areas.includes(kept);
  useEffect(() => {
    if (foreign) form.setValue(area.name, "");
  }, [foreign, form, area.name]);
  const asChoice = (name: string) => ({ value: name, label: name });
  return (
    <>
      <SelectFrom {...state} asked="Select state" choices={(data?.stateNames ?? []).map(asChoice)} />
      <SelectFrom
        {...area}
        asked="Select area"
        {...(areas.length === 0 && { hint: "Choose the state first" })}
        choices={areas.map(asChoice)}
      />
    </>
  );
}

type Lists = Readonly<Record<string, readonly string[]>>;

/** What is sent beside which thing of which record it is about. */
interface SentCorrection {
  readonly noun: string;
  readonly record: string;
  readonly kind: string;
  readonly item: string | null;
  readonly values: Record<string, string>;
  readonly evidence?: string | undefined;
  readonly reason?: string | undefined;
}

interface AskParts {
  readonly of: CorrectableRecord;
  readonly lists: Lists;
  /** Whether the owner asks, who changes at once what is free. */
  readonly byOwner: boolean;
  /** The thing that the address names, as `kind` or `kind:item`. */
  readonly first: string | null;
  /** The call that keeps the evidence. */
  readonly keep: Endpoint<string, Schema, (typeof uploadFile)["reply"]>;
  send(body: SentCorrection, attempt: string): Promise<Replied<typeof askCorrection>>;
  done(reply: Replied<typeof askCorrection>): Promise<void>;
}

const keyOf = ({ kind, item }: CorrectableThing): string => (item ? `${kind}:${item}` : kind);

/** First what is wrong, then what is right, with the evidence. */
export function AskForm({ first, ...parts }: AskParts) {
  const { things } = parts.of;
  const [chosen, setChosen] = useState(first ?? "");
  const id = useId();
  const thing = things.find((one) => keyOf(one) === chosen);
  return (
    <div className="grid max-w-xl gap-5">
      <div>
        <label htmlFor={id} className="mb-1 block font-semibold">
          What is wrong?
        </label>
        <select id={id} className="control" value={chosen} onChange={({ target }) => setChosen(target.value)}>
          <option value="">Select what is wrong</option>
          {things.map((one) => (
            <option key={keyOf(one)} value={keyOf(one)}>
              {one.name}
            </option>
          ))}
        </select>
      </div>
      {thing && <ThingForm key={chosen} thing={thing} {...parts} onSent={() => setChosen("")} />}
    </div>
  );
}

interface ThingParts extends Omit<AskParts, "first"> {
  readonly thing: CorrectableThing;
  onSent(): void;
}

interface Typed {
  values: Record<string, string>;
  evidence?: string;
  reason?: string;
}

function ThingForm({ thing, of, lists, byOwner, keep, send, done, onSent }: ThingParts) {
  const free = thing.free && byOwner;
  const [schema] = useState(() => schemaOf(thing, free));
  const values = Object.fromEntries(
    thing.fields.map(({ name, look, value }) => [name, look === "phone" ? localPhone(value) : value]),
  );
  const sheet = useSheet<Typed, unknown>(schema, { values, evidence: "", reason: "" });
  return (
    <Form
      sheet={sheet}
      draft={`correction:${of.record}:${keyOf(thing)}`}
      submit={free ? "Save" : "Ask for this correction"}
      send={({ values, evidence, reason }, attempt) => {
        const { noun, record } = of;
        const { kind, item } = thing;
        return send({ noun, record, kind, item, values, ...(!free && { evidence, reason }) }, attempt);
      }}
      done={async (reply) => {
        await done(reply);
        onSent();
      }}
    >
      {!free && (
        <section aria-label="As it stands now" className="card px-5 py-2">
          <Facts
            list={thing.fields.map(({ label, look, value }) => ({
              label: `${label} now`,
              value: value && valueInWords(look, value),
            }))}
          />
        </section>
      )}
      <RightValues thing={thing} lists={lists} fieldOf={(name) => sheet.field(`values.${name}`)} sheet={sheet} />
      {!free && (
        <>
          <EvidenceField
            {...sheet.field("evidence")}
            hint={`${thing.evidence}. A JPEG, PNG or PDF file of at most 2 MB`}
            keep={keep}
          />
          <TextArea
            {...sheet.field("reason")}
            hint="What went wrong, in at least 10 letters. Whoever decides reads it"
          />
        </>
      )}
    </Form>
  );
}

/** Texts are judged by the server, which has the form that they were filled in by. */
function schemaOf({ fields: list }: CorrectableThing, free: boolean) {
  const entries = Object.fromEntries(list.map((field) => [field.name, ruleOf(field)]));
  const values = v.strictObject(entries) as unknown as v.GenericSchema<Typed["values"]>;
  const schema = free
    ? fields({ values, evidence: v.any(), reason: v.any() })
    : fields({ values, evidence: evidenceOfCorrection, reason: whyCorrected });
  return schema as unknown as v.GenericSchema<Typed, unknown>;
}

const ruleOf = ({ label, optional, look }: CorrectableField) =>
  optional
    ? v.pipe(v.optional(v.string()), v.title(label))
    : look === "lines"
      ? v.pipe(v.string(), v.nonEmpty(`${label} is required`), v.title(label))
      : text(label, 200);

interface ValuesParts {
  readonly thing: CorrectableThing;
  readonly lists: Lists;
  fieldOf(name: string): FieldParts;
  readonly sheet: ReturnType<typeof useSheet<Typed, unknown>>;
}

function RightValues({ thing, lists, fieldOf, sheet }: ValuesParts) {
  return thing.fields.map(({ name, look, list }, place) => {
    const field = fieldOf(name);
    switch (look) {
      case "lines":
        return <TextArea key={name} {...field} />;
      case "day":
        return <BirthDateBoxes key={name} {...field} />;
      case "phone":
        return <PhoneField key={name} {...field} />;
      case "choice":
        return (
          <SelectFrom
            key={name}
            {...field}
            choices={(list ? (lists[list] ?? []) : []).map((value) => ({ value, label: value }))}
          />
        );
      case "state":
        return (
          <PlaceFields
            key={name}
            form={sheet.form as never}
            state={field}
            area={fieldOf(thing.fields[place + 1]?.name ?? "")}
          />
        );
      // It stands with its state.
      case "area":
        return null;
      default:
        return <TextField key={name} {...field} />;
    }
  });
}
