import type { ComponentType } from "react";
import { RegisterPage } from "#identity/account/account.register.page.tsx";
import { ForgotPage } from "#identity/password-reset/password-reset.forgot.page.tsx";
import { SignInPage } from "#identity/sign-in/sign-in.page.tsx";
import { VerifyPage } from "#identity/verification/verification.page.tsx";
import type { drawn } from "./addresses.contract.ts";

interface PublicPage {
  /** As in the list of what is drawn. */
  readonly path: keyof typeof drawn & string;
  readonly title: string;
  readonly Page: ComponentType;
}

/** Screens that are drawn at build and hydrated: they are in the first script, so keep them light. */
export const publicPages: readonly PublicPage[] = [
  { path: "/", title: "Sign in", Page: SignInPage },
  { path: "/account", title: "Create your profile", Page: RegisterPage },
  { path: "/register", title: "Create your profile", Page: RegisterPage },
  { path: "/verify", title: "Verify your account", Page: VerifyPage },
  { path: "/forgot", title: "Forgot password", Page: ForgotPage },
];
