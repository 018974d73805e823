import { useState } from "react";
import { fullName } from "#identity/account/account.rules.ts";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { DeleteDialog } from "#kit/dialog/delete-dialog.web.tsx";
import { Dialog } from "#kit/dialog/dialog.web.tsx";
import { DialogForm } from "#kit/dialog/dialog-form.web.tsx";
import { EmailField, PhoneField, TextArea, TextField } from "#kit/field/text-fields.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Unfinished } from "#kit/form/unfinished.web.tsx";
import { useWish } from "#kit/form/wish.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { GreyButton, LinkButton } from "#kit/look/buttons.web.tsx";
import { Card, Cards } from "#kit/look/card.web.tsx";
import { Facts, Written } from "#kit/look/facts.web.tsx";
import { PlusButton } from "#kit/look/plus-button.web.tsx";
import { CardBones, EmptyState, Progress } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { asAgo } from "#kit/value/dates.rules.ts";
import { localPhone } from "#kit/value/phone.rules.ts";
import type { Sent } from "#kit/wire/endpoint.contract.ts";
import { addReferee, deleteReferee, editReferee, listReferees, type Referee } from "./referee.contract.ts";
import { isNamedBefore, MAX_REFEREES, REFEREES_NEEDED } from "./referee.rules.ts";

type Open = { readonly deed: "add" } | { readonly deed: "edit" | "delete"; readonly referee: Referee };

export function RefereesPage() {
  const referees = useRead(listReferees);
  const [open, setOpen] = useState<Open | null>(null);
  const [wished, forget] = useWish("add");
  const add = () => setOpen({ deed: "add" });
  const hide = () => {
    setOpen(null);
    forget();
  };
  const count = referees.data?.length ?? MAX_REFEREES;
  const isAdding = open?.deed === "add" || (wished !== "" && count < REFEREES_NEEDED);
  return (
    <>
      <PageHeading title="Parents & Guardians" subtitle="Create & delete parents and guardians" />
      <Unfinished forms={formsOf(referees.data ?? [], add, setOpen)} open={isAdding || open !== null} />
      <Read from={referees} waiting={<CardBones />}>
        {(list) =>
          list.length === 0 ? <NoReferees add={add} /> : <RefereeList list={list} add={add} open={setOpen} />
        }
      </Read>
      {count < MAX_REFEREES && <PlusButton label="Add a parent or guardian" onClick={add} />}
      {isAdding && <AddReferee onHide={hide} />}
      {open?.deed === "edit" && <EditReferee referee={open.referee} onHide={hide} />}
      {open?.deed === "delete" && <RemoveReferee referee={open.referee} onHide={hide} />}
    </>
  );
}

/** What opens the form of a draft again, where it still can be sent. */
const formsOf = (list: readonly Referee[], add: () => void, open: (what: Open) => void) => ({
  ...(list.length < MAX_REFEREES && { referee: add }),
  ...Object.fromEntries(
    list
      .filter(({ disabled }) => disabled)
      .map((referee) => [`referee:${referee._id}`, () => open({ deed: "edit", referee })]),
  ),
});

const NoReferees = ({ add }: { add(): void }) => (
  <EmptyState
    title="No Referees Added"
    text="You haven't added any referees yet. Add your referees to complete your application."
  >
    <button type="button" className="button" onClick={add}>
      Add a parent or guardian
    </button>
  </EmptyState>
);

interface ListParts {
  readonly list: readonly Referee[];
  add(): void;
  open(what: Open): void;
}

function RefereeList({ list, add, open }: ListParts) {
  const enough = list.length >= REFEREES_NEEDED;
  const namedTwice = list.find((_, place) => isNamedBefore(list, place));
  return (
    <div className="grid gap-6">
      <Counter count={list.length} />
      <div className="flex flex-wrap gap-3 *:grow sm:*:grow-0">
        {enough && <LinkButton to="/app/bio">Next: bio data</LinkButton>}
        {list.length < MAX_REFEREES && (
          <button type="button" className={enough ? "button button-quiet" : "button"} onClick={add}>
            Add a parent or guardian
          </button>
        )}
      </div>
      {namedTwice && (
        <Alert look="warn">
          {fullName(namedTwice)} stands here more than once. The office asks for two different people.
        </Alert>
      )}
      <Cards label="Parents and guardians">
        {list.map((referee) => (
          <RefereeCard key={referee._id} referee={referee} open={open} />
        ))}
      </Cards>
    </div>
  );
}

