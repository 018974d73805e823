import { useState } from "react";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { opened } from "#kit/page/opened.web.tsx";
import { useLocation } from "#kit/page/router.web.tsx";
import { olevelChecks } from "./olevel-check.contract.ts";

const AskDialog = opened(() => import("./finding/finding.forms.part.page.tsx").then((part) => part.AskDialog));
const CheckPage = opened(() => import("./finding/finding.whole.part.page.tsx").then((part) => part.CheckPage));

const list = { ...olevelChecks, usual: "-createdAt" };

/** What is to be verified with the boards, and one sitting with what was found. */
export function OlevelChecksPage() {
  const { pathname } = useLocation();
  const mayFind = useRight("olevel-checks.change");
  const id = matched(`${olevelChecks.link}/:id`, pathname)?.id;
  if (id) return <CheckPage key={id} of={list} id={id} />;
  return (
    <RecordList
      of={list}
      addAt={null}
      chosenDeeds={mayFind ? (picked: Picked) => <ChosenSittings picked={picked} /> : undefined}
    />
  );
}

function ChosenSittings({ picked }: { picked: Picked }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Mark as asked
      </button>
      {open && <AskDialog chosen={picked.chosen} onHide={() => setOpen(false)} onDone={picked.done} />}
    </>
  );
}
