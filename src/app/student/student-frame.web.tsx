import { LogOut } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "#kit/page/router.web.tsx";
import { Emblem } from "#kit/paper/emblem.web.tsx";
import { OfficeContact } from "#reference/brand/brand.office.part.page.tsx";
import { brand } from "#reference/brand/brand.rules.ts";

interface FrameParts {
  readonly children: ReactNode;
  /** What stands beside the college's name. */
  readonly deeds?: ReactNode;
  readonly menu?: ReactNode;
}

/** The bars of the student's area. Drawn at build without its menu, so nothing here reads the address. */
export function StudentFrame({ children, deeds, menu }: FrameParts) {
  return (
    <div className="grid min-h-svh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr_auto] print:block print:min-h-0">
      <a href="#main" className="button sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-30">
        Skip to the content
      </a>
      <header className="on-deep no-print border-accent border-b-4">
        <div className="mx-auto flex min-h-14 max-w-6xl flex-wrap items-center justify-between gap-x-2 px-3 py-1.5 sm:px-6">
          <Link to="/student" className="flex min-h-11 items-center gap-2.5 font-semibold font-serif text-large">
            <Emblem className="size-9" />
            <span className="hidden md:inline">{brand.name}</span>
            <span className="md:hidden">{brand.shortname}</span>
          </Link>
          {deeds}
        </div>
      </header>
      <div className="mx-auto grid w-full max-w-6xl grid-cols-[minmax(0,1fr)] content-start md:grid-cols-[15rem_minmax(0,1fr)] md:gap-x-8 md:px-6 print:block print:p-0">
        <div className="no-print">{menu}</div>
        <main id="main" tabIndex={-1} className="min-w-0 px-4 pt-6 pb-16 md:px-0 print:p-0">
          {children}
        </main>
      </div>
      <footer className="no-print border-line border-t px-5 py-5 text-center text-small text-soft">
        <OfficeContact className="mb-2" />
        <a href="/privacy" className="link inline-block py-2.5">
          Privacy notice
        </a>{" "}
        <a href="/accessibility" className="link inline-block py-2.5">
          Accessibility
        </a>
      </footer>
    </div>
  );
}

export function SignOutButton({ leave }: { leave(): void }) {
  return (
    <button
      type="button"
      className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-control px-2 font-semibold hover:bg-white/10"
      onClick={leave}
    >
      <LogOut aria-hidden className="size-5" />
      Sign out
    </button>
  );
}

/** What is drawn at build, and shown until it is known who is signed in. */
export const StudentShell = () => (
  <StudentFrame>
    <p role="status" className="font-serif text-title">
      Please wait... system loading
    </p>
    <div aria-hidden className="mt-8 grid gap-4 sm:grid-cols-2">
      <div className="bone h-36" />
      <div className="bone h-36" />
    </div>
  </StudentFrame>
);
