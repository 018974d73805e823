import { FileText } from "lucide-react";
import { useState } from "react";
import { asFigure } from "#kit/value/count.rules.ts";

interface EvidenceShown {
  readonly link: string;
  readonly mediatype: string;
  /** How many other corrections have the very same file. */
  readonly others: number;
  /** What the correction is about. */
  readonly shows: "payment" | "record";
}

/** The paper that was sent: a picture is shown, a PDF is opened beside. */
export function Evidence({ link, mediatype, others, shows }: EvidenceShown) {
  const [lost, setLost] = useState(false);
  const isPicture = mediatype.startsWith("image/");
  return (
    <section aria-labelledby="evidence" className="card px-5 py-4">
      <h2 id="evidence" className="text-large">
        Evidence
      </h2>
      <p className="mt-2">
        <a href={link} target="_blank" rel="noreferrer" className="button button-quiet">
          <FileText aria-hidden className="size-4" />
          {isPicture ? "Open the picture" : "Open the PDF"}
        </a>
      </p>
      {others > 0 && (
        <p className="mt-2">
          {others === 1 ? "Another correction has" : `${asFigure(others)} other corrections have`} this very file as
          evidence. Look whether it shows this {shows} too.
        </p>
      )}
      {isPicture && !lost && (
        <img
          src={link}
          alt="The evidence"
          className="mt-3 max-h-[70vh] w-full rounded-control border border-line bg-white object-contain"
          onError={() => setLost(true)}
        />
      )}
      {lost && <p className="mt-2 text-soft">Its link served for ten minutes. Load this page again to see it.</p>}
    </section>
  );
}
