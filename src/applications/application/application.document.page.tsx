import { call } from "#kit/call/call.web.ts";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { ChooseDocument, SendingNews, SendingShare, useDocument } from "#profile/upload/upload.document.part.page.tsx";
import { type Requirement, uploadRequirement } from "../requirement/requirement.contract.ts";

/** One required or optional paper: red until it is there, then green, with its word and a way to replace it. */
export function DocumentUpload({ requirement }: { requirement: Requirement }) {
  const { _id, label, upload, required, file } = requirement;
  const sending = useDocument((uri, attempt) => call(uploadRequirement, { body: { requirement: _id, uri }, attempt }));
  const edge = upload ? "border-good" : required ? "border-bad" : "border-edge";
  return (
    <li className={`grid gap-2 rounded-card border-2 p-3 sm:p-4 ${edge}`}>
      <p className="font-semibold">
        {label} {!required && <span className="font-normal text-soft">(optional)</span>}
      </p>
      <SendingNews of={sending} />
      {sending.share === null ? (
        <div className="flex flex-wrap items-center gap-2">
          <StateBadge upload={upload} required={required} />
          <ChooseDocument of={sending} word={upload ? "Replace" : "Choose file"} label={label} />
          {file && (
            <a href={file.link} target="_blank" rel="noreferrer" className="link inline-flex min-h-11 items-center">
              View<span className="sr-only"> {label} (opens in a new tab)</span>
            </a>
          )}
        </div>
      ) : (
        <SendingShare share={sending.share} label={label} />
      )}
    </li>
  );
}

function StateBadge({ upload, required }: Pick<Requirement, "upload" | "required">) {
  if (upload) return <WordBadge look="good" word="Uploaded" />;
  return required ? <WordBadge look="plain" word="To upload" /> : <WordBadge look="plain" word="Optional" />;
}
