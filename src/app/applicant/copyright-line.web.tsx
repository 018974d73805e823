import { type ComponentType, useEffect, useState } from "react";
import { brand } from "#reference/brand/brand.rules.ts";

/** The year is the reader's: a page drawn at build may be read in the next one. Below it, after the first picture, the languages. */
export function CopyrightLine() {
  const [year, setYear] = useState("");
  const [Chooser, setChooser] = useState<ComponentType>();
  useEffect(() => {
    setYear(` ${new Date().getFullYear()}`);
    import("./language-chooser.web.tsx").then(
      ({ LanguageChooser }) => setChooser(() => LanguageChooser),
      () => undefined, // Without a connection the page does without.
    );
  }, []);
  return (
    <>
      <p translate="no">
        ©{year} {brand.name}
      </p>
      <div className="min-h-11">{Chooser && <Chooser />}</div>
    </>
  );
}
