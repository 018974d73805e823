import { ListOrdered } from "lucide-react";
import { useId, useState } from "react";
import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import { LabelledReference } from "#console/reference/reference.box.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { generateSteps, steps } from "./step.contract.ts";

export function StepsPage() {
  const mayChange = useRight("steps.change");
  return <RecordScreens of={steps} beside={mayChange && <Generate />} />;
}

function Generate() {
  const { shown, show, hide } = useShown();
  return (
    <>
      <button type="button" className="button button-quiet" onClick={show}>
        <ListOrdered aria-hidden className="size-4" />
        Generate
      </button>
      {shown && <Generating onHide={hide} />}
    </>
  );
}

function Generating({ onHide }: { onHide(): void }) {
  const reread = useReread();
  const [programme, setProgramme] = useState("");
  const [levels, setLevels] = useState("");
  const [semesters, setSemesters] = useState("2");
  const body = {
    ...(programme && { programme }),
    ...(levels && { levels: Number(levels) }),
    semesters: Number(semesters),
  };
  return (
    <Confirm
      title="Generate steps"
      submit="Generate steps"
      send={(attempt) => call(generateSteps, { body, attempt })}
      onHide={onHide}
      onDone={reread}
    >
      <div className="grid gap-4">
        <p>
          Each semester gets its place in the order: the first semester of 100 level is step 1. Whoever enters at 200
          level begins at the step of that level. Steps that stand already are put right, and those beyond the last
          level go.
        </p>
        <LabelledReference
          noun="programme"
          label="Programme"
          held={programme}
          placeholder="Every programme without its own"
          onChoose={setProgramme}
        />
        <div className="flex flex-wrap gap-4">
          <Picked
            label="Levels"
            value={levels}
            onChange={setLevels}
            options={[
              ["", "By its years"],
              ...["1", "2", "3", "4", "5", "6", "7", "8", "9"].map((one) => [one, one] as const),
            ]}
          />
          <Picked
            label="Semesters of a level"
            value={semesters}
            onChange={setSemesters}
            options={[
              ["2", "2"],
              ["1", "1"],
            ]}
          />
        </div>
      </div>
    </Confirm>
  );
}

interface PickedParts {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, word: string])[];
  onChange(value: string): void;
}

function Picked({ label, value, options, onChange }: PickedParts) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      <select id={id} className="control w-40" value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([one, word]) => (
          <option key={one} value={one}>
            {word}
          </option>
        ))}
      </select>
    </div>
  );
}
