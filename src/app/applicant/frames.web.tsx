import { matched } from "#kit/call/address.web.ts";
import { paperAddresses } from "../screens/addresses.contract.ts";
import { applicantScreens, below, drawnScreens } from "../screens/routes.web.tsx";
import { screen, screenAt } from "../screens/screen.web.tsx";

/** The frames: around the screens before sign-in, and the whole area after it. */
export const publicFrame = screen(() => import("./public-layout.web.tsx"), "PublicLayout");
export const applicantArea = screen(() => import("./applicant-layout.web.tsx"), "ApplicantLayout");

/** All papers, which have no frame. */
export const papers = screen(() => import("../screens/paper-routes.web.tsx"), "Papers");

/** Loads what `pathname` shows first, and begins with the rest of it. */
export async function loadScreen(pathname: string): Promise<void> {
  if (pathname.startsWith("/app")) {
    void screenAt(below("/app/", applicantScreens), pathname)?.load(); // The screen itself says that it could not be loaded.
    return void (await applicantArea.load());
  }
  const paper = paperAddresses.find((pattern) => matched(pattern, pathname));
  if (paper) {
    const [{ paperScreens }] = await Promise.all([import("../screens/paper-routes.web.tsx"), papers.load()]);
    return void (await paperScreens[paper].load());
  }
  const drawn = drawnScreens.find(({ path }) => matched(path, pathname));
  await Promise.all([publicFrame.load(), drawn?.load()]);
}
