import { useEffect, useRef, useState } from "react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { CodeField, PasswordField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { CardBones } from "#kit/look/states.web.tsx";
import { useNavigate } from "#kit/page/router.web.tsx";
import { Qr } from "#kit/paper/qr.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { readMe } from "../account/account.contract.ts";
import { beginSecondFactor, confirmSecondFactor } from "./second-factor.contract.ts";

/** `/staff/second-factor`: the password, the scan with a first code, and the recovery codes, one after the other. */
export function SecondFactorPage() {
  const me = useRead(readMe);
  return (
    <div className="max-w-prose">
      <ConsoleHeading title="Second factor" />
      <Read from={me} waiting={<CardBones />}>
        {({ secondFactor, mustEnrol }) => <Enrolment hasOne={secondFactor} due={mustEnrol} />}
      </Read>
    </div>
  );
}

function Enrolment({ hasOne, due }: { hasOne: boolean; due: boolean }) {
  const navigate = useNavigate();
  const reread = useReread();
  // What was so at the beginning: it is on before the recovery codes are kept.
  const [first] = useState({ hasOne, due });
  const [begun, setBegun] = useState<Begun | null>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);
  if (codes.length > 0) {
    const leave = async () => {
      await reread();
      navigate(first.due ? "/staff/dashboard" : "/staff/account", { replace: true });
    };
    return <RecoveryCodes codes={codes} onKept={() => void leave()} />;
  }
  if (begun) return <ScanCode begun={begun} onOn={setCodes} onBack={() => setBegun(null)} />;
  return <AskPassword {...first} onBegun={setBegun} />;
}

interface AskParts {
  readonly hasOne: boolean;
  /** The college asks for it. */
  readonly due: boolean;
  onBegun(begun: Begun): void;
}

/** Step 1: that it is the owner who sets it up. */
function AskPassword({ hasOne, due, onBegun }: AskParts) {
  const sheet = useSheet(beginSecondFactor.body, { password: "", code: "" });
  return (
    <div className="grid gap-5">
      {due && (
        <Alert look="info" title="Your college asks for a second factor">
          <p>Set it up now. The console opens afterwards.</p>
        </Alert>
      )}
      <p>
        {hasOne
          ? "Set up another phone here. The present one stops working once the new one has shown its first code."
          : "Besides your password, signing in will ask for a code that an app on your phone shows. Whoever learns your password cannot get in without the phone."}
      </p>
      <p className="text-soft">
        You need an authenticator app, such as Google Authenticator, Microsoft Authenticator or Aegis. It works without
        a connection.
      </p>
      <Form
        sheet={sheet}
        draft={null}
        send={(body, attempt) => call(beginSecondFactor, { body, attempt })}
        done={({ secret, uri }) => onBegun({ secret, uri })}
        submit="Continue"
      >
        <PasswordField {...sheet.field("password")} autoComplete="current-password" />
        {hasOne && (
          <CodeField
            {...sheet.field("code")}
            optional={false}
            autoComplete="one-time-code"
            hint="Six digits from the app that you use now, or one of your recovery codes"
          />
        )}
      </Form>
    </div>
  );
}

interface Begun {
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
function ScanCode({ begun, onOn, onBack }: ScanParts) {
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
          <p className="mt-2 font-semibold">
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

interface RecoveryParts {
  readonly codes: readonly string[];
  onKept(): void;
}

/** Step 3: what gets its owner in without the phone. Shown this once. */
function RecoveryCodes({ codes, onKept }: RecoveryParts) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid gap-5">
      <h2 ref={heading} tabIndex={-1} className="text-large">
        Your recovery codes
      </h2>
      <p>
        Without your phone, type one of these in the place of the code. Each works once. Print them, or write them down,
        and keep them where nobody else looks.
      </p>
      <ul className="card grid grid-cols-2 gap-x-6 gap-y-2 p-5" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code} className="font-semibold">
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="no-print grid gap-5">
        <Alert look="warn">They are not shown again. If you lose them, set up the second factor anew.</Alert>
        <div className="flex flex-col gap-3 sm:flex-row">
          <button type="button" className="button" onClick={onKept}>
            I have kept them
          </button>
          <button type="button" className="button button-quiet" onClick={() => void copyAll(codes)}>
            Copy
          </button>
          <button type="button" className="button button-quiet" onClick={() => print()}>
            Print
          </button>
        </div>
      </div>
    </div>
  );
}

async function copyAll(codes: readonly string[]): Promise<void> {
  // Absent on plain http, and refused by some browsers.
  const copying = navigator.clipboard?.writeText(codes.join("\n")) ?? Promise.reject(new Error("no clipboard"));
  await copying.then(
    () => toast("good", "The recovery codes are copied"),
    () => toast("warn", "This browser does not copy. Print the codes, or write them down"),
  );
}
