import { useEffect, useState } from "react";
import { type Account, readAccount } from "#identity/account/account.contract.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { draftKeeper, type Keeper } from "#kit/draft/draft-keeper.web.ts";
import { DraftRestored } from "#kit/draft/draft-notice.web.tsx";
import { placeOfDraft } from "#kit/draft/draft-place.web.ts";
import { type Draft as Kept, readDraft } from "#kit/draft/draft-shelf.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { LinkButton } from "#kit/look/buttons.web.tsx";
import { CardBones } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { useNavigate, useSearchParams } from "#kit/page/router.web.tsx";
import { type Bio, type BioLock, readBio, readBioLocks } from "./bio.contract.ts";
import { Review, Summary } from "./bio.review.page.tsx";
import { type Draft, draftFrom, firstUnfilled, isTyped, lockedBy, steps } from "./bio.rules.ts";
import { StepForm } from "./bio.step.page.tsx";

/** The bio as it was typed before this page was loaded, and what keeps it from here on; null where nothing is kept. */
interface KeptBio {
  readonly found: Kept<Draft> | undefined;
  readonly keeper: Keeper<Draft> | null;
}

/** All steps are one draft. Undefined while it is looked for. */
function useKeptBio(): KeptBio | undefined {
  const [kept, setKept] = useState<KeptBio>();
  useEffect(() => {
    const place = placeOfDraft("bio");
    if (!place) return setKept({ found: undefined, keeper: null });
    const over = new AbortController();
    const keeper = draftKeeper<Draft>(place, over.signal);
    void readDraft<Draft>(place).then((found) => setKept({ found, keeper }));
    return () => over.abort();
  }, []);
  return kept;
}

/** What was typed and not saved, by account: it outlives a visit to another screen wherever nothing may be kept. */
const unsaved = new Map<string, Draft>();

export function BioPage() {
  const bio = useRead(readBio);
  const account = useRead(readAccount);
  const locks = useRead(readBioLocks);
  const kept = useKeptBio();
  return (
    <>
      <PageHeading title="Bio Data" subtitle="Your personal details, as they stand on your certificates" />
      <Read from={bio} waiting={<CardBones />}>
        {(saved) => (
          <Read from={account} waiting={<CardBones />}>
            {(own) => (
              <Read from={locks} waiting={<CardBones />}>
                {(held) =>
                  kept ? (
                    <BioOf saved={"version" in saved ? saved : null} account={own} locks={held} kept={kept} />
                  ) : (
                    <CardBones />
                  )
                }
              </Read>
            )}
          </Read>
        )}
      </Read>
    </>
  );
}

interface OwnParts {
  readonly saved: Bio | null;
  readonly account: Account;
  readonly locks: readonly BioLock[];
  readonly kept: KeptBio;
}

function BioOf(parts: OwnParts) {
  const { saved, account } = parts;
  if (!saved?.locked) return <Editor {...parts} />;
  return (
    <div className="grid gap-6">
      <Alert look="info" title="Your bio data is part of an application that you submitted">
        <p className="mb-3">
          Your phone number and address you still change yourself. What else is wrong is corrected with a paper that
          shows it.
        </p>
        <LinkButton to="/app/corrections">Ask for a correction</LinkButton>
      </Alert>
      <Summary draft={draftFrom(saved, account)} />
    </div>
  );
}

type Place = number | "review";

/** Each step has its address, so that the phone's own way back leads to the one before. */
function placeIn(wished: string | null): Place | null {
  if (wished === "review") return wished;
  const step = Number(wished);
  return Number.isInteger(step) && step >= 1 && step <= steps.length ? step - 1 : null;
}

/** Steps while something is missing, then the check of all answers, from which each step can be opened again. */
function Editor({ saved, account, locks, kept: { found, keeper } }: OwnParts) {
  const start = lockedBy(locks, draftFrom(saved, account));
  const [restored, setRestored] = useState(() =>
    found && isTyped(lockedBy(locks, found.typed), start) ? found : undefined,
  );
  const [begun, setBegun] = useState<Draft | null>(() => unsaved.get(account._id) ?? restored?.typed ?? null);
  // Going back by the browser tells nobody what was typed last.
  const draft = lockedBy(locks, (begun && unsaved.get(account._id)) ?? begun ?? start);
  const [first] = useState<Place>(() => (begun || saved ? (firstUnfilled(draft) ?? "review") : 0));
  const [address] = useSearchParams();
  const at = placeIn(address.get("step")) ?? first;
  const navigate = useNavigate();
  const [moved, setMoved] = useState(false);

  const type = (next: Draft) => {
    unsaved.set(account._id, next);
    keeper?.later(() => (isTyped(next, start) ? { at: Date.now(), typed: next, begun: start } : null));
  };
  const remember = (next: Draft) => {
    type(next);
    setBegun(next);
  };
  const forget = () => {
    unsaved.delete(account._id);
    keeper?.drop();
    setRestored(undefined);
    setBegun(null);
  };
  const goTo = (next: Place) => {
    navigate(`?step=${next === "review" ? next : next + 1}`);
    setMoved(true);
  };

  const notice = restored && (
    <div className="mb-6 max-w-xl">
      <DraftRestored
        at={restored.at}
        but={saved && saved.version > restored.typed.seen ? OVERTAKEN : undefined}
        onDiscard={() => {
          forget();
          goTo(saved ? "review" : 0);
        }}
      />
    </div>
  );

  if (at === "review") {
    return (
      <>
        {notice}
        <Review
          draft={draft}
          saved={saved}
          changed={begun !== null}
          onChange={goTo}
          onSeen={(seen) => remember({ ...draft, seen })}
          onSaved={forget}
        />
      </>
    );
  }
  return (
    <>
      {notice}
      <StepForm
        key={`${at} ${begun === null}`}
        place={at}
        draft={draft}
        locks={locks}
        takesFocus={moved}
        onType={type}
        onNext={(next) => {
          remember(next);
          goTo(firstUnfilled(next) === undefined ? "review" : at + 1);
        }}
        onBack={(next) => {
          remember(next);
          goTo(at > 0 ? at - 1 : "review");
        }}
        backTo={at > 0 ? "Back" : firstUnfilled(draft) === undefined ? "Cancel" : null}
      />
    </>
  );
}

const OVERTAKEN = "Your bio data was saved again since then: you see both before you save.";
