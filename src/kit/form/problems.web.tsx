import { useEffect, useRef } from "react";

/** One wrong field: where it is and what is wrong with it. */
export interface Problem {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly message: string;
}

/** What is wrong with a form, at its top. Takes the keyboard, and each line leads to its field. */
export function Problems({ message, list }: { message: string; list: readonly Problem[] }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: "start" });
    const title = document.title;
    document.title = `Error: ${title.replace(/^Error: /, "")}`;
    return () => {
      document.title = title;
    };
  }, []);
  return (
    <div ref={box} role="alert" tabIndex={-1} className="scroll-mt-24 rounded-card border-2 border-bad bg-surface p-4">
      <h2 className="font-sans text-bad text-large">There is a problem</h2>
      {message && <p className="mt-1">{message}</p>}
      {list.length > 0 && (
        <ul className="mt-1 grid gap-1">
          {list.map((problem) => (
            <li key={problem.id}>
              <a href={`#${problem.id}`} className="link inline-block py-1 text-bad" onClick={focusOn(problem.id)}>
                {problem.message}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const focusOn = (id: string) => (event: React.MouseEvent) => {
  event.preventDefault();
  const field = document.getElementById(id);
  field?.focus();
  field?.scrollIntoView({ block: "center" });
};
