import { type ReactNode, useState } from "react";
import type * as v from "valibot";
import { admitSession, confirmForm, sessions } from "#calendar/session/session.record.contract.ts";
import { type Formed, RecordForm } from "#console/form/form.part.page.tsx";
import { factsOf } from "#console/record/record.facts.rules.ts";
import { lagosMinute } from "#console/record/record.rules.ts";
import { call, newAttempt } from "#kit/call/call.web.ts";
import { useDeed } from "#kit/call/deed.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { thirteenDigits } from "#kit/value/phone.rules.ts";
import { fields, type Sent } from "#kit/wire/endpoint.contract.ts";
import { brand, contact, takeBrand } from "#reference/brand/brand.rules.ts";
import {
  addFees,
  addPapers,
  addPlaces,
  addProgrammes,
  beginSetUp,
  type Found,
  feeEntries,
  nameCollege,
  nameEntries,
  placeEntries,
  usualPapers,
} from "./set-up.contract.ts";

const formed = (noun: string, one: string, entries: v.ObjectEntries): Formed => ({
  noun: `set_up_${noun}`,
  one,
  called: one.toLowerCase(),
  facts: factsOf(entries),
  answers: [],
  form: fields(entries) as unknown as Formed["form"],
});

const college = formed("college", "Name of the college", nameEntries);
const fees = formed("fees", "Fees", feeEntries);
const places = formed("places", "Seats", placeEntries);
const confirmed = formed("open", "Session code", confirmForm.entries);

export function NameCollege() {
  const done = useStep();
  return (
    <RecordForm
      of={college}
      row={null}
      submit="Save the name"
      send={async (body, _version, attempt) => {
        const said = body as Sent<typeof nameCollege>;
        const reply = await call(nameCollege, { body: said, attempt });
        // This page too; the next that is loaded carries it.
        takeBrand({ ...brand, ...contact, ...said, phonenumber: thirteenDigits(said.phonenumber) });
        return reply;
      }}
      done={() => done()}
    />
  );
}

export const MakeGroups = () => (
  <Press submit="Make the groups" send={(attempt) => call(beginSetUp, { body: {}, attempt })} />
);

export function ChooseSchools({ schools }: Pick<Found, "schools">) {
  const [left, setLeft] = useState<readonly string[]>([]);
  const chosen = schools.filter(({ code }) => !left.includes(code));
  const many = chosen.reduce((sum, { programmes }) => sum + programmes, 0);
  return (
    <Press
      submit={`Add ${many} programmes`}
      disabled={chosen.length === 0}
      send={(attempt) => call(addProgrammes, { body: { schools: chosen.map(({ code }) => code) }, attempt })}
    >
      <Ticks
        legend="Schools"
        options={schools.map(({ code, name, programmes }) => ({ value: code, label: `${name} (${programmes})` }))}
        left={left}
        onChange={setLeft}
      />
    </Press>
  );
}

export function ChooseSession({ proposed: { code, name, opens, closes } }: Pick<Found, "proposed">) {
  const done = useStep();
  return (
    <RecordForm
      of={sessions}
      row={null}
      filled={{ code, name, semester: "1", opens: lagosMinute(opens), closes: lagosMinute(closes) }}
      submit="Add the session"
      send={(body, _version, attempt) => call(sessions.calls.create, { body, attempt })}
      done={() => done()}
    />
  );
}

type InHand = Pick<Found, "session">;

export function ChooseFees({ session }: InHand) {
  const done = useStep();
  return (
    <RecordForm
      of={fees}
      row={null}
      submit="Set the fees"
      send={(body, _version, attempt) =>
        call(addFees, { body: { session: session?._id ?? "", ...body } as Sent<typeof addFees>, attempt })
      }
      done={() => done()}
    />
  );
}

export function ChoosePapers({ session }: InHand) {
  const [left, setLeft] = useState<readonly string[]>([]);
  const papers = usualPapers.map(({ label }) => label).filter((label) => !left.includes(label));
  return (
    <Press
      submit="Ask for these papers"
      disabled={papers.length === 0}
      send={(attempt) => call(addPapers, { body: { session: session?._id ?? "", papers }, attempt })}
    >
      <Ticks
        legend="Papers"
        options={usualPapers.map(({ label, required }) => ({
          value: label,
          label: required ? label : `${label} (optional)`,
        }))}
        left={left}
        onChange={setLeft}
      />
    </Press>
  );
}

export function ChoosePlaces({ session }: InHand) {
  const done = useStep();
  return (
    <RecordForm
      of={places}
      row={null}
      submit="Give seats and rules"
      send={(body, _version, attempt) =>
        call(addPlaces, { body: { session: session?._id ?? "", ...body } as Sent<typeof addPlaces>, attempt })
      }
      done={() => done()}
    />
  );
}

export function OpenApplications({ session }: InHand) {
  const done = useStep();
  if (!session) return null;
  return (
    <>
      <p className="mb-2">
        Type <strong>{session.code}</strong>, the code of {session.name}, to confirm.
      </p>
      <RecordForm
        of={confirmed}
        row={null}
        submit={`Open applications for ${session.name}`}
        send={(body, _version, attempt) =>
          call(admitSession, { params: { id: session._id }, body: body as Sent<typeof admitSession>, attempt })
        }
        done={() => done()}
      />
    </>
  );
}

/** After a step everything is read anew: rights, menu and list. */
function useStep(): () => Promise<void> {
  const reread = useReread();
  return async () => {
    await reread();
  };
}

interface PressParts {
  readonly submit: string;
  readonly disabled?: boolean;
  readonly children?: ReactNode;
  send(attempt: string): Promise<{ readonly message: string }>;
}

/** A step that is one press. A refusal stays in view. */
function Press({ submit, disabled = false, children, send }: PressParts) {
  const [attempt] = useState(newAttempt);
  const { busy, refused, run } = useDeed();
  const done = useStep();
  const press = () =>
    run(async () => {
      toast("good", (await send(attempt)).message);
      await done();
    });
  return (
    <div className="grid justify-items-start gap-3">
      {refused && <Alert look="bad">{refused}</Alert>}
      {children}
      <button
        type="button"
        className={`button ${busy ? "button-waiting" : ""}`}
        disabled={busy || disabled}
        onClick={() => void press()}
      >
        {submit}
      </button>
    </div>
  );
}

interface TicksParts {
  readonly legend: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Those without a tick: all have one to begin with. */
  readonly left: readonly string[];
  onChange(left: readonly string[]): void;
}

function Ticks({ legend, options, left, onChange }: TicksParts) {
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{legend}</legend>
      {options.map(({ value, label }) => (
        <label key={value} className="flex min-h-(--control) cursor-pointer items-center gap-2">
          <input
            type="checkbox"
            className="size-4.5 shrink-0"
            checked={!left.includes(value)}
            onChange={({ target }) => onChange(target.checked ? left.filter((one) => one !== value) : [...left, value])}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
