import { useMemo } from "react";
import * as v from "valibot";
import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { FieldError, type FieldParts, useControl } from "#kit/field/field.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { type Sheet, useSheet } from "#kit/form/sheet.web.ts";
import { fields } from "#kit/wire/endpoint.contract.ts";
import { changeSetting, type SettingName, type ShownSetting, settings } from "./setting.contract.ts";

/** What the control holds is text; the rule sees what the wire will carry. */
const formOf = (name: SettingName) => {
  const { rule, shape, label } = settings[name];
  const onWire = (typed: string) => (shape.kind === "whole" && /^\d+$/.test(typed.trim()) ? Number(typed) : typed);
  return fields({
    value: v.pipe(
      v.string(),
      v.transform(onWire),
      rule as unknown as v.GenericSchema<string | number, string | number>,
      v.title(label),
    ),
  });
};

export function SettingForm({ of: { name, value, usual } }: { of: ShownSetting }) {
  const reread = useReread();
  const schema = useMemo(() => formOf(name), [name]);
  const sheet = useSheet(schema, { value: String(value) });
  const { shape } = settings[name];
  const isSame = String(sheet.form.watch("value")) === String(value);
  return (
    <Form
      sheet={sheet}
      draft={null}
      submit="Save"
      send={(typed, attempt) =>
        call(changeSetting, { params: { name }, body: { value: v.parse(schema, typed).value }, attempt })
      }
      done={() => reread()}
      beside={
        <p className="self-center text-small text-soft">
          {isSame && (value === usual ? "In force now; it is the usual value" : "In force now")}
        </p>
      }
    >
      {shape.kind === "whole" ? (
        <NumberBox {...sheet.field("value")} unit={shape.unit} />
      ) : shape.kind === "lines" ? (
        <TextArea {...sheet.field("value")} />
      ) : (
        <Words sheet={sheet} words={shape.words} />
      )}
    </Form>
  );
}

function NumberBox({ unit, ...field }: FieldParts & { unit: string }) {
  const { control, error } = useControl(field);
  return (
    <div>
      <label htmlFor={field.id} className="sr-only">
        {field.label}
      </label>
      <span className="flex items-center gap-2">
        <input {...control} type="text" inputMode="numeric" autoComplete="off" className="control figures max-w-20" />
        {unit}
      </span>
      <FieldError id={field.id} error={error} />
    </div>
  );
}

function Words({ sheet, words }: { sheet: Sheet<{ value: string }>; words: Readonly<Record<string, string>> }) {
  const { id, label } = sheet.field("value");
  return (
    <fieldset>
      <legend className="sr-only">{label}</legend>
      {Object.entries(words).map(([value, word], place) => (
        <label key={value} className="flex min-h-(--control) cursor-pointer items-center gap-2">
          <input
            {...sheet.form.register("value")}
            id={place === 0 ? id : `${id}-${place}`}
            type="radio"
            value={value}
            className="size-4.5 shrink-0"
          />
          {word}
        </label>
      ))}
    </fieldset>
  );
}
