import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

const looks = {
  good: { box: "border-good bg-good-tint", text: "text-good", Icon: CircleCheck },
  info: { box: "border-info bg-info-tint", text: "text-info", Icon: Info },
  warn: { box: "border-warn bg-warn-tint", text: "text-warn", Icon: TriangleAlert },
  bad: { box: "border-bad bg-bad-tint", text: "text-bad", Icon: CircleAlert },
} as const;

export type AlertLook = keyof typeof looks;

interface AlertParts {
  readonly look: AlertLook;
  readonly title?: string;
  readonly children?: ReactNode;
}

/** A message that stays on the page. Bad ones are announced at once, the others when the reader pauses. */
export function Alert({ look, title, children }: AlertParts) {
  const { box, text, Icon } = looks[look];
  return (
    <div role={look === "bad" ? "alert" : "status"} className={`flex gap-3 rounded-card border border-l-4 p-4 ${box}`}>
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${text}`} />
      <div className="min-w-0 grow">
        {title && <p className={`font-semibold ${text}`}>{title}</p>}
        {children}
      </div>
    </div>
  );
}
