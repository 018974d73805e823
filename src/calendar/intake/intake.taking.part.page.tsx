import { useId, useState } from "react";
import { withQuery } from "#console/list/list.asked.part.page.tsx";
import type { Choice } from "#console/record/record.contract.ts";
import { ReferenceBox } from "#console/reference/reference.box.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import type { Sheet } from "#kit/form/sheet.web.ts";
import { intakes } from "./intake.contract.ts";
import { readRules, type TypedRules } from "./intake.write.contract.ts";

interface TakingParts {
  readonly session: Choice;
  readonly sheet: Sheet<TypedRules>;
}

/** Puts the rules of another programme into the form, to be changed or saved as they are; the remark stays. */
export function TakingRules({ session, sheet }: TakingParts) {
  const id = useId();
  const [said, setSaid] = useState("");
  const take = async (programme: Choice) => {
    setSaid("");
    try {
      const form = await rulesOfProgramme(session, programme);
      if (!form) return setSaid(`${programme.label} has no entry rules in ${session.label}. Choose another programme`);
      const { directentry = "", note: _note, ...rules } = form;
      const { note } = sheet.form.getValues();
      sheet.form.reset({ ...rules, directentry, note }, { keepDefaultValues: true });
      setSaid(`These are the rules of ${programme.label} now. Nothing is saved yet`);
    } catch (failure) {
      setSaid(failure instanceof Error ? failure.message : String(failure));
    }
  };
  return (
    <div className="max-w-prose">
      <label htmlFor={id} className="mb-1 block font-semibold">
        Take the rules of
      </label>
      <ReferenceBox
        id={id}
        label="Take the rules of"
        noun="programme"
        chosen={null}
        look="control"
        placeholder="Type to find a programme"
        describedBy={`${id}-said`}
        onChoose={(programme) => programme && void take(programme)}
      />
      <p id={`${id}-said`} role="status" className="mt-1 text-soft">
        {said || `They are put in the place of those below, as they stand in ${session.label}.`}
      </p>
    </div>
  );
}

async function rulesOfProgramme(session: Choice, programme: Choice) {
  const query = new URLSearchParams({ session: session._id, programme: programme._id });
  const { list } = await call(withQuery(intakes.calls.list, query.toString()), {});
  const [intake] = list;
  if (!intake) return null;
  const { isSet, form } = await call(readRules, { params: { id: intake._id } });
  return isSet ? form : null;
}
