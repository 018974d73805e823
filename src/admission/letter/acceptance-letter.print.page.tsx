import { useRead } from "#kit/call/read.web.tsx";
import { useParams } from "#kit/page/router.web.tsx";
import { Paper } from "#kit/paper/paper.web.tsx";
import { AcceptanceSheet } from "./acceptance-letter.print.part.page.tsx";
import { readLetter } from "./letter.contract.ts";
import { backToLetters, NoLetter, refusedBecause, ToAcceptance } from "./letter.frame.page.tsx";
import { noAcceptanceLetter } from "./letter.rules.ts";

const title = "Acceptance letter";

/** The acceptance letter, one A4 page, once the place is accepted. The print dialog opens by itself. Contract 2. */
export function AcceptanceLetterPage() {
  const { id = "" } = useParams();
  const letter = useRead(readLetter, { id });
  const why = letter.data ? noAcceptanceLetter(letter.data) : refusedBecause(letter.error);
  if (why)
    return (
      <NoLetter title={title} why={why}>
        <ToAcceptance />
      </NoLetter>
    );
  return (
    <Paper title={title} back={backToLetters} from={letter}>
      {(found) => <AcceptanceSheet letter={found} />}
    </Paper>
  );
}
