import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode, Ref } from "react";
import { Read } from "../call/read.web.tsx";
import { useTitle } from "../page/heading.web.tsx";
import { Link } from "../page/router.web.tsx";
import { PrintButton, usePrintWhenReady } from "./print.web.tsx";

interface FrameParts<T> {
  /** In the browser's tab, and as the heading while there is no paper. */
  readonly title: string;
  readonly back: { readonly to: string; readonly text: string };
  readonly from: UseQueryResult<T>;
  readonly children: (found: T) => ReactNode;
}

/** A paper that opens the print dialog by itself once it is drawn. Specification 2. */
export function Paper<T>(parts: FrameParts<T>) {
  const sheet = usePrintWhenReady<HTMLDivElement>(parts.from.data !== undefined);
  return <PaperFrame {...parts} sheet={sheet} />;
}

interface Framed<T> extends FrameParts<T> {
  readonly sheet?: Ref<HTMLDivElement>;
  /** Further buttons above the paper. */
  readonly beside?: ReactNode;
}

/** The screen around a paper: a way back and a button above it. */
export function PaperFrame<T>({ title, back, from, children, sheet, beside }: Framed<T>) {
  useTitle(title);
  return (
    <main id="main" className="mx-auto max-w-[52rem] p-4 sm:p-8 print:max-w-none print:p-0 print:leading-[1.35]">
      <div className="no-print mb-6 flex flex-wrap items-center justify-between gap-3">
        <Link to={back.to} className="link inline-flex min-h-11 items-center">
          {back.text}
        </Link>
        {from.data !== undefined && (
          <div className="flex flex-wrap gap-3">
            {beside}
            <PrintButton />
          </div>
        )}
        {from.data !== undefined && (
          <p className="w-full text-small text-soft sm:hidden">
            No printer? Choose Save as PDF and print it at a café.
          </p>
        )}
      </div>
      {from.data === undefined && <h1 className="mb-4 text-title">{title}</h1>}
      <Read from={from} waiting={<div className="bone h-[60vh]" />}>
        {(found) => <div ref={sheet}>{children(found)}</div>}
      </Read>
    </main>
  );
}

/** What a paper states, a line each. */
export function PaperLines({ children }: { children: ReactNode }) {
  return (
    <table className="w-full border-collapse text-left">
      <colgroup>
        <col className="w-[34%] print:w-[28%]" />
      </colgroup>
      <tbody>{children}</tbody>
    </table>
  );
}

export function PaperLine({ label, children }: { label: string; children: ReactNode }) {
  return (
    // On a narrow phone the value stands under its label.
    <tr className="keep-together border-line border-b align-top max-[399px]:grid">
      <th scope="row" className="py-1.5 pr-4 font-normal text-soft max-[399px]:pb-0 print:py-1">
        {label}
      </th>
      <td className="wrap-anywhere figures py-1.5 max-[399px]:pt-0 print:py-1">{children}</td>
    </tr>
  );
}
