import { LogOut } from "lucide-react";
import { type ReactNode, useState } from "react";
import { unsentDrafts } from "#kit/draft/draft.web.ts";
import { Link } from "#kit/page/router.web.tsx";
import { Emblem } from "#kit/paper/emblem.web.tsx";
import { OfficeContact } from "#reference/brand/brand.office.part.page.tsx";
import { brand } from "#reference/brand/brand.rules.ts";
import { leaveForGood } from "../device/storage.web.ts";
import { CopyrightLine } from "./copyright-line.web.tsx";

const item =
  "inline-flex min-h-11 items-center gap-2 whitespace-nowrap rounded-control px-1.5 font-semibold text-small sm:px-3 sm:text-base hover:bg-white/10";

/** The bars of the applicant's area. Drawn at build for every address below /app, so nothing here reads the address. */
export function ApplicantFrame({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-svh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr_auto]">
      <a href="#main" className="button sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-30">
        Skip to the content
      </a>
      <header className="on-deep no-print border-accent border-b-4">
        <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-1 px-3 py-1.5 sm:px-6">
          <Link
            to="/dashboard"
            className="flex min-h-11 grow basis-24 items-center gap-2 font-semibold font-serif text-large sm:gap-2.5"
          >
            <Emblem className="size-9" />
            <span className="hidden md:inline">{brand.name}</span>
            <span className="sr-only text-base leading-5 md:hidden min-[22rem]:not-sr-only">{brand.shortname}</span>
          </Link>
          <nav aria-label="Main" className="flex flex-wrap gap-x-3 sm:gap-x-6">
            <Link to="/dashboard" className={item}>
              Dashboard
            </Link>
            <SignOut />
          </nav>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-6xl px-4 pt-6 pb-28 sm:px-6">
        {children}
      </main>
      <footer className="no-print border-line border-t px-5 py-5 text-center text-small text-soft">
        <OfficeContact className="mb-3" />
        <p className="mb-2 flex flex-wrap justify-center gap-x-6">
          <Link to="/app/account" className="link py-2.5">
            My Account
          </Link>
          <Link to="/app/notices" className="link py-2.5">
            Notices
          </Link>
          <Link to="/privacy" className="link py-2.5">
            Privacy notice
          </Link>
          <Link to="/accessibility" className="link py-2.5">
            Accessibility
          </Link>
        </p>
        <CopyrightLine />
      </footer>
    </div>
  );
}

const UNSENT = "What you typed is not sent yet. Sign out and lose it?";

function SignOut() {
  const [leaving, setLeaving] = useState(false);
  return (
    <button
      type="button"
      className={`${item} cursor-pointer`}
      disabled={leaving}
      onClick={async () => {
        if ((await unsentDrafts()).length > 0 && !confirm(UNSENT)) return;
        setLeaving(true);
        void leaveForGood();
      }}
    >
      <LogOut aria-hidden className="hidden size-5 sm:block" />
      Sign Out
    </button>
  );
}

/** What is drawn at build, and shown until the screen is there. */
export function ApplicantShell() {
  return (
    <ApplicantFrame>
      <p role="status" className="font-serif text-title">
        Please wait... system loading
      </p>
      <div aria-hidden className="mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <div className="bone h-36" />
        <div className="bone h-36" />
        <div className="bone hidden h-36 sm:block" />
      </div>
    </ApplicantFrame>
  );
}
