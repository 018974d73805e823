import type { ComponentProps } from "react";
import { useFormContext } from "react-hook-form";
import { EmailField } from "#kit/field/text-fields.web.tsx";
import { meantAddress } from "./account.mail-slip.contract.ts";

/** An address to which a mail is to go: a slip in a usual domain is asked about, once the field was left. */
export function AddressField(field: ComponentProps<typeof EmailField>) {
  const { watch, setValue, getFieldState, formState } = useFormContext();
  const { isTouched } = getFieldState(field.name, formState);
  const meant = isTouched ? meantAddress(String(watch(field.name) ?? "")) : null;
  return (
    <div>
      <EmailField {...field} />
      <div role="status">
        {meant && (
          <p className="wrap-anywhere mt-1.5">
            Did you mean{" "}
            <button
              type="button"
              className="link cursor-pointer py-2.5 font-semibold"
              onClick={() => setValue(field.name, meant, { shouldDirty: true, shouldValidate: true })}
            >
              {meant}
            </button>
            ?
          </p>
        )}
      </div>
    </div>
  );
}
