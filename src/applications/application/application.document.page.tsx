import { useId, useRef, useState } from "react";
import { newAttempt } from "#kit/attempt.web.ts";
import { WordBadge } from "#kit/badge.web.tsx";
import { call } from "#kit/call.web.ts";
import { sendFile, shrunk } from "#kit/file.web.ts";
import { useReread } from "#kit/read.web.tsx";
import { acceptedTypes, fileTrouble, uploadFile, uploadSentences } from "#profile/upload/upload.contract.ts";
import { type Requirement, uploadRequirement } from "../requirement/requirement.contract.ts";

// Sharp enough to read a printed A4 sheet, and some 300 kB as a JPEG.
const LONGEST_SIDE = 2000;

/** One required or optional paper: red until it is there, then green, with its word and a way to replace it. */
export function DocumentUpload({ requirement }: { requirement: Requirement }) {
  const { label, upload, required, file } = requirement;
  const { share, trouble, news, send, again } = useUpload(requirement);
  const input = useId();
  const edge = upload ? "border-good" : required ? "border-bad" : "border-edge";
  return (
    <li className={`grid gap-2 rounded-card border-2 p-3 sm:p-4 ${edge}`}>
      <p id={`${input}-label`} className="font-semibold">
        {label} {!required && <span className="font-normal text-soft">(optional)</span>}
      </p>
      <p role="status" className="sr-only">
        {share === null ? news : "Uploading..."}
      </p>
      {trouble && (
        <p role="alert" className="font-semibold text-bad text-small">
          {trouble}
        </p>
      )}
      {share === null ? (
        <div className="flex flex-wrap items-center gap-2">
          <StateBadge upload={upload} required={required} />
          <label
            htmlFor={input}
            className="button button-quiet focus-within:outline-(--focus) focus-within:outline-3 focus-within:outline-offset-2"
          >
            {upload ? "Replace" : "Choose file"}
            <span className="sr-only"> for {label}</span>
            <input
              id={input}
              type="file"
              accept={acceptedTypes.document.join(",")}
              className="sr-only"
              onChange={({ target }) => {
                void send(target.files?.[0] ?? null);
                target.value = "";
              }}
            />
          </label>
          {again && (
            <button type="button" className="button button-quiet" onClick={again}>
              Try again
            </button>
          )}
          {file && (
            <a href={file.link} target="_blank" rel="noreferrer" className="link inline-flex min-h-11 items-center">
              View<span className="sr-only"> {label} (opens in a new tab)</span>
            </a>
          )}
        </div>
      ) : (
        <div>
          <p aria-hidden className="text-small text-soft">
            Uploading...
          </p>
          <progress aria-labelledby={`${input}-label`} value={share} max={1} className="h-3 w-full accent-brand" />
        </div>
      )}
    </li>
  );
}

function StateBadge({ upload, required }: Pick<Requirement, "upload" | "required">) {
  if (upload) return <WordBadge look="good" word="Uploaded" />;
  return required ? <WordBadge look="bad" word="Missing" /> : <WordBadge look="plain" word="Optional" />;
}

/** Sends a file and puts it in the requirement's place. A file that did not arrive is kept for another try. */
function useUpload({ _id }: Requirement) {
  const reread = useReread();
  const [share, setShare] = useState<number | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [news, setNews] = useState("");
  const last = useRef<File | null>(null);

  async function send(file: File | null): Promise<void> {
    if (!file) return;
    last.current = null;
    setTrouble(null);
    setShare(0);
    try {
      const small = await shrunk(file, LONGEST_SIDE);
      const wrong = fileTrouble("document", small);
      if (wrong) return setTrouble(wrong);
      last.current = file;
      const { photo } = await sendFile(uploadFile, "document", small, setShare);
      const body = { requirement: _id, uri: photo.newname };
      const { message } = await call(uploadRequirement, { body, attempt: newAttempt() });
      last.current = null;
      setNews(message);
      await reread();
    } catch (failure) {
      setTrouble(failure instanceof Error ? failure.message : uploadSentences.nothing);
    } finally {
      setShare(null);
    }
  }
  const { current: kept } = last;
  return { share, trouble, news, send, again: trouble && kept ? () => void send(kept) : null };
}
