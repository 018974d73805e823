import { type ReactNode, useEffect, useState } from "react";
import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import { ReasonDialog } from "#console/confirm/confirm.reason.part.page.tsx";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { useRead } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { RadioField, SelectFrom } from "#kit/field/choice-fields.web.tsx";
import { DayField } from "#kit/field/day-field.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { USUAL_CONDITION } from "../offer.rules.ts";
import { type ReleaseWhole, readReleaseWhole, releases } from "../release/release.contract.ts";
import type { ReleaseKind } from "../release/release.rules.ts";
import { ReleaseBadge } from "../release/release.staff-one.part.page.tsx";
import {
  holdLines,
  offerAs,
  offeringForm,
  refuseWith,
  refusingForm,
  releaseLines,
  takeOffLines,
} from "./release-line.contract.ts";
import type { RefusalReason } from "./release-line.refusal.rules.ts";

interface LineParts {
  readonly of: ReleaseWhole;
  readonly picked: Picked;
}

export const bodyOfPicked = ({ chosen }: Picked) => ({ ...chosen, ids: chosen.ids && [...chosen.ids] });

export const countInWords = ({ chosen: { count } }: Picked): string => asCount(count, "application");

interface OnlyParts {
  readonly picked: Picked;
  readonly children: (only: Row | null) => ReactNode;
}

/** Shows what is to be said of the one that is selected, as it stands, so that its words can be mended; null for many. */
function Only({ picked: { chosen }, children }: OnlyParts) {
  const id = chosen.count === 1 ? chosen.ids?.[0] : undefined;
  return id === undefined ? children(null) : <One id={id}>{children}</One>;
}

function One({ id, children }: Pick<OnlyParts, "children"> & { id: string }) {
  const read = useRead(releaseLines.calls.read, { id });
  return read.data === undefined ? null : children(read.data as Row);
}

type OfferAsParts = LineParts & { onHide(): void };

const OfferAs = (parts: OfferAsParts) => (
  <Only picked={parts.picked}>{(only) => <Offering {...parts} only={only} />}</Only>
);

