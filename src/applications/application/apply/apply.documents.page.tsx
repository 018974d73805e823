import { call } from "#kit/call/call.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { CardBones } from "#kit/look/states.web.tsx";
import { DocumentDeeds, SendingNews, useDocument } from "#profile/upload/upload.document.part.page.tsx";
import { listRequirements, type RequirementView, uploadRequirement } from "../../requirement/requirement.contract.ts";
import { BackButton } from "./apply.mode.page.tsx";

/** The papers that the programme asks for, each with its state; the way goes on when none that is required is missing. */
export function DocumentsStep({ programme, back, next }: { programme: string; back(): void; next(): void }) {
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

/** One required or optional paper: red until it is there, then green, with its word and a way to replace it. */
function DocumentUpload({ requirement }: { requirement: RequirementView }) {
  const { _id, label: name, upload, required, file } = requirement;
  const sending = useDocument(_id, (uri, attempt) =>
    call(uploadRequirement, { body: { requirement: _id, uri }, attempt }),
  );
  const edge = upload ? "border-good" : required ? "border-bad" : "border-edge";
  return (
    <li className={`grid gap-2 rounded-card border-2 p-3 sm:p-4 ${edge}`}>
      <p className="font-semibold">
        {name} {!required && <span className="font-normal text-soft">(optional)</span>}
      </p>
      <SendingNews of={sending} />
      <DocumentDeeds
        of={sending}
        name={name}
        state={<StateBadge upload={upload} required={required} />}
        isThere={Boolean(upload)}
        link={file?.link}
      />
    </li>
  );
}

function StateBadge({ upload, required }: Pick<RequirementView, "upload" | "required">) {
  if (upload) return <WordBadge look="good" word="Uploaded" />;
  return required ? <WordBadge look="plain" word="To upload" /> : <WordBadge look="plain" word="Optional" />;
}
