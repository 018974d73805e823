import type { ComponentType } from "react";
import { SignInPage } from "#identity/sign-in/sign-in.page.tsx";
import type { drawn } from "./addresses.contract.ts";

interface PublicPage {
  /** As in the list of what is drawn. */
  readonly path: keyof typeof drawn & string;
  readonly title: string;
  readonly Page: ComponentType;
}

/** Screens that are drawn at build and hydrated: they are in the first script, so keep them light. */
export const publicPages: readonly PublicPage[] = [{ path: "/", title: "Sign in", Page: SignInPage }];
