import { useQuery } from "@tanstack/react-query";
import * as v from "valibot";
import { call, newAttempt } from "#kit/call/call.web.ts";
import { Read } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { DialogForm } from "#kit/dialog/dialog-form.web.tsx";
import { DigitsField } from "#kit/field/text-fields.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Facts } from "#kit/look/facts.web.tsx";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import { fields } from "#kit/wire/endpoint.contract.ts";
import { checkNudge, runNudge } from "./nudge.contract.ts";
import { type NudgeKind, nudges } from "./nudge.rules.ts";

interface DryRunParts {
  readonly kind: NudgeKind;
  readonly mayRun: boolean;
  onHide(): void;
}

/** Who would get a reminder now, and who would not and why. Its number is typed before anything is sent. */
export function DryRun({ kind, mayRun, onHide }: DryRunParts) {
  const read = useQuery({
    queryKey: [checkNudge.path, kind],
    queryFn: () => call(checkNudge, { params: { kind }, body: {}, attempt: newAttempt() }),
    gcTime: 0,
    retry: false,
  });
  return (
    <Dialog title={`Dry run: ${nudges[kind].name}`} onHide={onHide}>
      <Read from={read} waiting={<div className="bone h-40" />}>
        {({ count, sample, left }) => (
          <div className="grid gap-4">
            <p className="font-semibold">
              {count === 0
                ? "Nobody would get this now. Nothing was sent."
                : `${asCount(count, "person", "people")} would get this now. Nothing was sent yet.`}
            </p>
            <Facts
              list={[
                ...(sample.length > 0
                  ? [
                      {
                        label: count > sample.length ? `${sample.length} of them` : "Who",
                        value: <Names list={sample} />,
                      },
                    ]
                  : []),
                ...left.map(({ why, count: people }) => ({ label: why, value: asFigure(people) })),
              ]}
            />
            {count > 0 && mayRun ? (
              <TypedCount kind={kind} count={count} onHide={onHide} />
            ) : (
              <div>
                <CloseButton onHide={onHide} />
              </div>
            )}
          </div>
        )}
      </Read>
    </Dialog>
  );
}

const Names = ({ list }: { list: readonly string[] }) => (
  <ul>
    {list.map((name, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name, and the list stays as it is
      <li key={place}>{name}</li>
    ))}
  </ul>
);

function TypedCount({ kind, count, onHide }: { kind: NudgeKind; count: number; onHide(): void }) {
  const sheet = useSheet(countForm(count), { count: "" });
  return (
    <DialogForm
      onHide={onHide}
      sheet={sheet}
      draft={null}
      submit="Send"
      send={(_typed, attempt) => call(runNudge, { params: { kind }, body: { count }, attempt })}
    >
      <DigitsField {...sheet.field("count")} hint={`Type ${count} to send`} />
    </DialogForm>
  );
}

/** The number, with or without commas. */
const countForm = (count: number) =>
  fields({
    count: v.pipe(
      v.string(),
      v.check((typed) => typed.replace(/[\s,.]/g, "") === String(count), `Type ${count}, the number of people`),
      v.title("Number of people"),
    ),
  });