function Offering({ of, picked, only, onHide }: OfferAsParts & { only: Row | null }) {
  const sheet = useSheet(offeringForm, {
    offered: only?.offered === "Provisional" ? "Provisional" : "Conditional",
    condition: typeof only?.condition === "string" ? only.condition : "",
    conditiondue: "",
  });
  const isConditional = sheet.form.watch("offered") === "Conditional";
  return (
    <Dialog title={`What ${countInWords(picked)} ${picked.chosen.count === 1 ? "is" : "are"} offered`} onHide={onHide}>
      <Form
        sheet={sheet}
        draft={null}
        submit="Save"
        beside={<CloseButton onHide={onHide} />}
        send={({ offered, condition, conditiondue }, attempt) =>
          call(offerAs, {
            params: { id: of._id },
            body: {
              ...bodyOfPicked(picked),
              offered,
              ...(isConditional && condition && { condition }),
              ...(isConditional && conditiondue && { conditiondue }),
            } as never,
            attempt,
          })
        }
        done={async () => {
          onHide();
          await picked.done();
        }}
      >
        <RadioField {...sheet.field("offered")} options={["Provisional", "Conditional"]} />
        {isConditional && (
          <>
            <TextArea
              {...sheet.field("condition")}
              optional
              label="Condition"
              hint={`One a line: each is ticked by itself. Left empty: ${USUAL_CONDITION}`}
            />
            <DayField
              {...sheet.field("conditiondue")}
              optional
              hint="Who has not met them by then loses the offer, unless it is accepted"
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}

const choices: readonly { readonly value: RefusalReason; readonly label: string }[] = [
  { value: "Results", label: "Results: what they lack, and where they do" },
  { value: "Places", label: "Places: they go to other applicants" },
  { value: "Documents", label: "Documents: one did not come in time, or does not agree" },
  { value: "Other", label: "Something else" },
];

type RefuseWithParts = LineParts & { onHide(): void };

/** Why, and in which words: the usual ones of each applicant, or one's own for all of them. */
const RefuseWith = (parts: RefuseWithParts) => (
  <Only picked={parts.picked}>{(only) => <Words {...parts} only={only} />}</Only>
);

function Words({ of, picked, only, onHide }: RefuseWithParts & { only: Row | null }) {
  const [start] = useState({
    reason: (only?.reason as RefusalReason | undefined) ?? "Results",
    words: only ? String(only.words) : "",
  });
  const sheet = useSheet(refusingForm, start);
  const { reason: chosen } = sheet.form.watch();
  // The words of another reason are others; what was typed stays.
  useEffect(() => {
    if (chosen !== start.reason && sheet.form.getValues("words") === start.words) sheet.form.setValue("words", "");
  }, [chosen, start, sheet.form]);
  const isOther = chosen === "Other";
  return (
    <Dialog title={`Why ${countInWords(picked)} ${picked.chosen.count === 1 ? "is" : "are"} refused`} onHide={onHide}>
      <Form
        sheet={sheet}
        draft={null}
        submit="Save"
        beside={<CloseButton onHide={onHide} />}
        send={({ reason, words }, attempt) =>
          call(refuseWith, {
            params: { id: of._id },
            body: { ...bodyOfPicked(picked), reason, ...(words && { words }) } as never,
            attempt,
          })
        }
        done={async () => {
          onHide();
          await picked.done();
        }}
      >
        <SelectFrom {...sheet.field("reason")} choices={choices} />
        <TextArea
          {...sheet.field("words")}
          label="Words"
          optional={!isOther}
          hint={
            isOther
              ? "The applicant reads exactly this: say what they can do"
              : "Left empty, each applicant reads what the head of department wrote for this reason, else the usual words, filled with what is known of them"
          }
        />
      </Form>
    </Dialog>
  );
}

type Asked = "what" | "off" | "hold" | null;

function LineDeeds({ of, picked }: LineParts) {
  const [asked, setAsked] = useState<Asked>(null);
  const hide = () => setAsked(null);
  const isDraft = of.state === "Draft";
  const body = bodyOfPicked(picked);
  const params = { id: of._id };
  const button = (deed: Exclude<Asked, null>, word: string) => (
    <button type="button" className="button button-quiet" onClick={() => setAsked(deed)}>
      {word}
    </button>
  );
  const What = of.kind === "Offers" ? OfferAs : RefuseWith;
  return (
    <>
      {isDraft && button("what", of.kind === "Offers" ? "Say what is offered" : "Say why")}
      {isDraft && button("off", "Take off")}
      {!isDraft && button("hold", "Hold back")}
      {asked === "what" && <What of={of} picked={picked} onHide={hide} />}
      {asked === "off" && (
        <Confirm
          title={`Take ${countInWords(picked)} off “${of.title}”?`}
          submit="Take off"
          send={(attempt) => call(takeOffLines, { params, body, attempt })}
          onHide={hide}
          onDone={picked.done}
        >
          <p>
            {picked.chosen.count === 1 ? "It can" : "They can"} be put on this or another list again
            {picked.beyond && ". Those on other pages of the list go, too"}.
          </p>
        </Confirm>
      )}
      {asked === "hold" && (
        <ReasonDialog
          title={`Hold ${countInWords(picked)} back`}
          submit="Hold back"
          draft={`release:${of._id}:hold`}
          send={({ reason }, attempt) => call(holdLines, { params, body: { ...body, reason }, attempt })}
          onHide={hide}
          onDone={picked.done}
        >
          <p>
            The others go out as approved. For somebody who does not want the place, or about whom a question is open.
          </p>
        </ReasonDialog>
      )}
    </>
  );
}

export function LinesScreens() {
  const { pathname, search } = useLocation();
  const release = new URLSearchParams(search).get("release");
  if (pathname !== releaseLines.link) return <ListingScreens of={releaseLines} />;
  return release ? <LinesOf key={release} id={release} /> : <RecordList of={releaseLines} addAt={null} />;
}

function LinesOf({ id }: { id: string }) {
  const { data } = useRead(readReleaseWhole, { id });
  const mayChange = useRight("releases.change");
  const canChange = mayChange && data !== undefined && ["Draft", "Proposed", "Approved"].includes(data.state);
  return (
    <RecordList
      of={data ? { ...releaseLines, columns: columns[data.kind] } : releaseLines}
      addAt={null}
      chosenDeeds={canChange ? (picked: Picked) => <LineDeeds of={data} picked={picked} /> : undefined}
    >
      {data && <Whose of={data} />}
    </RecordList>
  );
}

/** What a list of offers knows of each, and what one of refusals. */
const columns: Readonly<Record<ReleaseKind, readonly string[]>> = {
  Offers: ["code", "name", "programme", "caps", "offered", "condition", "standing", "held", "merit"],
  Refusals: ["code", "name", "programme", "reason", "words", "standing", "held", "merit"],
};

/** Which list these belong to. */
const Whose = ({ of: { _id, title, state } }: { of: ReleaseWhole }) => (
  <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
    <Link to={`${releases.link}/${_id}`} className="link font-semibold">
      {title}
    </Link>
    <ReleaseBadge state={state} />
  </p>
);
