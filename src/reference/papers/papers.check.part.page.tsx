import { useRead } from "#kit/call/read.web.tsx";
import { PaperCheck, type PaperCheckParts } from "#kit/paper/paper-marks.web.tsx";
import { readSeal } from "./papers.contract.ts";

/** The foot of a paper whose picture can be checked without a network too, once its seal is there. Decision 0122. */
export function SealedCheck(parts: PaperCheckParts) {
  const { data, isPending } = useRead(readSeal, { code: parts.address.split("/").at(-1) ?? "" });
  return (
    <>
      <PaperCheck {...parts} seal={data?.seal ?? ""} />
      {isPending && <span hidden data-awaited />}
    </>
  );
}
