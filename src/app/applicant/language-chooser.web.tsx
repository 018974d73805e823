import { useEffect, useState } from "react";
import { callUnsigned } from "#kit/call/call.web.ts";
import { chosenLanguage, sentencesOf } from "#kit/language/language.web.ts";
import { LANGUAGE, languages, REFUSALS } from "#kit/language/languages.rules.ts";
import { readCorrections } from "#support/translation/translation.contract.ts";

/** The languages by their own names. The page is loaded anew in the one that is chosen; what was typed is offered again. */
export function LanguageChooser() {
  const chosen = chosenLanguage();
  const [unchecked, setUnchecked] = useState(1);
  useEffect(() => {
    if (chosen === "en") return;
    void sentencesOf(REFUSALS);
    callUnsigned(readCorrections, { params: { language: chosen } }).then(
      (told) => setUnchecked(told.unchecked),
      () => undefined, // Without an answer the line stays.
    );
  }, [chosen]);
  return (
    <div translate="no">
      <ul aria-label="Language" className="flex flex-wrap justify-center gap-x-1">
        {Object.entries(languages).map(([language, name]) => (
          <li key={language}>
            <button
              type="button"
              lang={language}
              aria-pressed={language === chosen}
              className="min-h-11 min-w-11 cursor-pointer rounded-control px-2 underline aria-pressed:font-semibold aria-pressed:no-underline"
              onClick={() => choose(language)}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
      {chosen !== "en" && unchecked > 0 && (
        <p className="pb-2">
          <span lang={chosen}>{machineMade[chosen]}</span>.{" "}
          <span lang="en" translate="no">
            Made by machine, not yet checked by a person.
          </span>
        </p>
      )}
    </div>
  );
}

function choose(language: string): void {
  try {
    localStorage[LANGUAGE] = language;
  } catch {
    return; // A browser that forbids storage is asked for its own language.
  }
  location.reload();
}

/** The same in each, whatever its catalogue holds. */
const machineMade = {
  ha: "Na'ura ce ta fassara, mutum bai duba ba tukuna",
  yo: "Ẹ̀rọ ló túmọ̀ rẹ̀, ènìyàn kò tíì yẹ̀ ẹ́ wò",
  ig: "Ọ bụ igwe sụgharịrị ya, mmadụ enyochabeghị ya",
} as const;
