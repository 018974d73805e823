import { type ReactNode, useEffect } from "react";
import { Advice, Qualifying, useVerdictOn } from "#academics/eligibility/eligibility.advice.part.page.tsx";
import { isEntered } from "#academics/eligibility/eligibility.contract.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { listApplicationFeeItems } from "#fees/application-fee-item/application-fee-item.contract.ts";
import { listOpenProgrammes, type OpenProgramme } from "#fees/open-programme/open-programme.contract.ts";
import { CallFailure, call } from "#kit/call/call.web.ts";
import { Read, useCalmRead, useRead, useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { PickerField } from "#kit/field/picker.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { readBio } from "#profile/bio/bio.contract.ts";
import { generatePaymentReference } from "../payment-reference.contract.ts";
import { FeeTable } from "../payment-reference.part.page.tsx";

/** What applying to a programme asks for, drawn by who knows it. */
export type AskedLater = (programme: string) => ReactNode;

interface GenerateParts {
  /** The programme that the reader came for; empty for none. */
  readonly wished: string;
  readonly later: AskedLater;
  onHide(): void;
}

/** Chooses a programme, says what it asks for and what its application costs, and only then makes the reference. */
export function GeneratePaymentReference({ wished, later, onHide }: GenerateParts) {
  const bio = useCalmRead(readBio);
  const programmes = useCalmRead(listOpenProgrammes);
  return (
    <Dialog title="Generate payment reference" onHide={onHide}>
      <Read from={bio} waiting={<div className="bone h-24" />}>
        {(saved) =>
          "firstname" in saved ? (
            <Read from={programmes} waiting={<div className="bone h-24" />}>
              {(list) => <ProgrammeForm list={list} wished={wished} later={later} onHide={onHide} />}
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

function ProgrammeForm({ list, wished, later, onHide }: GenerateParts & { list: readonly OpenProgramme[] }) {
  const reread = useReread();
  const known = list.some(({ _id }) => _id === wished);
  const sheet = useSheet(generatePaymentReference.body, { programme: known ? wished : "", know: false });
  const programme = sheet.form.watch("programme");
  const verdict = useVerdictOn(programme);
  const unfit = verdict ? !isEntered(verdict.standing) : false;
  // What the button says is a part of what is sent: another verdict is another attempt.
  useEffect(() => sheet.form.setValue("know", unfit), [sheet.form, unfit]);
  const choose = (_id: string) =>
    sheet.form.setValue("programme", _id, { shouldValidate: true, shouldTouch: true, shouldDirty: true });
  return (
    <Form
      sheet={sheet}
      draft={known ? null : "payment"}
      send={({ programme, know }, attempt) => {
        if (verdict === undefined) throw new CallFailure(WAIT, 0);
        return call(generatePaymentReference, { body: { programme, ...(know && { know }) }, attempt });
      }}
      done={() => {
        onHide();
        return reread();
      }}
      submit={programme && verdict === undefined ? "Please wait..." : unfit ? "I know, go on" : "Generate reference"}
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
      {wished && !known && !programme && (
        <Alert look="warn">
          <p>The programme that you came for does not take applications at the moment. Please choose another one.</p>
        </Alert>
      )}
      <div className="grid gap-3 empty:hidden">
        {programme && <Advice programme={programme} />}
        <Qualifying chosen={programme} onChoose={choose} />
      </div>
      {programme && <div key={`later ${programme}`}>{later(programme)}</div>}
      {programme && <FeeItems key={programme} programme={programme} />}
    </Form>
  );
}

const WAIT = "Your results are still being held against what this programme asks for. Please press again in a moment";

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
      {(list) => <FeeTable items={list} />}
    </Read>
  );
}
