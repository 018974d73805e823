import { toSvgPath } from "lean-qr/extras/svg";
import { correction, generate } from "lean-qr/nano";

// Modules of white around the code: fewer, and phones miss it.
const QUIET = 4;

/** A text as a QR code that survives a smudged print; `label` says what it holds. */
export function Qr({ text, label, className }: { text: string; label: string; className: string }) {
  const code = generate(text, { minCorrectionLevel: correction.M });
  const size = code.size + 2 * QUIET;
  return (
    <svg
      viewBox={`${-QUIET} ${-QUIET} ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
      className={`exact shrink-0 ${className}`}
    >
      <rect x={-QUIET} y={-QUIET} width={size} height={size} fill="#fff" />
      <path d={toSvgPath(code)} fill="#000" />
    </svg>
  );
}
