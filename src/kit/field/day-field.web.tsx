import { useFormContext, useWatch } from "react-hook-form";
import { asMinute, asWeekday } from "../value/dates.rules.ts";
import { FieldFrame, type FieldParts, useControl } from "./field.web.tsx";

interface DayParts extends FieldParts {
  readonly min?: string;
  readonly max?: string;
}

/** A day, kept as `YYYY-MM-DD`, read out under the browser's own control: that one may put the month first. */
export const DayField = (parts: DayParts) => <Dated {...parts} type="date" width="max-w-52" inWords={dayInWords} />;

/** A minute in Lagos, kept as `YYYY-MM-DDThh:mm`, read out as a day is. */
export const MinuteField = ({ hint = "The time in Nigeria (Lagos)", ...parts }: DayParts) => (
  <Dated {...parts} hint={hint} type="datetime-local" width="max-w-64" inWords={minuteInWords} />
);

interface DatedParts extends DayParts {
  readonly type: "date" | "datetime-local";
  readonly width: string;
  inWords(value: string): string;
}

function Dated({ type, width, min, max, inWords, ...field }: DatedParts) {
  const { control: form } = useFormContext();
  const { control, error } = useControl(field);
  const words = inWords(String(useWatch({ control: form, name: field.name }) ?? ""));
  return (
    <FieldFrame {...field} error={error}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <input
          {...control}
          {...{ type, min, max }}
          autoComplete="off"
          className={`control figures ${width}`}
          aria-describedby={
            [control["aria-describedby"], words && `${field.id}-words`].filter(Boolean).join(" ") || undefined
          }
        />
        {words && (
          <span id={`${field.id}-words`} className="text-small text-soft">
            {words}
          </span>
        )}
      </div>
    </FieldFrame>
  );
}

const dayInWords = (day: string): string => (/^\d{4}-\d\d-\d\d$/.test(day) ? asWeekday(`${day}T12:00:00Z`) : "");

const minuteInWords = (minute: string): string =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(minute) ? asMinute(`${minute.slice(0, 16)}:00+01:00`) : "";
