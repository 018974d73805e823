import { useMemo, useState } from "react";
import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import { RecordField } from "#console/form/form.field.part.page.tsx";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { factsOf } from "#console/record/record.facts.rules.ts";
import { blankOf, type Typed, typedForm, wireOf } from "#console/record/record.rules.ts";
import { call } from "#kit/call/call.web.ts";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { useNavigate } from "#kit/page/router.web.tsx";
import type { Replied, Sent } from "#kit/wire/endpoint.contract.ts";
import { fields } from "#kit/wire/endpoint.contract.ts";
import { moderationEntries, moderations, previewModeration, proposeModeration } from "./moderation.contract.ts";
import { EffectShown } from "./moderation.effect.part.page.tsx";
import { moderationWords } from "./moderation.rules.ts";

const facts = factsOf(moderationEntries);
const schema = typedForm(facts, fields(moderationEntries) as never);

interface Looked {
  readonly typed: string;
  readonly body: Sent<typeof proposeModeration>;
  readonly effect: Replied<typeof previewModeration>;
}

/** A new moderation: first it is looked at, then it is proposed. */
export function ProposeModeration() {
  const sheet = useSheet<Typed, Record<string, unknown>>(schema, blankOf(facts));
  const [labels] = useState(() => new Map<string, string>());
  const [looked, setLooked] = useState<Looked | null>(null);
  const typed = JSON.stringify(sheet.form.watch());
  const shown = looked?.typed === typed ? looked : null;
  const controls = useMemo(() => facts, []);
  return (
    <>
      <ConsoleHeading title="Moderate" note="Two people: you propose what you have seen, another approves it" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="card max-w-3xl p-5">
          <Form
            sheet={sheet}
            draft="moderation:new"
            submit="See whom it touches"
            silent
            send={async (values, _attempt) => {
              const body = wireOf(facts, values) as Sent<typeof proposeModeration>;
              const { reason: _, ...range } = body;
              const effect = await call(previewModeration, { body: range });
              return { message: "", body, effect };
            }}
            done={({ body, effect }) => setLooked({ typed: JSON.stringify(sheet.form.getValues()), body, effect })}
          >
            {controls.map((field) => (
              <RecordField key={field.name} field={field} sheet={sheet} labels={labels} />
            ))}
          </Form>
        </div>
        {shown && <EffectShown of={shown.effect} />}
        {shown && <Propose of={shown} />}
      </div>
    </>
  );
}

function Propose({ of: { body, effect } }: { of: Looked }) {
  const [asked, setAsked] = useState(false);
  const [made, setMade] = useState("");
  const navigate = useNavigate();
  return (
    <div>
      <button type="button" className="button" onClick={() => setAsked(true)}>
        Propose it
      </button>
      {asked && (
        <Confirm
          title={`Propose that ${moderationWords(effect)}?`}
          submit="Propose it"
          send={async (attempt) => {
            const reply = await call(proposeModeration, { body: { ...body, seen: effect.seen }, attempt });
            setMade(reply._id);
            return reply;
          }}
          onHide={() => setAsked(false)}
          onDone={() => navigate(`${moderations.link}/${made}`)}
        >
          <p>Another member of staff approves it, of exactly these marks. What was typed stays for ever.</p>
        </Confirm>
      )}
    </div>
  );
}
