import { programmeTitle } from "#college/programme/programme.contract.ts";
import { listApplicationFeeItems } from "#fees/application-fee-item/application-fee-item.contract.ts";
import { listOpenProgrammes, type OpenProgramme } from "#fees/open-programme/open-programme.contract.ts";
import { Alert } from "#kit/alert.web.tsx";
import { call } from "#kit/call.web.ts";
import { CloseButton, Dialog } from "#kit/dialog.web.tsx";
import { Form } from "#kit/form.web.tsx";
import { asNaira } from "#kit/money.contract.ts";
import { PickerField } from "#kit/picker.web.tsx";
import { Read, useCalmRead, useRead, useReread } from "#kit/read.web.tsx";
import { Link } from "#kit/router.web.tsx";
import { useSheet } from "#kit/sheet.web.ts";
import { readBio } from "#profile/bio/bio.contract.ts";
import { generatePaymentReference } from "./payment-reference.contract.ts";

/** Chooses a programme, shows what its application costs, and only then makes the reference. */
export function GeneratePaymentReference({ onHide }: { onHide(): void }) {
  const bio = useCalmRead(readBio);
  const programmes = useCalmRead(listOpenProgrammes);
  return (
    <Dialog title="Generate payment reference" onHide={onHide}>
      <Read from={bio} waiting={<div className="bone h-24" />}>
        {(saved) =>
          "firstname" in saved ? (
            <Read from={programmes} waiting={<div className="bone h-24" />}>
              {(list) => <ProgrammeForm list={list} onHide={onHide} />}
            </Read>
          ) : (
            <Alert look="warn" title="Your bio data come first">
              <p>Sorry, system could not detect firstname of applicant. The reference is made in your name.</p>
              <Link to="/app/bio" className="button mt-3">
                Fill in your bio data
              </Link>
            </Alert>
          )
        }
      </Read>
    </Dialog>
  );
}

function ProgrammeForm({ list, onHide }: { list: readonly OpenProgramme[]; onHide(): void }) {
  const reread = useReread();
  const sheet = useSheet(generatePaymentReference.body, { programme: "" });
  const programme = sheet.form.watch("programme");
  return (
    <Form
      sheet={sheet}
      send={({ programme }, attempt) => call(generatePaymentReference, { body: { programme }, attempt })}
      done={() => {
        onHide();
        return reread();
      }}
      submit="Generate reference"
      beside={<CloseButton onHide={onHide} />}
    >
      <PickerField
        {...sheet.field("programme")}
        hint={`Type a part of its name. ${list.length} programmes take applications`}
        choices={list.map(({ _id, name, award, college }) => ({
          value: _id,
          label: programmeTitle({ award, name }),
          detail: college,
        }))}
      />
      {programme && <FeeItems key={programme} programme={programme} />}
    </Form>
  );
}

function FeeItems({ programme }: { programme: string }) {
  const items = useRead(listApplicationFeeItems, { programmeId: programme });
  if (items.error) {
    return (
      <Alert look="bad" title="Error encountered">
        <p>{items.error.message}</p>
      </Alert>
    );
  }
  return (
    <Read from={items} waiting={<div className="bone h-32" />}>
      {(list) => (
        <table className="w-full tabular-nums">
          <caption className="pb-1 text-left font-semibold">What you pay for</caption>
          <tbody>
            {list.map(({ _id, name, amount }) => (
              <tr key={_id} className="border-line border-b">
                <th scope="row" className="py-2 text-left font-normal">
                  {name}
                </th>
                <td className="py-2 text-right">{asNaira(amount)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="font-semibold text-large">
              <th scope="row" className="py-2 text-left">
                Total
              </th>
              <td className="py-2 text-right">{asNaira(list.reduce((sum, { amount }) => sum + amount, 0))}</td>
            </tr>
          </tfoot>
        </table>
      )}
    </Read>
  );
}
