import type { ReactNode } from "react";
import { Emblem } from "#kit/paper/emblem.web.tsx";
import { OfficeContact } from "#reference/brand/brand.office.part.page.tsx";
import { brand } from "#reference/brand/brand.rules.ts";
import { CopyrightLine } from "./copyright-line.web.tsx";

/** The frame of every screen before sign-in: the college beside the form, above it on a phone. */
export function PublicLayout({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-svh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] md:grid-cols-[minmax(20rem,2fr)_3fr] md:grid-rows-1">
      <header className="on-deep relative overflow-clip border-accent border-b-4 px-5 py-5 md:border-r-4 md:border-b-0 md:px-10 md:py-14">
        <Emblem className="no-print absolute -right-28 -bottom-16 hidden size-112 opacity-5 md:block" />
        {/* Where the text is large, the name stands below the crest. */}
        <div className="flex flex-wrap items-center gap-4 md:sticky md:top-14 md:flex-col md:items-start md:gap-8">
          <Emblem className="size-14 md:size-28" />
          <div className="min-w-0 grow basis-44 md:grow-0 md:basis-auto">
            <p className="font-semibold font-serif text-large md:text-display">{brand.name}</p>
            <p className="mt-1 text-small italic opacity-90 md:mt-4 md:text-large">{brand.motto}</p>
          </div>
          <OfficeContact className="hidden md:block" />
        </div>
      </header>
      <div className="flex flex-col">
        <main id="main" className="mx-auto w-full max-w-xl grow px-5 py-8 md:py-14">
          {children}
        </main>
        <footer className="border-line border-t px-5 py-5 text-center text-small text-soft">
          <OfficeContact className="mb-3 md:hidden" />
          <CopyrightLine />
        </footer>
      </div>
    </div>
  );
}
