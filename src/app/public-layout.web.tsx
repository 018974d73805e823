import { type ReactNode, useEffect, useState } from "react";
import { Emblem } from "#kit/emblem.web.tsx";
import { brand, crest } from "#reference/brand/brand.contract.ts";
import { OfficeContact } from "#reference/brand/brand.office.part.page.tsx";
import { CopyrightLine } from "./copyright-line.web.tsx";
import { ENDED, SIGNED_OUT } from "./storage.web.ts";

/** The frame of every screen before sign-in: the college beside the form, above it on a phone. */
export function PublicLayout({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-svh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] md:grid-cols-[minmax(20rem,2fr)_3fr] md:grid-rows-1">
      <header className="on-deep relative overflow-clip border-accent border-b-4 px-5 py-5 md:border-r-4 md:border-b-0 md:px-10 md:py-14">
        <svg
          viewBox={`0 0 ${crest.size} ${crest.size}`}
          aria-hidden
          className="no-print absolute -right-28 -bottom-16 hidden size-112 fill-white opacity-5 md:block"
        >
          <path d={crest.book} />
          <path d={crest.sun} />
        </svg>
        <div className="flex items-center gap-4 md:sticky md:top-14 md:flex-col md:items-start md:gap-8">
          <Emblem of={crest} className="size-14 md:size-28" />
          <div className="min-w-0">
            <p className="font-semibold font-serif text-large md:text-display">{brand.name}</p>
            <p className="mt-1 text-small italic opacity-90 md:mt-4 md:text-large">{brand.motto}</p>
          </div>
          <OfficeContact className="hidden md:block" />
        </div>
      </header>
      <div className="flex flex-col">
        <main id="main" className="mx-auto w-full max-w-xl grow px-5 py-8 md:py-14">
          <EndedNotice />
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

const farewells = {
  [ENDED]: {
    box: "border-warn bg-warn-tint",
    title: "You have been signed out",
    text: "Your session has expired, please sign in again.",
  },
  [SIGNED_OUT]: {
    box: "border-good bg-good-tint",
    title: "You are signed out",
    text: "Nothing of yours is left on this device.",
  },
} as const;

/** Why somebody who was signed in stands here. */
function EndedNotice() {
  const [mark, setMark] = useState("");
  useEffect(() => {
    if (!(location.hash in farewells)) return;
    setMark(location.hash);
    history.replaceState(history.state, "", location.pathname);
  }, []);
  const said = farewells[mark as keyof typeof farewells];
  if (!said) return null;
  return (
    <div role="status" className={`mb-6 rounded-card border border-l-4 p-4 ${said.box}`}>
      <p className="font-semibold">{said.title}</p>
      <p>{said.text}</p>
    </div>
  );
}
