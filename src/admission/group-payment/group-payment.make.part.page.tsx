import { useWatch } from "react-hook-form";
import { waivedFees } from "#bursary/fee-waiver/fee-waiver.rules.ts";
import { SendSeen } from "#console/confirm/confirm.seen.part.page.tsx";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { LeftOut } from "#console/import/import.left-out.part.page.tsx";
import { Guarded } from "#console/leaving/leaving.guard.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { call, newAttempt, sentenceOf } from "#kit/call/call.web.ts";
import { useRead } from "#kit/call/read.web.tsx";
import { SelectFrom } from "#kit/field/choice-fields.web.tsx";
import { EmailField, PhoneField, TextArea, TextField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSeen } from "#kit/form/seen.web.ts";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import { fields, type Replied, type Sent } from "#kit/wire/endpoint.contract.ts";
import {
  checkGroupPayment,
  groupPayments,
  makeGroupPayment,
  makeGroupReference,
  readGroupTerms,
} from "./group-payment.contract.ts";

const { total: _total, ...entries } = makeGroupPayment.body.entries;
const schema = fields(entries);

/** Takes down a list and who pays for it, once its author has seen whom it names and what that comes to. */
export function NewListPage() {
  const read = useRead(readGroupTerms);
  return (
    <ReadRecord from={read} of={groupPayments}>
      {({ session }) => (
        <>
          <ConsoleHeading title="New payment for a list">
            <Link to={groupPayments.link} className="button button-quiet">
              Back to the list
            </Link>
          </ConsoleHeading>
          <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
            {session === null ? (
              <Alert look="info" title="No session takes applications">
                <p>Fees are paid for the session that admits.</p>
              </Alert>
            ) : (
              <>
                <p className="text-soft">
                  For {session}. The payer gets one reference over the sum. Once it is paid, each applicant asks for a
                  payment reference and has it paid at once.
                </p>
                <NewList />
              </>
            )}
          </div>
        </>
      )}
    </ReadRecord>
  );
}

interface Seen {
  readonly body: Omit<Sent<typeof makeGroupPayment>, "total">;
  readonly told: Replied<typeof checkGroupPayment>;
}

function NewList() {
  const sheet = useSheet(schema, { payername: "", payeremail: "", payerphone: "", purpose: "", applicants: "" });
  const { form } = sheet;
  const [seen, setSeen] = useSeen<Seen>(form);
  const purpose = useWatch({ control: form.control, name: "purpose" });
  return (
    <>
      <section aria-label="Who pays for whom" className="card px-5 py-4">
        <Guarded form={form} title="New payment for a list" />
        <Form
          sheet={sheet}
          draft="group-payment"
          submit="Show what each costs"
          silent
          send={async (body) => {
            const { purpose: fee, applicants } = body;
            return { message: "", body, told: await call(checkGroupPayment, { body: { purpose: fee, applicants } }) };
          }}
          done={setSeen}
        >
          <TextField
            {...sheet.field("payername")}
            hint="The school, ministry or person who pays. It stands on the receipt"
          />
          <EmailField
            {...sheet.field("payeremail")}
            autoComplete="off"
            hint="The reference and the receipt are sent there"
          />
          <PhoneField
            {...sheet.field("payerphone")}
            autoComplete="off"
            hint="With its last four digits the payer sees where the payment stands"
          />
          <SelectFrom
            {...sheet.field("purpose")}
            choices={Object.entries(waivedFees).map(([value, label]) => ({ value, label }))}
          />
          <TextArea
            {...sheet.field("applicants")}
            hint={
              purpose === "acceptance"
                ? "One to a line: the JAMB number or the application code. The open offer says what is paid"
                : "One to a line: the JAMB number or the application code, a comma, and the programme's code. Two columns of a table can be pasted"
            }
          />
        </Form>
      </section>
      {seen && <Effect seen={seen} onMade={() => form.reset(form.getValues())} />}
    </>
  );
}

function Effect({ seen: { body, told }, onMade }: { seen: Seen; onMade(): void }) {
  const { listed, leftOut, total } = told;
  return (
    <section aria-label="What each costs" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p role="status">
        <strong>
          {listed.length === 0
            ? "Nobody would be paid for"
            : `${asCount(listed.length, "applicant")}, ${asNaira(total)} in all`}
        </strong>
        .{leftOut.length > 0 && ` ${asCount(leftOut.length, "line")} left out.`}
      </p>
      <LeftOut lines={leftOut} />
      {listed.length > 0 && (
        <ul className="card px-5 py-3">
          {listed.map(({ applicant, name, jamb, programme, amount }) => (
            <li key={applicant} className="flex justify-between gap-x-4 border-line border-b py-1.5 last:border-b-0">
              <span className="min-w-0">
                {name}, <span className="figures">{jamb}</span>
                <span className="block text-small text-soft">{programme}</span>
              </span>
              <span className="figures whitespace-nowrap">{asNaira(amount)}</span>
            </li>
          ))}
        </ul>
      )}
      {listed.length > 0 && (
        <SendSeen
          submit={`Make the reference over ${asNaira(total)}`}
          of={groupPayments}
          send={async (attempt) => {
            const made = await call(makeGroupPayment, { body: { ...body, total }, attempt });
            onMade();
            // The list is kept; without an answer of the provider its page asks again.
            await call(makeGroupReference, { params: { id: made._id }, attempt: newAttempt() }).then(
              ({ message }) => toast("good", message),
              (failure) => toast("bad", sentenceOf(failure)),
            );
            return made;
          }}
        />
      )}
    </section>
  );
}
