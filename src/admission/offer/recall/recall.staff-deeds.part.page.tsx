import { ProposalDeeds } from "#access/proposal/proposal.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { useShown } from "#kit/page/shown.web.ts";
import {
  approveRecall,
  dismissRecall,
  proposeRecall,
  recallForm,
  takeRecallBack,
  USUAL_WORDS,
} from "./recall.contract.ts";

interface ProposeParts {
  readonly of: { readonly release: string } | { readonly application: string };
  readonly named: string;
}

export function ProposeRecall({ of, named }: ProposeParts) {
  const { shown, show, hide } = useShown();
  return (
    <>
      <button type="button" className="button button-quiet" onClick={show}>
        Recall
      </button>
      {shown && <RecallDialog of={of} named={named} onHide={hide} />}
    </>
  );
}

function RecallDialog({ of, named, onHide }: ProposeParts & { onHide(): void }) {
  const sheet = useSheet(recallForm, { ...of, reason: "", words: USUAL_WORDS });
  const reread = useReread();
  const isList = "release" in of;
  return (
    <Dialog title={`Recall ${named}`} onHide={onHide}>
      <Form
        sheet={sheet}
        draft={`recall:${isList ? of.release : of.application}`}
        submit="Propose the recall"
        beside={<CloseButton onHide={onHide} />}
        send={(body, attempt) => call(proposeRecall, { body, attempt })}
        done={async () => {
          onHide();
          await reread();
        }}
      >
        <p>
          Once somebody else approves it, {isList ? "what this list told is" : "this offer is"} taken back: the papers
          are void, open references are cancelled, and {isList ? "each applicant" : "the applicant"} gets a mail.
          Accepted places stay.
        </p>
        <TextArea {...sheet.field("reason")} hint="For the office: it stands in the history" />
        <TextArea {...sheet.field("words")} hint="The applicant reads exactly this" />
      </Form>
    </Dialog>
  );
}

interface DeedsParts {
  readonly of: { readonly _id: string; readonly me: boolean };
  readonly named: string;
}

/** What can be done with a proposed recall: another approves or dismisses it, its proposer gives it up. */
export function RecallDeeds({ of: { _id, me }, named }: DeedsParts) {
  const params = { id: _id };
  return (
    <ProposalDeeds
      isOwn={me}
      deeds={[
        {
          word: "Give the recall up",
          right: "releases.change",
          by: "proposer",
          title: `Give the recall up of ${named}?`,
          follows: <p>Nothing is taken back.</p>,
          send: (attempt) => call(takeRecallBack, { params, attempt }),
        },
        {
          word: "Dismiss the recall",
          right: "releases.approve",
          by: "another",
          title: `Dismiss the recall of ${named}?`,
          follows: <p>Nothing is taken back.</p>,
          send: (attempt) => call(dismissRecall, { params, attempt }),
        },
        {
          word: "Approve the recall",
          right: "releases.approve",
          by: "another",
          isMain: true,
          title: `Approve the recall of ${named}?`,
          follows: <p>It is taken back now, and the applicants are told.</p>,
          send: (attempt) => call(approveRecall, { params, attempt }),
        },
      ]}
    />
  );
}
