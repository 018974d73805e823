import { screen } from "./screen.web.tsx";

/** Stands where no screen is; seldom seen, so not part of the first script. */
export const notFound = screen(() => import("./not-found.web.tsx"), "NotFoundPage");
