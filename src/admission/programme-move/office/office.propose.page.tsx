import { useState } from "react";
import { ReferenceField } from "#console/form/form.field.part.page.tsx";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { SelectField } from "#kit/field/choice-fields.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { useNavigate } from "#kit/page/router.web.tsx";
import { programmeMoves, proposeForm, proposeMoves } from "../programme-move.contract.ts";

/** Proposes one programme for a list of applications that get none of their choices. */
export function ProposePage() {
  const sheet = useSheet(proposeForm, { codes: "", programme: "", days: "7 days", reason: "" });
  const [labels] = useState(() => new Map<string, string>());
  const navigate = useNavigate();
  return (
    <>
      <ConsoleHeading title="Offer another programme" />
      <div className="card max-w-xl px-5 py-4">
        <Form
          sheet={sheet}
          draft="programme-move-propose"
          submit="Propose"
          send={(body, attempt) => call(proposeMoves, { body, attempt })}
          done={() => navigate(`${programmeMoves.link}?state=Proposed`)}
        >
          <p>
            For applications that get none of their choices. Once a colleague approves it, each applicant has a mail and
            says yes or no by the day; until then the first choice stands. There is no second fee.
          </p>
          <TextArea {...sheet.field("codes")} hint="One or many, such as 2026/NCE/7GWR-4XQM, each on its line" />
          <ReferenceField {...sheet.field("programme")} noun="programme" labels={labels} />
          <SelectField {...sheet.field("days")} />
          <TextArea {...sheet.field("reason")} hint="The applicant reads exactly this" />
        </Form>
      </div>
    </>
  );
}
