/** The college's crest. The page's own style says what it is, so that a page carries it once. */
export const Emblem = ({ className }: { className: string }) => (
  <span aria-hidden className={`emblem exact block shrink-0 ${className}`} />
);
