import type { ReactNode } from "react";
import { Emblem } from "#kit/paper/emblem.web.tsx";
import { brand } from "#reference/brand/brand.rules.ts";

const lines = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh"];

/** Drawn at build, and shown until it is known who is signed in. Nothing of it depends on the address. */
export function StaffShell({ children }: { children?: ReactNode }) {
  return (
    <div className="console">
      <header className="console-bar on-deep">
        <span className="flex items-center gap-2 font-semibold font-serif text-large">
          <Emblem className="size-8" />
          {brand.shortname}
        </span>
      </header>
      <div className="console-body">
        <div aria-hidden className="console-side hidden lg:grid">
          {lines.map((name) => (
            <div key={name} className="bone late mx-3 h-4" />
          ))}
        </div>
        <main className="console-main">
          {children ?? (
            <>
              <p role="status" className="sr-only">
                Please wait... system loading
              </p>
              <div aria-hidden className="late grid gap-3">
                <div className="bone h-7 w-48" />
                <div className="bone h-64 w-full" />
              </div>
            </>
          )}
        </main>
      </div>
    </div>
  );
}
