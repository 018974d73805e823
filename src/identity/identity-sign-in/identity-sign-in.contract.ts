import * as v from "valibot";
import { fields, get, put } from "#kit/endpoint.contract.ts";
import { loginResult } from "../sign-in/sign-in.contract.ts";

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
  loginResult,
);
