import { useEffect, useRef } from "react";
import { call } from "#kit/call/call.web.ts";
import { CodeField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Qr } from "#kit/paper/qr.web.tsx";
import { confirmSecondFactor } from "./second-factor.contract.ts";

export interface Begun {
  /** In base32. */
  readonly secret: string;
  readonly uri: string;
}

interface ScanParts {
  readonly begun: Begun;
  onOn(recoverycodes: readonly string[]): void;
  onBack(): void;
}

/** Step 2: the app learns the secret and shows its first code. */
export function ScanCode({ begun, onOn, onBack }: ScanParts) {
  const sheet = useSheet(confirmSecondFactor.body, { code: "" });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid gap-5">
      <h2 ref={heading} tabIndex={-1} className="text-large">
        Scan this with your authenticator app
      </h2>
      <div className="flex flex-wrap items-start gap-6">
        <Qr text={begun.uri} label="The secret of your second factor, for an authenticator app" className="size-56" />
        <div className="min-w-56 grow basis-56">
          <p className="text-small text-soft">Cannot scan? Type this into the app:</p>
          <p className="mt-2 font-semibold leading-loose">
            {(begun.secret.match(/.{1,4}/g) ?? []).map((four, at) => (
              // The same four may come twice; their place does not change.
              // biome-ignore lint/suspicious/noArrayIndexKey: a fixed text in its pieces
              <code key={at} className="mr-3 inline-block">
                {four}
              </code>
            ))}
          </p>
          <p className="mt-2">
            <a href={begun.uri} className="link inline-block py-2.5">
              Open in the app on this device
            </a>
          </p>
        </div>
      </div>
      <Form
        sheet={sheet}
        draft={null}
        send={(body, attempt) => call(confirmSecondFactor, { body, attempt })}
        done={({ recoverycodes }) => onOn(recoverycodes)}
        submit="Turn on"
        beside={
          <button type="button" className="button button-quiet" onClick={onBack}>
            Back
          </button>
        }
      >
        <CodeField
          {...sheet.field("code")}
          autoComplete="one-time-code"
          hint="The six digits that the app shows now for this account"
        />
      </Form>
    </div>
  );
}
