import { RadioField } from "#kit/field/choice-fields.web.tsx";
import { MinuteField } from "#kit/field/day-field.web.tsx";
import { FieldFrame, useControl } from "#kit/field/field.web.tsx";
import { TextField } from "#kit/field/text-fields.web.tsx";
import type { FieldFacts, Sheet } from "#kit/form/sheet.web.ts";
import { notificationChannels, type TypedNotification } from "../notification.contract.ts";

/** What somebody is told, by which way and when. */
export function NoticeFields({ sheet }: { sheet: Sheet<TypedNotification> }) {
  return (
    <>
      <TextField {...named(sheet, "title", "Title")} hint="The e-mail's subject, and the notice's heading" />
      <Notice {...named(sheet, "post", "Notice")} />
      <RadioField {...named(sheet, "channel", "Channel")} options={notificationChannels} />
      <Minute {...named(sheet, "sendAt", "Send at")} optional />
    </>
  );
}

const named = (
  sheet: Sheet<TypedNotification>,
  name: "title" | "post" | "channel" | "sendAt",
  label: string,
): FieldFacts => ({
  ...sheet.field(name),
  label,
  optional: false,
});

function Notice(field: FieldFacts) {
  const hint = "Plain text. An empty line begins a new paragraph; an address that begins with https:// becomes a link.";
  const { control, error } = useControl({ ...field, hint });
  return (
    <FieldFrame {...field} hint={hint} error={error}>
      <textarea {...control} rows={9} autoComplete="off" />
    </FieldFrame>
  );
}

const Minute = (field: FieldFacts) => (
  <MinuteField
    {...field}
    hint="The time in Nigeria (Lagos). Empty: now. Whom it is for is counted again when it goes."
  />
);
