/** A shield as path data on a square. */
export interface EmblemShape {
  readonly size: number;
  readonly shield: string;
  readonly rim: string;
  readonly sun: string;
  readonly book: string;
}

export function Emblem({ of, className }: { of: EmblemShape; className: string }) {
  return (
    <svg viewBox={`0 0 ${of.size} ${of.size}`} aria-hidden className={`exact shrink-0 ${className}`}>
      <path d={of.shield} className="fill-accent" />
      <path d={of.rim} className="fill-deep" />
      <path d={of.sun} className="fill-accent" />
      <path d={of.book} className="fill-white" />
    </svg>
  );
}

interface LetterheadParts {
  readonly emblem: EmblemShape;
  readonly name: string;
  readonly lines: readonly string[];
}

/** The head of a printed paper. */
export function Letterhead({ emblem, name, lines }: LetterheadParts) {
  return (
    <header className="flex items-center gap-4 border-ink border-b-2 pb-4 sm:gap-5 print:gap-5">
      <Emblem of={emblem} className="size-16 sm:size-20 print:size-20" />
      <div className="wrap-anywhere min-w-0">
        <p className="font-semibold font-serif text-title">{name}</p>
        {lines.map((line) => (
          <p key={line} className="text-small">
            {line}
          </p>
        ))}
      </div>
    </header>
  );
}
