import { Printer } from "lucide-react";
import { useState } from "react";
import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { useRead, useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { type Fact, Facts } from "#kit/look/facts.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asDay, asMinute } from "#kit/value/dates.rules.ts";
import { serviceOrders } from "../service-order.contract.ts";
import {
  approvePhoto,
  type IdCard,
  issueIdCard,
  readIdCard,
  refusePhoto,
  refusePhotoForm,
} from "./id-card.contract.ts";
import { cardLooks, cardWords, inMaking } from "./id-card.rules.ts";

const { link } = serviceOrders;

/** The ID card of an order: its photograph is looked at here, and it is issued and printed from here. */
export function IdCardPage({ id }: { id: string }) {
  const read = useRead(readIdCard, { id });
  const mayMake = useRight("service-orders.change");
  return (
    <ReadRecord from={read} of={serviceOrders}>
      {(found) => (
        <>
          <ConsoleHeading
            title={`ID card: ${found.student.name}`}
            note={
              <WordBadge
                look={found.card ? cardLooks[found.card.state] : "plain"}
                word={found.card ? cardWords[found.card.state] : "Photograph to look at"}
              />
            }
          >
            <Link to={`${link}/${id}`} className="button button-quiet">
              The order
            </Link>
            {found.card?.state === "Issued" && (
              <Link to={`${link}/${id}/card/print`} className="button">
                <Printer aria-hidden className="size-4" />
                Print
              </Link>
            )}
          </ConsoleHeading>
          <div className="grid max-w-4xl items-start gap-4 md:grid-cols-[auto_minmax(0,1fr)]">
            <Photographs of={found} mayDecide={mayMake} />
            <Standing of={found} mayIssue={mayMake} />
          </div>
        </>
      )}
    </ReadRecord>
  );
}

interface Parts {
  readonly of: IdCard;
}

/** The photograph that the student has now; beside it the one that was decided about, where it is another. */
function Photographs({ of, mayDecide }: Parts & { readonly mayDecide: boolean }) {
  const { photo, card, student, order } = of;
  const issued = card?.state === "Issued" || card?.state === "Replaced";
  const waits = photo !== null && !issued && (card === null || card.changed);
  return (
    <section aria-label="Photograph" className="card grid gap-3 p-5">
      {card && (issued || card.changed) && (
        <Photograph
          link={card.link}
          alt={`Photograph of ${student.name} that was ${card.state === "Refused" ? "refused" : "approved"}`}
        />
      )}
      {photo && !issued ? (
        <Photograph link={photo.link} alt={`Photograph of ${student.name} as it stands in the record`} />
      ) : (
        !issued && <p>There is no photograph in the student's record. Ask the student for one.</p>
      )}
      {mayDecide && photo && !issued && inMaking.includes(order.state) && (
        <Decide of={of} photo={photo.newname} waits={waits} />
      )}
    </section>
  );
}

const Photograph = ({ link: src, alt }: { link: string; alt: string }) => (
  <img src={src} alt={alt} className="aspect-[35/45] w-56 rounded-control border border-line object-cover" />
);

function Decide({ of, photo, waits }: Parts & { readonly photo: string; readonly waits: boolean }) {
  const reread = useReread();
  const [asked, setAsked] = useState<"approve" | "refuse" | null>(null);
  const hide = () => setAsked(null);
  const params = { id: of.order._id };
  return (
    <div className="flex flex-wrap gap-2">
      {(waits || of.card?.state === "Refused") && (
        <button type="button" className="button" onClick={() => setAsked("approve")}>
          Approve
        </button>
      )}
      {(waits || of.card?.state === "Approved") && (
        <button type="button" className="button button-quiet" onClick={() => setAsked("refuse")}>
          Refuse
        </button>
      )}
      {asked === "approve" && (
        <Confirm
          title={`Approve the photograph of ${of.student.name}`}
          submit="Approve"
          send={(attempt) => call(approvePhoto, { params, body: { photo }, attempt })}
          onHide={hide}
          onDone={() => reread()}
        >
          <p>It shows this student's face, alone and clearly. The card is printed with it.</p>
        </Confirm>
      )}
      {asked === "refuse" && <RefuseDialog of={of} photo={photo} onHide={hide} onDone={() => reread()} />}
    </div>
  );
}

interface RefuseParts extends Parts {
  readonly photo: string;
  onHide(): void;
  onDone(): void | Promise<void>;
}

function RefuseDialog({ of: { order, student }, photo, onHide, onDone }: RefuseParts) {
  const sheet = useSheet(refusePhotoForm, { photo, reason: "" });
  return (
    <Dialog title={`Refuse the photograph of ${student.name}`} onHide={onHide}>
      <Form
        sheet={sheet}
        draft={null}
        submit="Refuse"
        beside={<CloseButton onHide={onHide} />}
        send={({ reason }, attempt) =>
          call(refusePhoto, { params: { id: order._id }, body: { photo, reason }, attempt })
        }
        done={async () => {
          onHide();
          await onDone();
        }}
      >
        <p>The order waits for the student, who gets a mail with your words and how to put in another photograph.</p>
        <TextArea {...sheet.field("reason")} hint="The student reads exactly this" />
      </Form>
    </Dialog>
  );
}

function Standing({ of: { order, student, card, stop }, mayIssue }: Parts & { readonly mayIssue: boolean }) {
  const reread = useReread();
  const [asked, setAsked] = useState(false);
  const made = card?.state === "Issued" || card?.state === "Replaced";
  const facts: readonly Fact[] = [
    { label: "Matric number", value: student.matric ?? "None yet" },
    { label: "Programme", value: student.programme ?? "Not written down" },
    { label: "Session of entry", value: student.session ?? "Not written down" },
    { label: "Status", value: student.status },
    { label: "Order", value: `${order.label}, ${order.state.toLowerCase()}` },
    {
      label: "Photograph",
      value:
        card &&
        `${card.state === "Refused" ? "Refused" : "Approved"} by ${card.decidedby}, ${asMinute(card.decidedAt)}`,
    },
    { label: "Why", value: card?.reason },
    { label: "Issued", value: card?.issuedAt && `By ${card.issuedby}, ${asMinute(card.issuedAt)}` },
    { label: "Valid until", value: card?.validuntil && asDay(`${card.validuntil}T12:00:00Z`) },
    { label: "Card number", value: made ? card.number : null },
  ];
  return (
    <section aria-label="The card" className="card grid gap-4 p-5">
      <Facts list={facts.filter(({ value }) => value)} />
      {card?.state === "Replaced" && <p>A newer card was issued, so this one is void.</p>}
      {!made && stop && <p role="status">{stop}.</p>}
      {mayIssue && stop === null && (
        <button type="button" className="button justify-self-start" onClick={() => setAsked(true)}>
          Issue the card
        </button>
      )}
      {asked && (
        <Confirm
          title={`Issue the card of ${student.name}`}
          submit="Issue"
          send={(attempt) => call(issueIdCard, { params: { id: order._id }, body: {}, attempt })}
          onHide={() => setAsked(false)}
          onDone={() => reread()}
        >
          <p>It can be printed then, and an earlier card of this student is void from this moment.</p>
        </Confirm>
      )}
    </section>
  );
}
