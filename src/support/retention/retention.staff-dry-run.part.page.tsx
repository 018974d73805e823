import { useState } from "react";
import * as v from "valibot";
import { call } from "#kit/call/call.web.ts";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { DialogForm } from "#kit/dialog/dialog-form.web.tsx";
import { DigitsField, TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Facts } from "#kit/look/facts.web.tsx";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import { fields } from "#kit/wire/endpoint.contract.ts";
import { checkRetention, proposeRetention, type RetentionFound, type RetentionRule } from "./retention.contract.ts";
import { LEAST_DAYS, retained } from "./retention.rules.ts";

interface Counted extends RetentionFound {
  readonly days: number;
}

interface DryRunParts {
  readonly of: RetentionRule;
  readonly mayPropose: boolean;
  onHide(): void;
}

/** What a rule of so many days would take away now. It changes nothing; a proposal carries the number that was seen. */
export function RetentionDryRun({ of, mayPropose, onHide }: DryRunParts) {
  const { kind, days } = of;
  const { name, usual, most } = retained[kind];
  const [counted, setCounted] = useState<Counted | null>(null);
  const sheet = useSheet(daysForm(most), { days: String(days ?? usual) });
  return (
    <Dialog title={`Dry run: ${name}`} onHide={onHide}>
      {counted === null ? (
        <Form
          sheet={sheet}
          draft={null}
          submit="Count"
          beside={<CloseButton onHide={onHide} />}
          send={async ({ days: typed }, attempt) => {
            const body = { days: Number(typed) };
            setCounted({ ...(await call(checkRetention, { params: { kind }, body, attempt })), ...body });
            return { message: "" };
          }}
          done={() => undefined}
        >
          <DigitsField
            {...sheet.field("days")}
            hint={`From ${LEAST_DAYS} to ${asFigure(most)}. Nothing is changed by counting`}
          />
        </Form>
      ) : (
        <Result of={counted} kind={kind} mayPropose={mayPropose} onHide={onHide} />
      )}
    </Dialog>
  );
}

const daysForm = (most: number) =>
  fields({
    days: v.pipe(
      v.string(),
      v.trim(),
      v.regex(/^\d{1,4}$/, "Days must be a whole number"),
      v.check(
        (typed) => Number(typed) >= LEAST_DAYS && Number(typed) <= most,
        `Days must be a whole number from ${LEAST_DAYS} to ${asFigure(most)}`,
      ),
      v.title("Days"),
    ),
  });

const reasonOnly = fields({ reason: proposeRetention.body.entries.reason });

interface ResultParts extends Omit<DryRunParts, "of"> {
  readonly of: Counted;
  readonly kind: RetentionRule["kind"];
}

function Result({ of: { days, count, parts, oldest }, kind, mayPropose, onHide }: ResultParts) {
  const sheet = useSheet(reasonOnly, { reason: "" });
  return (
    <div className="grid gap-4">
      <p className="font-semibold">
        {count === 0
          ? `After ${asCount(days, "day")} nothing would go now.`
          : `After ${asCount(days, "day")} ${asCount(count, "row")} would go now. Nothing was changed.`}
      </p>
      <Facts
        list={[
          ...parts.map(({ part, count: rows }) => ({ label: part, value: asFigure(rows) })),
          ...(oldest ? [{ label: "The first is due since", value: asMinute(oldest) }] : []),
        ]}
      />
      {mayPropose ? (
        <DialogForm
          onHide={onHide}
          sheet={sheet}
          draft={`retention:${kind}`}
          submit={`Propose ${asCount(days, "day")}`}
          send={({ reason }, attempt) =>
            call(proposeRetention, { params: { kind }, body: { days, count, reason }, attempt })
          }
        >
          <TextArea {...sheet.field("reason")} hint="A second person reads it and decides" />
        </DialogForm>
      ) : (
        <div>
          <CloseButton onHide={onHide} />
        </div>
      )}
    </div>
  );
}
