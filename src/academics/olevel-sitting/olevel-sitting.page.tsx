import { useState } from "react";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { DeleteDialog } from "#kit/dialog/delete-dialog.web.tsx";
import { Dialog } from "#kit/dialog/dialog.web.tsx";
import { DialogForm } from "#kit/dialog/dialog-form.web.tsx";
import { SelectField } from "#kit/field/choice-fields.web.tsx";
import { CodeField, DigitsField, TextField } from "#kit/field/text-fields.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Unfinished } from "#kit/form/unfinished.web.tsx";
import { useWish } from "#kit/form/wish.web.ts";
import { GreyButton, LinkButton } from "#kit/look/buttons.web.tsx";
import { Card, Cards } from "#kit/look/card.web.tsx";
import { Facts, Written } from "#kit/look/facts.web.tsx";
import { PlusButton } from "#kit/look/plus-button.web.tsx";
import { CardBones, EmptyState } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asAgo } from "#kit/value/dates.rules.ts";
import {
  addSitting,
  deleteSitting,
  editSitting,
  listSittings,
  MAX_SITTINGS,
  type Sitting,
} from "./olevel-sitting.contract.ts";
import { sittingName } from "./olevel-sitting.rules.ts";

const AwaitedField = opened(() => import("./olevel-sitting.awaited.page.tsx").then((part) => part.AwaitedField));

type Open = { readonly deed: "add" } | { readonly deed: "edit" | "delete"; readonly sitting: Sitting };

export function SittingsPage() {
  const sittings = useRead(listSittings);
  const [wished, forget] = useWish("add");
  const [open, setOpen] = useState<Open | null>(null);
  const isAdding = open?.deed === "add" || (wished !== "" && sittings.data?.length === 0);
  const hide = () => {
    setOpen(null);
    forget();
  };
  const add = () => setOpen({ deed: "add" });
  return (
    <>
      <PageHeading
        title="O-Level Examination Sittings"
        subtitle="The examinations whose results you apply with: one is needed, two at most"
      />
      <Read from={sittings} waiting={<CardBones />}>
        {(list) => (
          <>
            <Unfinished forms={formsOf(list, add, setOpen)} open={isAdding || open !== null} />
            <SittingList list={list} add={add} open={setOpen} />
            {list.length < MAX_SITTINGS && <PlusButton label="Add a sitting" onClick={add} />}
          </>
        )}
      </Read>
      {isAdding && <AddSitting onHide={hide} />}
      {open?.deed === "edit" && <EditSitting sitting={open.sitting} onHide={hide} />}
      {open?.deed === "delete" && <RemoveSitting sitting={open.sitting} onHide={hide} />}
    </>
  );
}

/** What opens the form of a draft again, where it still can be sent. */
const formsOf = (list: readonly Sitting[], add: () => void, open: (what: Open) => void) => ({
  ...(list.length < MAX_SITTINGS && { sitting: add }),
  ...Object.fromEntries(
    list
      .filter(({ locked }) => !locked)
      .map((sitting) => [`sitting:${sitting._id}`, () => open({ deed: "edit", sitting })]),
  ),
});

interface ListParts {
  readonly list: readonly Sitting[];
  add(): void;
  open(what: Open): void;
}

function SittingList({ list, add, open }: ListParts) {
  if (list.length === 0) {
    return (
      <EmptyState
        title="No Sittings Added"
        text="You haven't added any examination sitting yet. Add the one on your certificate to continue."
      >
        <button type="button" className="button" onClick={add}>
          Add a sitting
        </button>
      </EmptyState>
    );
  }
  return (
    <>
      <div className="mb-6 flex flex-wrap gap-3 *:grow sm:*:grow-0">
        <LinkButton to="/app/olevelresult?add=1">Next: O-Level results</LinkButton>
        {list.length < MAX_SITTINGS && (
          <button type="button" className="button button-quiet" onClick={add}>
            Add a sitting
          </button>
        )}
      </div>
      <Cards label="Examination sittings">
        {list.map((sitting) => (
          <SittingCard key={sitting._id} sitting={sitting} open={open} />
        ))}
      </Cards>
      {list.length >= MAX_SITTINGS && (
        <p className="mt-4 text-soft">You have added {MAX_SITTINGS} sittings, which is the most that may be used.</p>
      )}
    </>
  );
}

