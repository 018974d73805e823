import * as v from "valibot";
import { text } from "#kit/field/fields.contract.ts";

/** Which of the provider's services takes a fee: the number that the provider gave the college. Specification 5: at least 1. */
export const providerService = (label: string) =>
  v.pipe(
    text(label, 15),
    v.regex(/^\d+$/, `${label} must hold digits only, as the payment provider gives it`),
    v.check((digits) => !/^0+$/.test(digits), `${label} must be at least 1`),
    v.check((digits) => !/^0\d*[1-9]/.test(digits), `${label} must not begin with 0`),
    v.title(label),
  );

/** Said wherever an amount is typed that payments are made of. */
export const FROZEN =
  "A payment keeps the amounts of the day when its reference was made. A change is for references that are made later";
