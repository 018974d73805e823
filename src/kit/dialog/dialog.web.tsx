import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { useModal } from "./modal.web.ts";

interface DialogParts {
  readonly title: string;
  onHide(): void;
  readonly children: ReactNode;
}

/** A modal dialog; on a phone a sheet of the whole height. Render it to show it. Escape hides it. */
export function Dialog({ title, onHide, children }: DialogParts) {
  const modal = useModal(onHide);
  const heading = useId();
  return (
    <dialog {...modal} className="sheet" aria-labelledby={heading}>
      <div className="sticky top-0 z-10 flex items-start justify-between gap-3 border-line border-b bg-surface py-2 pr-2 pl-5">
        <h2 id={heading} data-start tabIndex={-1} className="min-w-0 py-2 text-large">
          {title}
        </h2>
        <button type="button" className="grid size-11 shrink-0 cursor-pointer place-items-center" onClick={onHide}>
          <X aria-hidden className="size-6" />
          <span className="sr-only">Close {title}</span>
        </button>
      </div>
      <div className="px-5 pt-4 pb-6">{children}</div>
    </dialog>
  );
}

export function CloseButton({ onHide }: { onHide(): void }) {
  return (
    <button type="button" className="button button-quiet" onClick={onHide}>
      Close
    </button>
  );
}
