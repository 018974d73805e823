import * as v from "valibot";
import { fields, get, put } from "#kit/wire/endpoint.contract.ts";
import { sharedDevice, signedIn } from "../sign-in.contract.ts";

/** The OpenID Connect provider; empty when the college has configured none, and then no button is shown. Contract 3.20. */
export const identityProvider = v.union([
  v.strictObject({ issuer: v.string(), clientId: v.string(), nonce: v.string() }),
  v.strictObject({}),
]);

const tokenForm = fields({
  token: v.pipe(
    v.string("Token must be text"),
    v.nonEmpty("Token is required"),
    v.maxLength(8_192, "Token must be at most 8192 characters"),
    v.title("Token"),
  ),
  shared: sharedDevice,
});

/** A refusal that knows how to go on: nobody has the e-mail address yet. What the provider did not say is empty. */
export const toRegister = v.strictObject({
  type: v.literal("error"),
  code: v.literal("account-unknown"),
  message: v.string(),
  next: v.literal("register"),
  firstname: v.string(),
  lastname: v.string(),
  emailaddress: v.string(),
});

export const askIdentityProvider = get(
  "/ms_applicant/loginauth",
  "The provider for identity sign-in, or nothing",
  identityProvider,
);
export const identitySignIn = put(
  "/ms_applicant/loginauth",
  "Signs in by an OpenID Connect ID token",
  tokenForm,
  v.union([signedIn, toRegister]),
);

/** Leads the browser to the provider; `state` comes back with it. */
export const PROVIDER_DOOR = "/signing-in";
/** Where the provider sends the browser back to, with the token behind the #. */
export const WAY_BACK = "/signed-in";
/** The error with which the portal itself leads back there when the provider does not answer. */
export const UNREACHED = "provider_unreached";

/** As people call the provider: Google, or by its address. */
export const providerName = (issuer: string): string => {
  const [, host = issuer] = /^https?:\/\/([^/]+)/.exec(issuer) ?? [];
  return host === "accounts.google.com" ? "Google" : host;
};

/** Specification 4. */
export const SIGNED_IN_BY_IDENTITY = "Your login was successful";
