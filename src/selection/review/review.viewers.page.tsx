import { Eye } from "lucide-react";
import { useEffect, useState } from "react";
import { call } from "#kit/call/call.web.ts";
import { LOOK_SECONDS, lookAtFile } from "./review.viewers.contract.ts";

interface ViewersParts {
  readonly id: string;
  /** Of the file that is on the screen. */
  readonly version: number;
  again(): void;
}

/** Says that one looks at a file while one does, and shows who else does, and when it was changed meanwhile. */
export function Viewers({ id, version, again }: ViewersParts) {
  const [seen, setSeen] = useState<{ readonly others: readonly string[]; readonly version: number } | null>(null);
  useEffect(() => {
    let gone = false;
    const look = () => {
      if (document.visibilityState === "hidden") return;
      call(lookAtFile, { params: { id }, body: {} }).then(
        (answer) => gone || setSeen(answer),
        // What cannot be told now is told in twenty seconds.
        () => undefined,
      );
    };
    look();
    const timer = setInterval(look, LOOK_SECONDS * 1000);
    document.addEventListener("visibilitychange", look);
    return () => {
      gone = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [id]);
  const others = seen?.others ?? [];
  const changed = seen !== null && seen.version > version;
  return (
    <div role="status" className="flex flex-wrap gap-x-4">
      {others.length > 0 && (
        <p className="mt-1.5 flex items-center gap-1.5 font-semibold text-warn">
          <Eye aria-hidden className="size-4 shrink-0" />
          {others.join(", ")} {others.length === 1 ? "has" : "have"} this file open too
        </p>
      )}
      {changed && (
        <p className="mt-1.5 font-semibold text-warn">
          This file was changed meanwhile.{" "}
          <button type="button" className="link cursor-pointer" onClick={again}>
            Show it as it is now
          </button>
        </p>
      )}
    </div>
  );
}
