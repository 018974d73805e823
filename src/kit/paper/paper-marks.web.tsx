import { asMinute } from "../value/dates.rules.ts";
import { Qr } from "./qr.web.tsx";

interface MarkParts {
  readonly look: "good" | "bad";
  readonly word: string;
}

/** A word that a paper is read by, in a frame: it tells as much without its colour. */
export function Stamp({ look, word }: MarkParts) {
  const colours = look === "good" ? "border-good bg-good-tint text-good" : "border-bad bg-bad-tint text-bad";
  return <p className={`exact inline-block border-2 px-3 py-0.5 font-semibold text-large ${colours}`}>{word}</p>;
}

/** The same behind a whole sheet, so that a photocopy shows it too. The sheet is `relative isolate`. */
export function Behind({ look, word }: MarkParts) {
  return (
    <svg
      viewBox="0 0 600 800"
      aria-hidden
      className={`exact pointer-events-none absolute inset-0 -z-10 size-full opacity-10 ${look === "good" ? "fill-good" : "fill-bad"}`}
    >
      <text
        x="300"
        y="420"
        textAnchor="middle"
        transform="rotate(-35 300 400)"
        fontSize={Math.min(120, 1_000 / word.length)}
        fontWeight="600"
      >
        {word}
      </text>
    </svg>
  );
}

export interface PaperCheckParts {
  /** Where the paper is checked; its last part is the code. */
  readonly address: string;
  /** What the picture holds before the address, a line each. */
  readonly says: readonly string[];
  /** Until when what the paper states was looked up. */
  readonly asOf: string;
  /** What stands behind the address in the picture, for who checks it without a network. */
  readonly seal?: string;
}

/** The foot of a paper: a picture for a phone's camera, and the same way in words for who has none. */
export function PaperCheck({ address, says, asOf, seal = "" }: PaperCheckParts) {
  const { host, pathname } = new URL(address);
  const [, page = "", code = ""] = pathname.split("/");
  return (
    <div className="keep-together mt-auto flex flex-col gap-x-5 gap-y-3 border-ink border-t pt-4 sm:flex-row sm:items-center print:flex-row print:items-center">
      <Qr text={[...says, address + seal].join("\n")} label={says.join(", ")} className="size-[36mm] print:-ml-2" />
      <div className="min-w-0 text-small">
        <p>
          Check this paper: scan the picture, or open{" "}
          <strong>
            {host}/<wbr />
            {page}
          </strong>{" "}
          and type the code
        </p>
        <p className="figures mt-1 font-semibold">
          {code.split("-").map((group, at, all) => (
            // A code has its groups in one order only.
            <span key={all.slice(0, at + 1).join("-")} className="inline-block">
              {group}
              {at < all.length - 1 && "-"}
            </span>
          ))}
        </p>
        <p className="mt-1">As the college's records stood on {asMinute(asOf)}</p>
      </div>
    </div>
  );
}
