import { useState } from "react";
import { type Account, readAccount } from "#identity/account/account.contract.ts";
import { Alert } from "#kit/alert.web.tsx";
import { PageHeading } from "#kit/heading.web.tsx";
import { Read, useRead } from "#kit/read.web.tsx";
import { CardBones } from "#kit/states.web.tsx";
import { contact } from "#reference/brand/brand.contract.ts";
import { type Bio, readBio } from "./bio.contract.ts";
import { type Draft, draftFrom, firstUnfilled } from "./bio.draft.contract.ts";
import { Review, Summary } from "./bio.review.page.tsx";
import { StepForm } from "./bio.step.page.tsx";

/** What was typed and not saved, by account: it outlives a visit to another screen, and ends with the page. */
const unsaved = new Map<string, Draft>();

export function BioPage() {
  const bio = useRead(readBio);
  const account = useRead(readAccount);
  return (
    <>
      <PageHeading title="Bio Data" subtitle="Your personal details, as they stand on your certificates" />
      <Read from={bio} waiting={<CardBones />}>
        {(saved) => (
          <Read from={account} waiting={<CardBones />}>
            {(own) => <BioOf saved={"version" in saved ? saved : null} account={own} />}
          </Read>
        )}
      </Read>
    </>
  );
}

interface OwnParts {
  readonly saved: Bio | null;
  readonly account: Account;
}

function BioOf({ saved, account }: OwnParts) {
  if (!saved?.locked) return <Editor saved={saved} account={account} />;
  return (
    <div className="grid gap-6">
      <Alert look="info" title="Your bio data is part of an application that you submitted">
        <p className="wrap-anywhere">
          It can no longer be changed here. To correct it, write to the {contact.office} at{" "}
          <a className="link" href={`mailto:${contact.emailaddress}`}>
            {contact.emailaddress}
          </a>{" "}
          with your application code.
        </p>
      </Alert>
      <Summary draft={draftFrom(saved, account)} />
    </div>
  );
}

type Place = number | "review";

/** Steps while something is missing, then the check of all answers, from which each step can be opened again. */
function Editor({ saved, account }: OwnParts) {
  const [begun, setBegun] = useState<Draft | null>(() => unsaved.get(account._id) ?? null);
  const draft = begun ?? draftFrom(saved, account);
  const [at, setAt] = useState<Place>(() => (begun || saved ? (firstUnfilled(draft) ?? "review") : 0));
  const [moved, setMoved] = useState(false);

  const remember = (next: Draft | null) => {
    if (next) unsaved.set(account._id, next);
    else unsaved.delete(account._id);
    setBegun(next);
  };
  const goTo = (next: Place) => {
    setAt(next);
    setMoved(true);
  };

  if (at === "review") {
    return (
      <Review
        draft={draft}
        saved={saved}
        changed={begun !== null}
        onChange={goTo}
        onSeen={(seen) => remember({ ...draft, seen })}
        onSaved={() => remember(null)}
      />
    );
  }
  return (
    <StepForm
      key={at}
      place={at}
      draft={draft}
      takesFocus={moved}
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
  );
}
