import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { HeadingNote } from "#kit/page/heading.web.tsx";
import { Link } from "#kit/page/router.web.tsx";

/** The sign-in, with what a newcomer looks for: a line above it, and below it what is fetched after the first picture. */
export function FrontPage({ children }: { children: ReactNode }) {
  const [Panel, setPanel] = useState<ComponentType>();
  useEffect(() => {
    import("./front-panel.web.tsx").then(
      ({ FrontPanel }) => setPanel(() => FrontPanel),
      () => undefined, // Without a connection the page does without.
    );
  }, []);
  return (
    <HeadingNote
      value={
        <Link to="/admissions" className="link inline-block py-2">
          New here? How to apply, fees and dates
        </Link>
      }
    >
      {children}
      {Panel && <Panel />}
    </HeadingNote>
  );
}
