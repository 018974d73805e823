import { Read, useRead } from "#kit/call/read.web.tsx";
import { CardBones } from "#kit/look/states.web.tsx";
import { listRequirements } from "../requirement/requirement.contract.ts";
import { DocumentUpload } from "./application.document.page.tsx";
import { BackButton } from "./application.mode.page.tsx";

/** The papers that the programme asks for, each with its state; the way goes on when none that is required is missing. */
export function Documents({ programme, back, next }: { programme: string; back(): void; next(): void }) {
  const requirements = useRead(listRequirements, { programmeId: programme });
  return (
    <Read from={requirements} waiting={<CardBones />}>
      {({ list, continue: missing }) => (
        <div className="grid gap-5">
          <p className="text-soft">
            A photo or scan (JPEG or PNG), or a PDF, at most 2 MB each. Large photos are made smaller on your phone
            first.
          </p>
          <ul className="grid gap-3">
            {list.map((one) => (
              <DocumentUpload key={one._id} requirement={one} />
            ))}
          </ul>
          <p role="status" className={missing === 0 ? "sr-only" : "font-semibold"}>
            {missing === 0
              ? "Every required document is here"
              : `Still to upload: ${missing} required ${missing === 1 ? "document" : "documents"}`}
          </p>
          <div className="flex flex-col gap-3 sm:flex-row">
            {missing === 0 && (
              <button type="button" className="button" onClick={next}>
                Continue
              </button>
            )}
            <BackButton back={back} />
          </div>
        </div>
      )}
    </Read>
  );
}
