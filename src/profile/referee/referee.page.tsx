import { useState } from "react";
import { fullName } from "#identity/account/account.name.contract.ts";
import { GreyButton, LinkButton, PlusButton } from "#kit/buttons.web.tsx";
import { call } from "#kit/call.web.ts";
import { Card, Cards } from "#kit/card.web.tsx";
import { asAgo } from "#kit/dates.contract.ts";
import { DeleteDialog } from "#kit/delete-dialog.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog.web.tsx";
import { Facts } from "#kit/facts.web.tsx";
import { Form } from "#kit/form.web.tsx";
import { PageHeading } from "#kit/heading.web.tsx";
import { localPhone } from "#kit/phone.contract.ts";
import { Read, useRead, useReread } from "#kit/read.web.tsx";
import { useSheet } from "#kit/sheet.web.ts";
import { useShown } from "#kit/shown.web.ts";
import { CardBones, EmptyState, Progress } from "#kit/states.web.tsx";
import { EmailField, PhoneField, TextArea, TextField } from "#kit/text-fields.web.tsx";
import { Unfinished } from "#kit/unfinished.web.tsx";
import { addReferee, deleteReferee, listReferees, type Referee } from "./referee.contract.ts";
import { REFEREES_NEEDED } from "./referee.limits.contract.ts";

export function RefereesPage() {
  const referees = useRead(listReferees);
  const adding = useShown();
  const [leaving, setLeaving] = useState<Referee | null>(null);
  return (
    <>
      <PageHeading title="Parents & Guardians" subtitle="Create & delete parents and guardians" />
      <Unfinished forms={{ referee: adding.show }} open={adding.shown} />
      <Read from={referees} waiting={<CardBones />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              title="No Referees Added"
              text="You haven't added any referees yet. Add your referees to complete your application."
            >
              <button type="button" className="button" onClick={adding.show}>
                Add a parent or guardian
              </button>
            </EmptyState>
          ) : (
            <div className="grid gap-6">
              <Counter count={list.length} />
              <Cards label="Parents and guardians">
                {list.map((referee) => (
                  <RefereeCard key={referee._id} referee={referee} onDelete={() => setLeaving(referee)} />
                ))}
              </Cards>
              {list.length >= REFEREES_NEEDED && (
                <div>
                  <LinkButton to="/app/bio">Next: bio data</LinkButton>
                </div>
              )}
            </div>
          )
        }
      </Read>
      {/* The empty list has a button of its own, which this one would cover. */}
      {!!referees.data?.length && <PlusButton label="Add a parent or guardian" onClick={adding.show} />}
      {adding.shown && <AddReferee onHide={adding.hide} />}
      {leaving && <RemoveReferee referee={leaving} onHide={() => setLeaving(null)} />}
    </>
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

function RefereeCard({ referee, onDelete }: { referee: Referee; onDelete(): void }) {
  return (
    <Card
      title={fullName(referee)}
      deeds={
        referee.disabled ? (
          <button type="button" className="button button-danger" onClick={onDelete}>
            Delete<span className="sr-only"> {fullName(referee)}</span>
          </button>
        ) : (
          <GreyButton why="Cannot delete active referee">Delete</GreyButton>
        )
      }
    >
      <Facts
        list={[
          { label: "Phone", value: localPhone(referee.phonenumber) },
          { label: "Email", value: referee.emailaddress },
          { label: "Address", value: referee.homeaddress },
        ]}
      />
      <p className="text-small text-soft">Added {asAgo(referee.createdAt)}</p>
    </Card>
  );
}

const blank = { firstname: "", middlename: "", lastname: "", emailaddress: "", phonenumber: "", homeaddress: "" };

function AddReferee({ onHide }: { onHide(): void }) {
  const reread = useReread();
  const sheet = useSheet(addReferee.body, blank);
  return (
    <Dialog title="Parents and Guadians Form" onHide={onHide}>
      <Form
        sheet={sheet}
        draft="referee"
        send={(body, attempt) => call(addReferee, { body, attempt })}
        done={() => {
          onHide();
          return reread();
        }}
        submit="Save changes"
        beside={<CloseButton onHide={onHide} />}
      >
        <TextField {...sheet.field("firstname")} />
        <TextField {...sheet.field("middlename")} />
        <TextField {...sheet.field("lastname")} />
        <EmailField {...sheet.field("emailaddress")} autoComplete="off" />
        <PhoneField {...sheet.field("phonenumber")} autoComplete="off" hint="+2348xxxxxxxxx" />
        <TextArea {...sheet.field("homeaddress")} />
      </Form>
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
