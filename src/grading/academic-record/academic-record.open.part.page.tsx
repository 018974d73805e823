import type { Choice, Row } from "#console/record/record.contract.ts";
import { useGiven } from "#console/rights/rights.given.part.page.tsx";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Dialog } from "#kit/dialog/dialog.web.tsx";
import { CardBones } from "#kit/look/states.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { readAcademicRecord } from "./academic-record.contract.ts";
import { recordReaders } from "./academic-record.rules.ts";
import { RecordSums } from "./academic-record.sums.part.page.tsx";

/** Opens what each published average of a student is the sum of; not there for whoever reads no records. */
export function SumsOf({ student, name }: { readonly student: string; readonly name: string }) {
  const { places } = useGiven();
  const { shown, show, hide } = useShown();
  if (!recordReaders.some((page) => places.has(`/staff/${page}`))) return null;
  return (
    <>
      <button type="button" className="link cursor-pointer py-1 text-small" onClick={show}>
        The sums<span className="sr-only"> of {name}</span>
      </button>
      {shown && (
        <Dialog title={`Sums of ${name}`} onHide={hide}>
          <Sums student={student} />
        </Dialog>
      )}
    </>
  );
}

/** The same for a record that names a student. */
export const SumsOfRow = ({ row: { student, name } }: { readonly row: Row }) => (
  <SumsOf student={(student as Choice)._id} name={String(name)} />
);

function Sums({ student }: { readonly student: string }) {
  const read = useRead(readAcademicRecord, { student });
  return (
    <Read from={read} waiting={<CardBones />}>
      {(of) => <RecordSums of={of} />}
    </Read>
  );
}
