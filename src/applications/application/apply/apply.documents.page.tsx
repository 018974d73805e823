import { call } from "#kit/call/call.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { CardBones } from "#kit/look/states.web.tsx";
import { ChooseDocument, SendingNews, SendingShare, useDocument } from "#profile/upload/upload.document.part.page.tsx";
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
      {sending.share === null ? (
        <div className="flex flex-wrap items-center gap-2">
          <StateBadge upload={upload} required={required} />
          <ChooseDocument of={sending} word={upload ? "Replace" : "Choose file"} name={name} />
          {file && (
            <a href={file.link} target="_blank" rel="noreferrer" className="link inline-flex min-h-11 items-center">
              View<span className="sr-only"> {name} (opens in a new tab)</span>
            </a>
          )}
        </div>
      ) : (
        <SendingShare share={sending.share} name={name} />
      )}
    </li>
  );
}

function StateBadge({ upload, required }: Pick<RequirementView, "upload" | "required">) {
  if (upload) return <WordBadge look="good" word="Uploaded" />;
  return required ? <WordBadge look="plain" word="To upload" /> : <WordBadge look="plain" word="Optional" />;
}
