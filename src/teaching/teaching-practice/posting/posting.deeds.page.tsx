import type { ReactNode } from "react";
import { RecordField } from "#console/form/form.field.part.page.tsx";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import type { Values } from "#console/record/record.contract.ts";
import { factsOf } from "#console/record/record.facts.rules.ts";
import { blankOf, type Typed, typedForm, wireOf } from "#console/record/record.rules.ts";
import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { useShown } from "#kit/page/shown.web.ts";
import type { Sent } from "#kit/wire/endpoint.contract.ts";
import {
  moveForm,
  movePosting,
  postByHand,
  postByHandForm,
  superviseChosen,
  superviseForm,
} from "../teaching-practice.contract.ts";

interface DeedParts {
  readonly word: string;
  readonly title: string;
  readonly of: { readonly entries: Parameters<typeof factsOf>[0] };
  /** Which of the form's fields are asked for. */
  readonly asks: readonly string[];
  readonly isMain?: boolean;
  readonly children?: ReactNode;
  send(values: Values, attempt: string): Promise<{ readonly message: string }>;
  done(): void | Promise<void>;
}

/** A button with a dialog that asks for some fields of a form. */
function FieldsDeed({ word, isMain = false, ...parts }: DeedParts) {
  const { shown, show, hide } = useShown();
  return (
    <>
      <button type="button" className={isMain ? "button" : "button button-quiet"} onClick={show}>
        {word}
      </button>
      {shown && <FieldsDialog {...parts} word={word} onHide={hide} />}
    </>
  );
}

const noLabels = new Map<string, string>();

function FieldsDialog({ word, title, of, asks, children, send, done, onHide }: DeedParts & { onHide(): void }) {
  const facts = factsOf(of.entries).filter(({ name }) => asks.includes(name));
  const sheet = useSheet<Typed, Values>(typedForm(facts, of as never), blankOf(facts));
  return (
    <Dialog title={title} onHide={onHide}>
      <Form
        sheet={sheet}
        draft={null}
        submit={word}
        beside={<CloseButton onHide={onHide} />}
        send={(typed, attempt) => send(wireOf(facts, typed), attempt)}
        done={async () => {
          onHide();
          await done();
        }}
      >
        {children}
        {facts.map((field) => (
          <RecordField key={field.name} field={field} sheet={sheet} labels={noLabels} />
        ))}
      </Form>
    </Dialog>
  );
}

/** One student to one school, whoever has wished what. */
export function PostByHand() {
  return (
    <FieldsDeed
      word="Post a student"
      title="Post a student to a school"
      of={postByHandForm}
      asks={["round", "student", "school"]}
      send={(body, attempt) => call(postByHand, { body: body as Sent<typeof postByHand>, attempt })}
      done={useReread()}
    >
      <p>The student gets a mail, and prints the posting letter. What is missing for it is named.</p>
    </FieldsDeed>
  );
}

/** Who visits those that are chosen in the list. */
export function SuperviseChosen({ picked: { chosen, named, beyond, done } }: { picked: Picked }) {
  return (
    <FieldsDeed
      word="Give a supervisor"
      title={`Give ${named} a supervisor`}
      of={superviseForm}
      asks={["supervisor"]}
      send={(body, attempt) =>
        call(superviseChosen, {
          body: { ...chosen, ids: chosen.ids && [...chosen.ids], supervisor: String(body.supervisor) },
          attempt,
        })
      }
      done={done}
    >
      <p>
        The supervisor finds them under My supervision{beyond && ", also those on other pages of the list"}. Narrow the
        list to a school to give all who are there the same one.
      </p>
    </FieldsDeed>
  );
}

/** Another school for one who is posted. */
export function MovePosting({ id, name }: { id: string; name: string }) {
  return (
    <FieldsDeed
      word="Move"
      title={`Move ${name} to another school`}
      of={moveForm}
      asks={["school", "reason"]}
      send={(body, attempt) => call(movePosting, { params: { id }, body: body as Sent<typeof movePosting>, attempt })}
      done={useReread()}
    >
      <p>The place here is free again. The student gets a mail, and prints a new letter.</p>
    </FieldsDeed>
  );
}
