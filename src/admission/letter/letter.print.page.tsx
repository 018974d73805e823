import { useRead } from "#kit/call/read.web.tsx";
import { useParams } from "#kit/page/router.web.tsx";
import { Paper } from "#kit/paper/paper.web.tsx";
import { readLetter } from "./letter.contract.ts";
import { backToLetters, NoLetter, refusedBecause, ToAcceptance } from "./letter.frame.page.tsx";
import { LetterSheet } from "./letter.print.part.page.tsx";

/** What a sentence names that sends somebody to accept first; one about a recalled offer leads nowhere. */
const ACCEPT = "Accept My Admission";

/** The admission letter, one A4 page. The print dialog opens by itself. Specification 2 and 9. */
export function LetterPage() {
  const { id = "" } = useParams();
  const letter = useRead(readLetter, { id });
  const refused = refusedBecause(letter.error);
  if (refused)
    return (
      <NoLetter title="Admission letter" why={refused}>
        {refused.includes(ACCEPT) && <ToAcceptance />}
      </NoLetter>
    );
  return (
    <Paper title="Admission letter" back={backToLetters} from={letter}>
      {(found) => <LetterSheet letter={found} />}
    </Paper>
  );
}
