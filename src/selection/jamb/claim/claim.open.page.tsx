import { call } from "#kit/call/call.web.ts";
import { CodeField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { openClaim } from "./claim.contract.ts";

/** New tries for somebody who has shown the JAMB slip at the desk. */
export function OpenClaim() {
  const sheet = useSheet(openClaim.body, { jamb: "" });
  return (
    <details className="card mt-6 px-5 py-3">
      <summary className="link cursor-pointer py-1">Give somebody new tries</summary>
      <p className="mt-2 mb-3 max-w-prose">
        After three wrong answers nobody can claim for a week. Look at the person's JAMB slip first.
      </p>
      <div className="max-w-md">
        <Form
          sheet={sheet}
          draft={null}
          send={(body, attempt) => call(openClaim, { body, attempt })}
          done={() => sheet.form.reset({ jamb: "" })}
          submit="Give new tries"
        >
          <CodeField {...sheet.field("jamb")} />
        </Form>
      </div>
    </details>
  );
}
