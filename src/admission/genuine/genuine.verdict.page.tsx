import { CircleCheck, CircleX } from "lucide-react";
import type { ReactNode } from "react";

/** What a check comes to, to be read across a gate. */
export function Verdict({ look, word, what }: { look: "good" | "bad"; word: string; what: string }) {
  const Icon = look === "good" ? CircleCheck : CircleX;
  return (
    <div
      role="status"
      className={`exact flex items-center gap-4 rounded-card p-5 text-surface ${look === "good" ? "bg-good" : "bg-bad"}`}
    >
      <Icon aria-hidden className="size-16 shrink-0" strokeWidth={2.25} />
      <div className="min-w-0">
        <h1 className="text-display">{word}</h1>
        <p className="font-semibold text-large">{what}</p>
      </div>
    </div>
  );
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-soft">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
