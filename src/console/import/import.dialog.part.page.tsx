import { useId, useState } from "react";
import { Alert } from "#kit/alert.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog.web.tsx";
import type { AnyEndpoint } from "#kit/endpoint.contract.ts";
import { sendFile } from "#kit/file.web.ts";
import { useReread } from "#kit/read.web.tsx";
import { Progress } from "#kit/states.web.tsx";
import { toast } from "#kit/toast.web.tsx";
import type { Field } from "../record/record.facts.contract.ts";
import { TableFileField } from "../table-file/table-file.field.part.page.tsx";
import { type Imported, ImportReport } from "./import.report.part.page.tsx";
import { templateOf } from "./import.template.contract.ts";

interface ImportParts {
  readonly of: { readonly noun: string; readonly one: string; readonly many: string; readonly facts: readonly Field[] };
  readonly call: AnyEndpoint;
  onHide(): void;
}

/** Records from a file. It is checked first; nothing happens before its reader has seen what would. */
export function ImportDialog({ of, call, onHide }: ImportParts) {
  const id = useId();
  const reread = useReread();
  const [file, setFile] = useState<File | null>(null);
  const [report, setReport] = useState<Imported | null>(null);
  const [refused, setRefused] = useState("");
  const [share, setShare] = useState<number | null>(null);
  const many = of.many.toLowerCase();

  const send = async (query: string): Promise<Imported | null> => {
    if (!file) return null;
    setRefused("");
    setShare(0);
    try {
      return (await sendFile({ ...call, path: call.path + query }, "file", file, setShare)) as Imported;
    } catch (failure) {
      setRefused(failure instanceof Error ? failure.message : String(failure));
      return null;
    } finally {
      setShare(null);
    }
  };
  const check = async () => setReport(await send("?check=1"));
  const bring = async () => {
    const done = await send("");
    // Somebody may have saved something since the check: then the rows are told again.
    if (!done || done.wrong.length > 0) return setReport(done);
    toast("good", done.message);
    onHide();
    await reread();
  };
  const count = report ? report.added + report.changed : 0;
  const isReady = report !== null && report.wrong.length === 0 && count > 0;
  return (
    <Dialog title={`Import ${many}`} onHide={onHide}>
      <div className="grid gap-4">
        <p>
          A CSV or Excel file with a heading above each column. Rows that are there already are changed, others are
          added; nothing is deleted.{" "}
          <a href={templateOf(of.facts)} download={`${of.noun}-template.csv`} className="link">
            Download an empty file with the headings
          </a>
        </p>
        <TableFileField
          id={id}
          onChoose={(chosen) => {
            setFile(chosen);
            setReport(null);
            setRefused("");
          }}
        />
        {refused && <Alert look="bad">{refused}</Alert>}
        {share !== null && <Progress label="Sending and checking the file" value={share} most={1} />}
        {report && <ImportReport report={report} many={many} />}
        <div className="flex flex-wrap gap-2">
          {isReady ? (
            <button type="button" className="button" disabled={share !== null} onClick={() => void bring()}>
              Import {count.toLocaleString("en-NG")} {count === 1 ? of.one.toLowerCase() : many}
            </button>
          ) : (
            <button
              type="button"
              className="button"
              disabled={!file || share !== null || report !== null}
              onClick={() => void check()}
            >
              Check the file
            </button>
          )}
          <CloseButton onHide={onHide} />
        </div>
      </div>
    </Dialog>
  );
}
