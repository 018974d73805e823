interface Changed {
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
}

export function Changes({ list }: { list: readonly Changed[] }) {
  return (
    <ul className="mt-1.5 grid gap-1 text-small">
      {list.map(({ label, before, after }) => (
        <li key={label} className="min-w-0 break-words">
          <span className="text-soft">{label}: </span>
          {before !== null && (
            <>
              <del className="decoration-1">{before}</del> <span aria-hidden>→ </span>
            </>
          )}
          <ins className="no-underline">{after ?? "nothing"}</ins>
        </li>
      ))}
    </ul>
  );
}
