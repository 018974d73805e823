import { useState } from "react";
import { opened } from "#kit/page/opened.web.tsx";
import { useSearchParams } from "#kit/page/router.web.tsx";
import { rrrPattern } from "../remita/remita.rules.ts";
import type { ReturnParts } from "./payment-reference.returned.part.page.tsx";

const Returned = opened(() => import("./payment-reference.returned.part.page.tsx").then((part) => part.ReturnedNotice));

/** The reference that somebody came back with, while it is asked about; `onEnd` says that this is over. */
export function useReturning(): { readonly asked: string | null; readonly onEnd: () => void } {
  const [address] = useSearchParams();
  const rrr = address.get("RRR") ?? "";
  const [ended, setEnded] = useState("");
  return { asked: rrrPattern.test(rrr) && rrr !== ended ? rrr : null, onEnd: () => setEnded(rrr) };
}

/**
 * After the provider's pay page. The address says only which reference to ask about; whether it is paid, the server's own
 * question says.
 */
export function ReturnFromPayPage(parts: ReturnParts) {
  const [address] = useSearchParams();
  const rrr = address.get("RRR") ?? "";
  return rrrPattern.test(rrr) ? <Returned key={rrr} rrr={rrr} {...parts} /> : null;
}
