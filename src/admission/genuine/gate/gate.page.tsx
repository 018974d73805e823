import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import { Alert } from "#kit/look/alert.web.tsx";
import { PageHeading, useTitle } from "#kit/page/heading.web.tsx";
import { asDay, asMinute } from "#kit/value/dates.rules.ts";
import { papers } from "#reference/papers/papers.names.rules.ts";
import type { SealedPaper } from "#reference/papers/papers.seal.rules.ts";
import { Fact, Verdict } from "../genuine.verdict.page.tsx";
import { type GateList, type Judged, judgeSeal, useGateList } from "./gate.judge.page.tsx";
import { canScan, Scanner } from "./gate.scan.page.tsx";

const DAY_MS = 86_400_000;
const TITLE = "Check papers at a gate";

/** For who checks papers where there is no network: by the seal in their picture, and the list of those taken back. */
export function GatePage() {
  const list = useGateList();
  const [judged, setJudged] = useState<Judged | null>(null);
  const last = useRef("");
  const check = useCallback(
    async (text: string) => {
      if (!list) return;
      last.current = text;
      setJudged(await judgeSeal(text, list));
      scrollTo(0, 0);
    },
    [list],
  );
  useEffect(() => {
    // A phone's own camera leads here with the seal behind the address.
    const checkAddress = () => void (location.hash.length > 1 && check(location.hash));
    // A list that is renewed judges anew what was checked last, not what the page was opened with.
    if (last.current === "") checkAddress();
    else void check(last.current);
    addEventListener("hashchange", checkAddress);
    return () => removeEventListener("hashchange", checkAddress);
  }, [check]);
  useTitle(TITLE);
  return (
    <>
      {!(judged && isVerdict(judged)) && (
        <PageHeading title={TITLE} subtitle="Works without a network on a device that has opened this page before" />
      )}
      <ListAge list={list} />
      {judged && <Outcome judged={judged} />}
      {list && (
        <>
          {canScan() && <Scanner found={check} />}
          <TypedSeal check={check} />
        </>
      )}
    </>
  );
}

function ListAge({ list }: { list: GateList | null }) {
  if (!list)
    return (
      <Alert look="info" title="Getting the keys and the list">
        <p>Stay online for a moment. After that this page works without a network.</p>
      </Alert>
    );
  const isOld = Date.now() - Date.parse(list.asOf) > DAY_MS;
  const words = `Papers taken back are known as of ${asMinute(list.asOf)}.`;
  if (!isOld) return <p className="mb-6 text-soft">{words}</p>;
  return (
    <Alert look="warn" title="The list is older than a day">
      <p>{words} Go online once, so that papers taken back since then are found.</p>
    </Alert>
  );
}

/** Which has a heading of its own, to be read across a gate. */
const isVerdict = ({ state }: Judged) => state === "genuine" || state === "revoked" || state === "forged";

function Outcome({ judged }: { judged: Judged }) {
  if (judged.state === "genuine")
    return (
      <article className="mb-6">
        <Verdict look="good" word="Genuine" what={papers[judged.paper.kind]} />
        <Said of={judged.paper} />
        <p className="mt-5 border-line border-t pt-4">
          Compare the name and the programme with the paper. It says how things stood on{" "}
          {asMinute(judged.paper.sealedAt)}.
        </p>
      </article>
    );
  if (judged.state === "revoked")
    return (
      <article className="mb-6">
        <Verdict look="bad" word="Taken back" what={papers[judged.paper.kind]} />
        <p className="mt-4 font-semibold text-large">
          The college made this paper, and took back what it says. It is not valid any more.
        </p>
        <Said of={judged.paper} />
      </article>
    );
  if (judged.state === "forged")
    return (
      <article className="mb-6">
        <Verdict look="bad" word="Not genuine" what="The college has not sealed this paper" />
        <p className="mt-4 text-large">What the picture says was changed, or the college never said it.</p>
      </article>
    );
  return (
    <div className="mb-6">
      <Alert look="warn" title="This paper can only be checked online">
        <p>{online[judged.state]}</p>
      </Alert>
    </div>
  );
}

const online = {
  unsealed: "Its picture has no seal, or not all of it was read. Scan it again, or type its code on Check a paper.",
  "other-key": "It was sealed with a key that this device does not have yet. Go online once, then scan it again.",
  "no-way": "This browser cannot check seals. Bring it up to date, or type the code on Check a paper.",
} as const;

function Said({ of: { name, programme, session, status, date } }: { of: SealedPaper }) {
  return (
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
      <Fact label="Status">
        <span className="font-semibold text-large">{status}</span>
      </Fact>
      {date && (
        <Fact label="Date">
          <span className="text-large">{asDay(date)}</span>
        </Fact>
      )}
    </dl>
  );
}

/** For a browser that cannot read pictures: what another program has read. */
function TypedSeal({ check }: { check(text: string): void }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    check(String(new FormData(event.currentTarget).get("text") ?? ""));
  };
  return (
    <form className="mt-6 grid gap-3" onSubmit={submit}>
      <label className="font-semibold" htmlFor="seal">
        What the picture holds
      </label>
      <p id="seal-hint" className="text-soft">
        Read it with the camera or another scanner, and paste all of it here
      </p>
      <textarea id="seal" name="text" rows={4} className="control" aria-describedby="seal-hint" autoComplete="off" />
      <button type="submit" className="button justify-self-start">
        Check
      </button>
    </form>
  );
}
