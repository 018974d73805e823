import type { ReactNode, SyntheticEvent } from "react";
import { useNavigate } from "#kit/router.web.tsx";
import { toast } from "#kit/toast.web.tsx";
import { onlookerScreens } from "./onlooker-screens.web.tsx";

interface InertParts {
  /** Where the screens of this view are. */
  readonly at: string;
  readonly children: ReactNode;
}

/**
 * The applicant's screen as it is, where no button and no form does anything: what it holds is stopped before it hears of a
 * press. Links lead to the same screen of the view, where there is one. The server refuses what is sent all the same.
 */
export function Inert({ at, children }: InertParts) {
  const navigate = useNavigate();
  const stop = (event: SyntheticEvent) => {
    const pressed =
      event.target instanceof Element
        ? event.target.closest("a, button, label, input, select, textarea, summary, form")
        : null;
    if (!pressed || pressed.matches("summary")) return;
    event.preventDefault();
    event.stopPropagation();
    const word = /^\/(?:app\/)?(\w+)$/.exec(pressed.getAttribute("href") ?? "")?.[1];
    if (onlookerScreens.some((screen) => screen.word === word)) navigate(`${at}${word}`);
    else toast("bad", "You are looking on: nothing can be done from here");
  };
  return (
    <div onClickCapture={stop} onSubmitCapture={stop}>
      {children}
    </div>
  );
}
