const FIVE_MINUTES_MS = 300_000;

const banner = () => import("./banner.web.ts");

/** Shows what the college has put across its pages, after the screen is there; and looks again while a page stays open. */
export function watchBanners(): void {
  if (document.getElementById("banners")) void banner().catch(() => undefined);
  setInterval(() => {
    if (!document.hidden)
      void banner().then(
        ({ renewBanners }) => renewBanners(),
        () => undefined,
      );
  }, FIVE_MINUTES_MS);
}
