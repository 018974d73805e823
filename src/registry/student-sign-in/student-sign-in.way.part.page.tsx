export const HOME = "/student";
export const SIGN_IN = "/student/sign-in";

/** Under which name a device keeps which student was here last. */
export const KNOWN_STUDENT = "studentKnown";

/** Why somebody stands at the sign-in: marks of its address, which need no storage. */
export const ENDED = "session-ended";
export const SIGNED_OUT = "signed-out";
export const EVERYWHERE = "signed-out-everywhere";
export const CHOSEN = "password-chosen";

/** Screens that show nothing of who is signed in. */
export const isOutside = (path: string): boolean => /^\/student\/(?:sign-in|forgot|reset\/[^/]*)\/?$/.test(path);

/** Where a sign-in leads: to the page that asked for it (`?from=`), if it is one of the area's. */
export function wayBack(search: string): string {
  const from = new URLSearchParams(search).get("from") ?? "";
  if (!from.startsWith("/student/")) return HOME;
  // As a browser reads it: with `..` it leads elsewhere than it looks.
  const way = new URL(from, location.origin);
  const isOwn = way.origin === location.origin && way.pathname.startsWith("/student/") && !isOutside(way.pathname);
  return isOwn ? way.pathname + way.search : HOME;
}
