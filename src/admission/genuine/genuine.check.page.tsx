import { Read, useRead } from "#kit/call/read.web.tsx";
import { useTitle } from "#kit/page/heading.web.tsx";
import { Link, useParams } from "#kit/page/router.web.tsx";
import { asDay, asMinute } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import { bareCode, GENUINE, groupedCode } from "#reference/papers/papers.code.rules.ts";
import { paperLetters, papers } from "#reference/papers/papers.names.rules.ts";
import { amountInWords } from "#reference/papers/papers.words.rules.ts";
import { checkPaper, type PaperProof } from "./genuine.contract.ts";
import { Fact, Verdict } from "./genuine.verdict.page.tsx";

/** What a paper proves, for who checks it at a gate: on a phone, in sunlight, without an account. Contract 3.15. */
export function CheckPaperPage() {
  const { code = "" } = useParams();
  const found = useRead(checkPaper, { code });
  useTitle("Check a paper");
  return (
    <>
      {!found.data && <h1 className="mb-4 text-title">Check a paper</h1>}
      <Read from={found} waiting={<div className="bone h-72" />}>
        {(answer) => ("kind" in answer ? <Known proof={answer} /> : <Unknown why={answer.why} code={code} />)}
      </Read>
      <p className="no-print mt-8">
        <Link to={GENUINE} className="button button-quiet w-full sm:w-auto">
          Check another paper
        </Link>
      </p>
    </>
  );
}

function Known({ proof }: { proof: PaperProof }) {
  const { valid, kind, name, programme, session, status, amount, date, why, corrected, checkedAt } = proof;
  return (
    <article>
      <Verdict look={valid ? "good" : "bad"} word={valid ? "Genuine" : "Not valid"} what={kind} />
      {why && <p className="mt-4 font-semibold text-large">{why}.</p>}
      <dl className="mt-5 grid gap-4">
        <Fact label="Name">
          <span className="wrap-anywhere font-semibold text-title">{name}</span>
        </Fact>
        <Fact label="Programme">
          <span className="wrap-anywhere font-semibold text-large">{programme}</span>
        </Fact>
        <Fact label="Session">
          <span className="text-large">{session}</span>
        </Fact>
        {amount !== null && (
          <Fact label="Amount">
            <span className="figures block font-semibold text-title">{asNaira(amount)}</span>
            {amountInWords(amount)}
          </Fact>
        )}
        <Fact label="Status">
          <span className="font-semibold text-large">{status}</span>
        </Fact>
        {date && (
          <Fact label={kind === papers[paperLetters.admissionLetter] ? "Date of offer" : "Date"}>
            <span className="text-large">{asDay(date)}</span>
          </Fact>
        )}
      </dl>
      {corrected && (
        <p className="mt-5 text-large">{corrected}. A paper that was printed before shows what was submitted first.</p>
      )}
      <p className="mt-5 border-line border-t pt-4">
        Checked on {asMinute(checkedAt)}. Compare the name and the programme with the paper.
      </p>
    </article>
  );
}

function Unknown({ why, code }: { why: string; code: string }) {
  return (
    <article>
      <Verdict look="bad" word="Not genuine" what="No paper of the college has this code" />
      <p className="mt-4 text-large">{why}.</p>
      <p className="wrap-anywhere figures mt-4 font-semibold">{groupedCode(bareCode(code)).slice(0, 60)}</p>
    </article>
  );
}
