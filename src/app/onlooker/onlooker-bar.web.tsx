import { Eye } from "lucide-react";
import { useEffect, useState } from "react";
import { callUnsigned, newAttempt } from "#kit/call/call.web.ts";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { HELP_DESK } from "#support/help-desk/help-desk.contract.ts";
import { endView, ONLOOKER, type readView } from "#support/help-desk/help-desk.view.contract.ts";
import { viewEnded } from "./onlooker-ended.web.ts";
import { onlookerScreens } from "./onlooker-screens.web.tsx";

interface BarParts {
  readonly view: string;
  readonly of: Replied<typeof readView>;
}

/** Stands above every screen: whose it is, that nothing can be done, how long yet, and the way out. */
export function OnlookerBar({ view, of }: BarParts) {
  const { pathname } = useLocation();
  return (
    <header className="on-deep sticky top-0 z-30 border-accent border-b-4">
      <div className="mx-auto flex max-w-6xl items-center justify-between gap-4 px-4 pt-1 text-small sm:px-6 sm:text-base">
        <p className="flex items-center gap-2">
          <Eye aria-hidden className="size-5 shrink-0" />
          <span>
            You see what <strong>{of.name}</strong> sees. Nothing can be done from here.
          </span>
        </p>
        <Leave view={view} of={of} />
      </div>
      <nav aria-label="Screens" className="mx-auto flex max-w-6xl overflow-x-auto px-2 sm:px-4">
        {onlookerScreens.map(({ word, name }) => {
          const to = `${ONLOOKER}/${view}/${word}`;
          return (
            <Link
              key={word}
              to={to}
              aria-current={pathname === to ? "page" : undefined}
              className="whitespace-nowrap border-transparent border-b-2 px-2 py-2.5 font-semibold text-small hover:bg-white/10 aria-[current=page]:border-accent sm:px-3"
            >
              {name}
            </Link>
          );
        })}
      </nav>
    </header>
  );
}

function Leave({ view, of: { applicant, endsAt } }: BarParts) {
  const left = useMinutesTo(endsAt);
  const end = async () => {
    await callUnsigned(endView, { params: { id: view }, attempt: newAttempt() }).catch(() => undefined);
    location.assign(`${HELP_DESK}/${applicant}`);
  };
  return (
    <p className="flex shrink-0 items-center gap-4">
      <span className="text-small">{left} min left</span>
      <button
        type="button"
        className="min-h-11 cursor-pointer font-semibold underline underline-offset-4"
        onClick={() => void end()}
      >
        End
      </button>
    </p>
  );
}

/** Whole minutes until then, at least none; the view is over when they are. */
function useMinutesTo(time: string): number {
  const [left, setLeft] = useState(() => minutesTo(time));
  useEffect(() => {
    const timer = setInterval(() => {
      setLeft(minutesTo(time));
      if (Date.parse(time) <= Date.now()) viewEnded();
    }, 5_000);
    return () => clearInterval(timer);
  }, [time]);
  return left;
}

const minutesTo = (time: string): number => Math.max(0, Math.ceil((Date.parse(time) - Date.now()) / 60_000));
