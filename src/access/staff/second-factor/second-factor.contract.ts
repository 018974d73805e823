import * as v from "valibot";
import { optional, password } from "#kit/field/fields.contract.ts";
import { done, fields, post } from "#kit/wire/endpoint.contract.ts";

/** A recovery code: ten signs of which none reads like another. */
export const RECOVERY_SIGNS = "ABCDEFGHJKMNPQRSTVWXYZ23456789";

const FORM = "Type the six digits that the app shows, or a recovery code of ten signs";

/** Six digits of the app, or a recovery code. Spaces and hyphens help to read and mean nothing. */
export const secondFactorCode = v.pipe(
  v.string("Code must be text"),
  v.nonEmpty("Code is required"),
  v.maxLength(40, FORM),
  v.transform((typed) => typed.replace(/[\s-]/g, "").toUpperCase()),
  v.regex(new RegExp(`^(?:\\d{6}|[${RECOVERY_SIGNS}]{10})$`), FORM),
  v.title("Code"),
);

const beginForm = fields({ password: password("Password"), code: optional(secondFactorCode) });
const confirmForm = fields({
  code: v.pipe(
    v.string("Code must be text"),
    v.nonEmpty("Code is required"),
    v.transform((typed) => typed.replace(/[\s-]/g, "")),
    v.regex(/^\d{6}$/, "Type the six digits that the app shows"),
    v.title("Code"),
  ),
});
const removeForm = fields({ password: password("Password"), code: secondFactorCode });

const path = "/staff/ms_second_factor";

/** `secret` in base32, for typing; `uri` the same as an authenticator app reads it. Nothing changes until it is confirmed. */
export const beginSecondFactor = post(
  `${path}/begin`,
  "A new secret for an authenticator app; where there is a second factor already, a code of it is needed",
  beginForm,
  done({ secret: v.string(), uri: v.string() }),
);
/** The recovery codes are answered once and never again. */
export const confirmSecondFactor = post(
  `${path}/confirm`,
  "Turns the second factor on by a code of the new secret",
  confirmForm,
  done({ recoverycodes: v.array(v.string()) }),
);
export const removeSecondFactor = {
  method: "DELETE",
  path,
  summary: "Turns the second factor off, where the college does not ask for it",
  body: removeForm,
  reply: done({}),
} as const;

/** How long a secret that was begun waits for its first code. */
export const BEGUN_MINUTES = 30;
