import { Emblem } from "./emblem.web.tsx";

interface LetterheadParts {
  readonly name: string;
  readonly lines: readonly string[];
}

export function Letterhead({ name, lines }: LetterheadParts) {
  return (
    <header className="flex flex-wrap items-center gap-3 border-ink border-b-2 pb-4 sm:gap-5 print:gap-5">
      <Emblem className="size-12 sm:size-20 print:size-20" />
      <div className="wrap-anywhere min-w-0 grow basis-44">
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
