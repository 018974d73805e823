import type { FieldPath, FieldValues } from "react-hook-form";
import { UsualReasons } from "#console/confirm/confirm.usual.part.page.tsx";
import { DayField } from "#kit/field/day-field.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import type { Sheet } from "#kit/form/sheet.web.ts";
import { lagosDay } from "#kit/value/dates.rules.ts";

/** What is asked for most, so that it is typed by nobody five hundred times a day. */
const usual = [
  "It cannot be read. Please send a clear photo or scan in good light.",
  "A part is cut off. Please send the whole page.",
  "This is another document. Please send the one that is named here.",
  "It carries another name than your application. Please send yours, or an affidavit.",
] as const;

/** Why the document is asked for; the applicant reads it. */
export function WhyAsked<V extends FieldValues>({ sheet }: { sheet: Sheet<V> }) {
  return (
    <div>
      <TextArea
        {...sheet.field("reason" as FieldPath<V>)}
        hint="The applicant reads this: say what is wrong and what to send"
      />
      <UsualReasons sheet={sheet} usual={usual} />
    </div>
  );
}

export const LastDay = <V extends FieldValues>({ sheet }: { sheet: Sheet<V> }) => (
  <DayField {...sheet.field("due" as FieldPath<V>)} min={inDays(0)} />
);

/** The day in Lagos in so many days. */
export const inDays = (days: number): string => lagosDay(new Date(Date.now() + days * 86_400_000).toISOString());
