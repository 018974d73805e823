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