function Counter({ count }: { count: number }) {
  const label = count < REFEREES_NEEDED ? `${count} of ${REFEREES_NEEDED} added: add one more` : `${count} added`;
  return (
    <div role="status" className="max-w-md">
      <Progress label={label} value={count} most={REFEREES_NEEDED} />
    </div>
  );
}

function RefereeCard({ referee, open }: { referee: Referee; open: ListParts["open"] }) {
  return (
    <Card
      title={<Written text={fullName(referee)} />}
      deeds={
        referee.disabled ? (
          <>
            <button type="button" className="button button-quiet" onClick={() => open({ deed: "edit", referee })}>
              Edit
              <span className="sr-only" translate="no">
                {" "}
                {fullName(referee)}
              </span>
            </button>
            <button type="button" className="button button-danger" onClick={() => open({ deed: "delete", referee })}>
              Delete
              <span className="sr-only" translate="no">
                {" "}
                {fullName(referee)}
              </span>
            </button>
          </>
        ) : (
          <GreyButton why="Cannot delete active referee">Delete</GreyButton>
        )
      }
    >
      <Facts
        list={[
          { label: "Phone", value: localPhone(referee.phonenumber) },
          { label: "Email", value: referee.emailaddress && <Written text={referee.emailaddress} /> },
          { label: "Address", value: <Written text={referee.homeaddress} /> },
        ]}
      />
      <p className="text-small text-soft">Added {asAgo(referee.createdAt)}</p>
    </Card>
  );
}

const blank = { firstname: "", middlename: "", lastname: "", emailaddress: "", phonenumber: "", homeaddress: "" };

const AddReferee = ({ onHide }: { onHide(): void }) => (
  <RefereeDialog
    draft="referee"
    start={blank}
    send={(body, attempt) => call(addReferee, { body, attempt })}
    onHide={onHide}
  />
);

function EditReferee({ referee, onHide }: { referee: Referee; onHide(): void }) {
  const { _id: id, version, firstname, middlename, lastname, emailaddress, phonenumber, homeaddress } = referee;
  const optionals = { middlename: middlename ?? "", emailaddress: emailaddress ?? "" };
  return (
    <RefereeDialog
      draft={`referee:${id}`}
      start={{ firstname, lastname, phonenumber: localPhone(phonenumber), homeaddress, ...optionals }}
      send={(body, attempt) => call(editReferee, { params: { id }, body, attempt, version })}
      onHide={onHide}
    />
  );
}

interface DialogParts {
  readonly draft: string;
  readonly start: typeof blank;
  send(body: Sent<typeof addReferee>, attempt: string): Promise<unknown>;
  onHide(): void;
}

function RefereeDialog({ draft, start, send, onHide }: DialogParts) {
  const sheet = useSheet(addReferee.body, start);
  return (
    <Dialog title="Parents and Guadians Form" onHide={onHide}>
      <DialogForm onHide={onHide} sheet={sheet} draft={draft} send={send} submit="Save changes">
        <TextField {...sheet.field("firstname")} />
        <TextField {...sheet.field("middlename")} />
        <TextField {...sheet.field("lastname")} />
        <EmailField {...sheet.field("emailaddress")} autoComplete="off" />
        <PhoneField {...sheet.field("phonenumber")} autoComplete="off" />
        <TextArea {...sheet.field("homeaddress")} />
      </DialogForm>
    </Dialog>
  );
}

function RemoveReferee({ referee, onHide }: { referee: Referee; onHide(): void }) {
  const reread = useReread();
  return (
    <DeleteDialog
      title={fullName(referee)}
      send={(body, attempt) => call(deleteReferee, { params: { id: referee._id }, body, attempt })}
      onHide={onHide}
      onDeleted={reread}
    />
  );
}
