/** What a block of the menu may be marked with. */
export const menuIcons = [
  "gauge",
  "calendar-days",
  "building-2",
  "banknote",
  "users",
  "key-round",
  "archive",
  "book-open",
  "clipboard-list",
  "file-text",
  "graduation-cap",
  "inbox",
  "landmark",
  "mail",
  "receipt",
  "scale",
  "settings",
  "shield-check",
  "stamp",
  "wrench",
] as const;

export type MenuIcon = (typeof menuIcons)[number];
