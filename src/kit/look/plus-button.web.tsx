import { Plus } from "lucide-react";

/**
 * Adds a record; stays in view at the bottom right, and comes to rest above the page's foot, in the room that the page
 * leaves there. On a phone, where it would lie over the deeds of a card, it stands at the end of the page. For the pointer alone: the page has a button with the same words, which the keyboard and the reader find.
 */
export function PlusButton({ label, onClick }: { label: string; onClick(): void }) {
  return (
    <button
      type="button"
      aria-hidden
      tabIndex={-1}
      title={label}
      onClick={onClick}
      className="button no-print z-20 mt-6 -mb-20 ml-auto flex size-14 rounded-full p-0 [box-shadow:var(--shadow-lift)] sm:sticky sm:bottom-8"
    >
      <Plus aria-hidden className="size-7" />
    </button>
  );
}