function SittingCard({ sitting, open }: { sitting: Sitting; open: ListParts["open"] }) {
  const name = sittingName(sitting);
  const named = <span className="sr-only"> {name}</span>;
  const { awaiting = [] } = sitting;
  return (
    <Card
      title={sitting.examinationtype}
      deeds={
        sitting.locked ? (
          <>
            <GreyButton why="An application that you submitted relies on this sitting">
              Edit or delete{named}
            </GreyButton>
            <Link
              to={`/app/corrections?what=sitting:${sitting._id}`}
              className="link inline-flex min-h-11 items-center"
            >
              Ask for a correction{named}
            </Link>
          </>
        ) : (
          <>
            <button type="button" className="button button-quiet" onClick={() => open({ deed: "edit", sitting })}>
              Edit<span className="sr-only"> {name}</span>
            </button>
            <button type="button" className="button button-danger" onClick={() => open({ deed: "delete", sitting })}>
              Delete<span className="sr-only"> {name}</span>
            </button>
          </>
        )
      }
    >
      <Facts
        list={[
          { label: "Number", value: sitting.examinationnumber },
          { label: "Year", value: sitting.examinationyear },
          { label: "Center", value: <Written text={sitting.examinationcenter} /> },
          ...(awaiting.length > 0 ? [{ label: "Not out yet", value: awaiting.join(", ") }] : []),
        ]}
      />
      {awaiting.length > 0 && (
        <Link to="/app/olevelresult?add=1" className="link inline-flex min-h-11 items-center">
          Add results that are out{named}
        </Link>
      )}
      <p className="text-small text-soft">Added {asAgo(sitting.createdAt)}</p>
    </Card>
  );
}

const blank = {
  examinationtype: "",
  examinationcenter: "",
  examinationyear: "",
  examinationnumber: "",
  awaiting: [] as string[],
};

const AddSitting = ({ onHide }: { onHide(): void }) => (
  <SittingDialog
    draft="sitting"
    start={blank}
    send={(body, attempt) => call(addSitting, { body, attempt })}
    onHide={onHide}
  />
);

function EditSitting({ sitting, onHide }: { sitting: Sitting; onHide(): void }) {
  const { _id: id, version, examinationtype, examinationcenter, examinationyear, examinationnumber } = sitting;
  const { awaiting = [] } = sitting;
  return (
    <SittingDialog
      draft={`sitting:${id}`}
      start={{ examinationtype, examinationcenter, examinationyear, examinationnumber, awaiting }}
      send={(body, attempt) => call(editSitting, { params: { id }, body, attempt, version })}
      onHide={onHide}
    />
  );
}

interface DialogParts {
  readonly draft: string;
  readonly start: typeof blank;
  send(body: typeof blank, attempt: string): Promise<unknown>;
  onHide(): void;
}

function SittingDialog({ draft, start, send, onHide }: DialogParts) {
  const sheet = useSheet(addSitting.body, start);
  const [awaits, setAwaits] = useState(start.awaiting.length > 0);
  return (
    <Dialog title="Student O-Level Sitting" onHide={onHide}>
      <DialogForm onHide={onHide} sheet={sheet} draft={draft} send={send} submit="Save changes">
        <SelectField {...sheet.field("examinationtype")} />
        <CodeField {...sheet.field("examinationnumber")} hint="As it stands on your result slip" />
        <DigitsField {...sheet.field("examinationyear")} hint="Four digits, for example 2024" />
        <TextField {...sheet.field("examinationcenter")} hint="The school where you sat it" />
        {awaits ? (
          <AwaitedField {...sheet.field("awaiting")} />
        ) : (
          <button type="button" className="link min-h-11 justify-self-start" onClick={() => setAwaits(true)}>
            Some results are not out yet
          </button>
        )}
      </DialogForm>
    </Dialog>
  );
}

function RemoveSitting({ sitting, onHide }: { sitting: Sitting; onHide(): void }) {
  const reread = useReread();
  return (
    <DeleteDialog
      title={`Delete ${sittingName(sitting)}`}
      send={(body, attempt) => call(deleteSitting, { params: { id: sitting._id }, body, attempt })}
      onHide={onHide}
      onDeleted={reread}
    />
  );
}
