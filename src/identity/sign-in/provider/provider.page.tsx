import { useEffect, useState } from "react";
import { callUnsigned } from "#kit/call/call.web.ts";
import type { Sheet } from "#kit/form/sheet.web.ts";
import { toast } from "#kit/toast/toast.web.tsx";
import { leaveForProvider } from "../sign-in.errand.part.page.tsx";
import { askIdentityProvider, PROVIDER_DOOR, providerName } from "./provider.contract.ts";

export interface ProviderParts {
  readonly sheet: Sheet<{ emailaddress: string; password: string; shared?: boolean | undefined }>;
}

/** The way in by another account, if the college offers one. Contract 3.20. */
export function ProviderPart({ sheet }: ProviderParts) {
  const [issuer, setIssuer] = useState<string>();
  useEffect(() => {
    callUnsigned(askIdentityProvider).then(
      (provider) => setIssuer("issuer" in provider ? provider.issuer : undefined),
      () => undefined, // Without an answer there is no button, and the page does without.
    );
  }, []);
  return issuer && <ProviderButton name={providerName(issuer)} shared={sheet.form.watch("shared") ?? false} />;
}

function ProviderButton({ name, shared }: { name: string; shared: boolean }) {
  const isGoogle = name === "Google";
  return (
    <div className="mt-6">
      <p aria-hidden className="mb-6 flex items-center gap-4 text-small text-soft">
        <span className="h-px grow bg-line" />
        or
        <span className="h-px grow bg-line" />
      </p>
      <button
        type="button"
        className="button button-quiet w-full"
        onClick={() => {
          if (!leaveForProvider(PROVIDER_DOOR, shared)) toast("warn", FORBIDDEN);
        }}
      >
        {isGoogle && <GoogleMark />}
        Continue with {isGoogle ? name : `your ${name} account`}
      </button>
      {shared && (
        <p role="status" className="mt-2 text-small text-soft">
          {name} keeps you signed in on this device until you sign out there too.
        </p>
      )}
    </div>
  );
}

const FORBIDDEN =
  "Your browser forbids this page to remember anything, which this way in needs. Sign in with your email address and password";

/** As Google asks for it to be shown. */
function GoogleMark() {
  return (
    <svg viewBox="0 0 48 48" aria-hidden className="size-5 shrink-0">
      <path
        fill="#EA4335"
        d="M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.22l7.98 6.19C12.43 13.72 17.74 9.5 24 9.5z"
      />
      <path
        fill="#4285F4"
        d="M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 6c4.51-4.18 7.09-10.36 7.09-17.65z"
      />
      <path
        fill="#FBBC05"
        d="M10.53 28.59c-.48-1.45-.76-2.99-.76-4.59s.27-3.14.76-4.59l-7.98-6.19C.92 16.46 0 20.12 0 24c0 3.88.92 7.54 2.56 10.78l7.97-6.19z"
      />
      <path
        fill="#34A853"
        d="M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91l-7.98 6.19C6.51 42.62 14.62 48 24 48z"
      />
    </svg>
  );
}
