import { useId, useState } from "react";
import { filled } from "#kit/call/address.web.ts";
import { call, newAttempt, sentenceOf } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { Dialog } from "#kit/dialog/dialog.web.tsx";
import { sendFile } from "#kit/form/file.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { Progress } from "#kit/look/states.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import type { ShownSheet } from "../score-sheet.contract.ts";
import { inWords } from "../score-sheet.rules.ts";
import { applyWorkbook, checkWorkbook, readWorkbook } from "./workbook.contract.ts";

type Seen = Replied<typeof checkWorkbook>;

interface DeedParts {
  readonly sheet: Pick<ShownSheet, "_id" | "code">;
  /** Nobody types: the workbook is to look at. */
  readonly still: boolean;
  onApplied(): void;
}

/** The sheet as a spreadsheet, out and in. */
export function WorkbookDeeds({ sheet, still, onApplied }: DeedParts) {
  const [shown, setShown] = useState(false);
  return (
    <>
      <a href={`/api${filled(readWorkbook.path, { id: sheet._id })}`} download className="button button-quiet">
        Download as a spreadsheet
      </a>
      {!still && (
        <button type="button" className="button button-quiet" onClick={() => setShown(true)}>
          Bring in the spreadsheet
        </button>
      )}
      {shown && <BringDialog sheet={sheet} onHide={() => setShown(false)} onApplied={onApplied} />}
    </>
  );
}

function BringDialog({ sheet, onHide, onApplied }: Omit<DeedParts, "still"> & { onHide(): void }) {
  const id = useId();
  const reread = useReread();
  const [seen, setSeen] = useState<(Seen & { readonly attempt: string }) | null>(null);
  const [refused, setRefused] = useState("");
  const [share, setShare] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);

  const check = async (file: File | undefined) => {
    setSeen(null);
    setRefused("");
    if (!file) return;
    setShare(0);
    try {
      const path = filled(checkWorkbook.path, { id: sheet._id });
      const answer = (await sendFile({ ...checkWorkbook, path }, "file", file, setShare)) as Seen;
      setSeen({ ...answer, attempt: newAttempt() });
    } catch (failure) {
      setRefused(sentenceOf(failure));
    }
    setShare(null);
  };
  const apply = async () => {
    if (!seen?.seal) return;
    setBusy(true);
    setRefused("");
    const rows = seen.differences.map(({ student, becomes, version }) => ({ student, ...becomes, version }));
    try {
      const body = { rows, seal: seen.seal };
      const { message } = await call(applyWorkbook, { params: { id: sheet._id }, body, attempt: seen.attempt });
      toast("good", message);
      await reread();
      onApplied();
      onHide();
    } catch (failure) {
      setSeen(null);
      setRefused(sentenceOf(failure));
      setBusy(false);
    }
  };
  return (
    <Dialog title={`Marks of ${sheet.code} from a spreadsheet`} onHide={onHide}>
      <div className="grid gap-4">
        <p>
          Download the spreadsheet, type the marks into it, and choose it here. You see what it changes before anything
          counts.
        </p>
        <div className="min-w-0">
          <label htmlFor={id} className="mb-1 block font-semibold">
            Filled spreadsheet (.xlsx)
          </label>
          <input
            id={id}
            type="file"
            accept=".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            className="control w-full max-w-xl"
            // The same file, mended, is chosen anew.
            onClick={({ currentTarget }) => {
              currentTarget.value = "";
            }}
            onChange={({ target }) => void check(target.files?.[0])}
          />
        </div>
        {share !== null && <Progress label="Sending the file" value={share} most={1} />}
        {refused && <Alert look="bad">{refused}</Alert>}
        {seen && <SeenDifferences of={seen} />}
        {seen?.seal && (
          <button type="button" className="button justify-self-start" disabled={busy} onClick={() => void apply()}>
            {busy ? "Please wait..." : `Apply ${asCount(seen.differences.length, "mark")}`}
          </button>
        )}
      </div>
    </Dialog>
  );
}

function SeenDifferences({ of: { differences, wrong, left, newer } }: { of: Seen }) {
  const since = differences.filter((one) => one.since !== null).length;
  return (
    <div className="grid gap-3" role="status">
      {wrong.length > 0 && (
        <Alert look="bad" title={`${asCount(wrong.length, "row is", "rows are")} not right, so nothing is applied yet`}>
          <ul>
            {wrong.slice(0, 50).map(({ row, sentence }) => (
              <li key={row}>
                Row {row}, {sentence}
              </li>
            ))}
          </ul>
          {wrong.length > 50 && <p>And {wrong.length - 50} more.</p>}
        </Alert>
      )}
      {newer > 0 && (
        <Alert look="info">
          {asCount(newer, "mark was", "marks were")} typed here since the download. The spreadsheet leaves{" "}
          {newer === 1 ? "it" : "them"} as {newer === 1 ? "it was" : "they were"}, so{" "}
          {newer === 1 ? "it stays" : "they stay"}.
        </Alert>
      )}
      {since > 0 && (
        <Alert look="warn">
          {asCount(since, "mark was", "marks were")} changed in the spreadsheet and here since the download. Look at
          {since === 1 ? " it" : " them"} below.
        </Alert>
      )}
      {left.length > 0 && <Alert look="info">{left.join(". ")}.</Alert>}
      {differences.length === 0 && wrong.length === 0 ? (
        <Alert look="info">Nothing differs from what is saved.</Alert>
      ) : (
        <>
          <p className="font-semibold">{asCount(differences.length, "mark changes", "marks change")}</p>
          <ul className="max-h-96 overflow-y-auto">
            {differences.map((one) => (
              <li
                key={one.student}
                className="grid gap-x-3 border-line border-b py-1.5 last:border-b-0 sm:grid-cols-[10rem_minmax(0,1fr)_auto]"
              >
                <span className="figures text-small text-soft">{one.matric}</span>
                <span>{one.name}</span>
                <span className="figures">
                  {inWords(one.was)} <span aria-hidden>→</span>
                  <span className="sr-only">becomes</span> <strong>{inWords(one.becomes)}</strong>
                </span>
                {one.since && (
                  <span className="col-span-full text-small text-warn">
                    {one.since.by} typed {inWords(one.was)} since the download, {asMinute(one.since.at)}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
