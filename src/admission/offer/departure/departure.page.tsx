import { call } from "#kit/call/call.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Dialog } from "#kit/dialog/dialog.web.tsx";
import { DialogForm } from "#kit/dialog/dialog-form.web.tsx";
import { SelectFrom } from "#kit/field/choice-fields.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { LinkButton } from "#kit/look/buttons.web.tsx";
import { Card } from "#kit/look/card.web.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { CardBones, EmptyState } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link, useSearchParams } from "#kit/page/router.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import { declineOffer, deferOffer, leavingForm, readLeaving, withdrawApplication } from "./departure.contract.ts";
import type { LeavingDeed } from "./departure.rules.ts";

/** What an applicant gives up of one application: what follows from it, and the question. */
export function LeavePage() {
  const [address] = useSearchParams();
  const id = address.get("application");
  return (
    <>
      <PageHeading title="Give up" subtitle="An application or an offer that you do not want any more" />
      {id ? <OfApplication id={id} /> : <Nothing why="No application is chosen. Choose it among your applications" />}
    </>
  );
}

function OfApplication({ id }: { id: string }) {
  const read = useRead(readLeaving, { id });
  return (
    <Read from={read} waiting={<CardBones />}>
      {(found) =>
        found.deed === null ? (
          <Nothing why={found.why} />
        ) : (
          <div className="grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-5">
            {found.deferrable && <Leaving id={id} of={found} deed="defer" />}
            <Leaving id={id} of={found} deed={found.deed} />
          </div>
        )
      }
    </Read>
  );
}

const Nothing = ({ why }: { why: string | null }) => (
  <EmptyState title="Nothing to give up" text={`${why}.`}>
    <LinkButton to="/app/admission">See my applications</LinkButton>
  </EmptyState>
);

const ways = {
  decline: {
    title: "Decline this offer",
    submit: "Yes, decline the offer",
    call: declineOffer,
    follows: [
      "The place goes to somebody else at once. You cannot take this back yourself.",
      "The letter of this offer is void, and nothing is to be paid for it.",
      "If you have paid the acceptance fee already, do not decline: verify the payment first.",
    ],
  },
  withdraw: {
    title: "Withdraw this application",
    submit: "Yes, withdraw it",
    call: withdrawApplication,
    follows: [
      "The college does not decide about it any more. You cannot take this back yourself.",
      "The application fee is not paid back, and it stays used.",
      "You cannot apply to this programme again in this session. To another programme you can, with its own fee.",
    ],
  },
  defer: {
    title: "Begin a session later",
    submit: "Yes, begin a session later",
    call: deferOffer,
    follows: [
      "Your seat of this session goes to somebody else at once. You cannot take this back yourself.",
      "When the next session admits, the college decides whether it keeps the place for you, and writes to you: you apply there without an application fee, and the place is offered to you again while a seat is free.",
      "JAMB has to know that you begin later. The admissions office tells you what you do there.",
      "If you have paid the acceptance fee already, do not press this: verify the payment first.",
    ],
  },
} as const satisfies Record<LeavingDeed | "defer", object>;

type Way = keyof typeof ways;

interface LeavingParts {
  readonly id: string;
  readonly of: Replied<typeof readLeaving>;
  readonly deed: Way;
}

function Leaving({ id, of, deed }: LeavingParts) {
  const { shown, show, hide } = useShown();
  const { title, follows } = ways[deed];
  return (
    <>
      <Card title={of.deferrable ? title : of.programme}>
        <Facts
          list={[
            { label: "Application code", value: of.code },
            { label: "Session", value: of.session },
            ...(of.deferrable ? [{ label: "Programme", value: of.programme }] : []),
            ...(of.rrr ? [{ label: "Reference that is cancelled", value: groupedRrr(of.rrr) }] : []),
          ]}
        />
        <h2 className="mt-2 font-sans font-semibold text-base">If you go on</h2>
        <ul className="grid list-disc gap-1 pl-5">
          {follows.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <div className="flex flex-wrap items-center gap-3 pt-3">
          <Link to="/app/admission" className="button">
            Keep it
          </Link>
          <button type="button" className="button button-quiet" onClick={show}>
            {title}
          </button>
        </div>
      </Card>
      {shown && <LeaveDialog id={id} of={of} deed={deed} onHide={hide} />}
    </>
  );
}

function LeaveDialog({ id, of, deed, onHide }: LeavingParts & { onHide(): void }) {
  const sheet = useSheet(leavingForm, { reason: "", words: "" });
  const { title, submit, call: endpoint } = ways[deed];
  return (
    <Dialog title={`${title}?`} onHide={onHide}>
      <DialogForm
        sheet={sheet}
        draft={`leaving:${id}`}
        submit={submit}
        onHide={onHide}
        send={(body, attempt) => call(endpoint, { params: { id }, body, attempt })}
      >
        <p>
          {of.programme}, {of.code}. Tell us why: it helps the college to do better, and changes nothing for you.
        </p>
        <SelectFrom {...sheet.field("reason")} choices={of.reasons.map((value) => ({ value, label: value }))} />
        <TextArea {...sheet.field("words")} hint="Needed when the reason is Other" />
      </DialogForm>
    </Dialog>
  );
}
