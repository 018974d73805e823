import { approverSentence } from "#access/proposal/proposal.rules.ts";
import { RecordField } from "#console/form/form.field.part.page.tsx";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { Guarded } from "#console/leaving/leaving.guard.part.page.tsx";
import type { Values } from "#console/record/record.contract.ts";
import { factsOf } from "#console/record/record.facts.rules.ts";
import { blankOf, type Typed, typedForm, wireOf } from "#console/record/record.rules.ts";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { useRead, useReread } from "#kit/call/read.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Link, useNavigate } from "#kit/page/router.web.tsx";
import { fields, type Sent } from "#kit/wire/endpoint.contract.ts";
import { apiKeys, proposeApiKey, proposedKey, readApiKeyTerms } from "./api-key.contract.ts";

const facts = factsOf(proposedKey);
const schema = typedForm(facts, fields(proposedKey) as never);
const noLabels = new Map<string, string>();

/** Proposes a key for a program of another system. */
export function ProposePage() {
  const read = useRead(readApiKeyTerms);
  return (
    <ReadRecord from={read} of={apiKeys}>
      {({ approvers }) => (
        <>
          <ConsoleHeading title="New API key">
            <Link to={apiKeys.link} className="button button-quiet">
              Back to the list
            </Link>
          </ConsoleHeading>
          <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
            <p className="text-soft">
              Two people agree to a key: you propose, and {approverSentence(approvers)}. Then its secret is made, and
              shown once. A key only reads.
            </p>
            <Proposal />
          </div>
        </>
      )}
    </ReadRecord>
  );
}

function Proposal() {
  const sheet = useSheet<Typed, Values>(schema, { ...blankOf(facts), perminute: "60" });
  const reread = useReread();
  const navigate = useNavigate();
  return (
    <section aria-label="What is proposed" className="card px-5 py-4">
      <Guarded form={sheet.form} title="New API key" />
      <Form
        sheet={sheet}
        draft="api-key"
        submit="Propose"
        send={(typed, attempt) =>
          call(proposeApiKey, { body: wireOf(facts, typed) as Sent<typeof proposeApiKey>, attempt })
        }
        done={async ({ _id }) => {
          sheet.form.reset(sheet.form.getValues());
          await reread();
          navigate(`${apiKeys.link}/${_id}`);
        }}
      >
        {facts.map((field) => (
          <RecordField key={field.name} field={field} sheet={sheet} labels={noLabels} />
        ))}
      </Form>
    </section>
  );
}
