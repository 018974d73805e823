export const HOME = "/staff/dashboard";

/** Screens that show nothing of who is signed in. */
export const isOutside = (path: string): boolean => /^\/staff(?:\/?|\/forgot|\/signed-in|\/reset\/.*)$/.test(path);

/** Where a sign-in leads: to the page that asked for it (`?from=`), if it is one of the console's. */
export function wayBack(search: string): string {
  const from = new URLSearchParams(search).get("from") ?? "";
  if (!from.startsWith("/staff/")) return HOME;
  // As a browser reads it: with `..` it leads elsewhere than it looks.
  const way = new URL(from, location.origin);
  const isOwn = way.origin === location.origin && way.pathname.startsWith("/staff/") && !isOutside(way.pathname);
  return isOwn ? way.pathname + way.search : HOME;
}
