/** The pictures that the menu can show, by their usual names. */
export const menuIcons = [
  "archive",
  "award",
  "banknote",
  "book-open",
  "building-2",
  "calendar-days",
  "clipboard-list",
  "file-text",
  "gauge",
  "graduation-cap",
  "key-round",
  "life-buoy",
  "mail",
  "plug",
  "scale",
  "scroll-text",
  "users",
] as const;

/** The blocks of the menu, in their order, each with its icon. A college may rename and reorder them. */
export const pageGroups = {
  overview: { name: "Overview", icon: "gauge" },
  selection: { name: "Selection", icon: "clipboard-list" },
  students: { name: "Students", icon: "graduation-cap" },
  courses: { name: "Courses", icon: "file-text" },
  teaching: { name: "Teaching", icon: "book-open" },
  results: { name: "Results", icon: "award" },
  graduation: { name: "Graduation", icon: "scroll-text" },
  money: { name: "Money", icon: "scale" },
  support: { name: "Support", icon: "life-buoy" },
  admission: { name: "Admission", icon: "calendar-days" },
  structure: { name: "Structure", icon: "building-2" },
  fees: { name: "Fees", icon: "banknote" },
  people: { name: "People", icon: "users" },
  access: { name: "Access", icon: "key-round" },
  systems: { name: "Other systems", icon: "plug" },
  records: { name: "Records", icon: "archive" },
} as const;

type Group = keyof typeof pageGroups;

export interface Page {
  readonly group: Group;
  readonly name: string;
  /** The folder of its screen, below `src/`: `<folder>.staff.page.tsx` stands in it; null where the app puts it together. */
  readonly folder: string | null;
}

/** The screen is the export of that file that is called as the key: `fee-schedule` is `FeeSchedulePage`. */
export const page = (group: Group, name: string, folder: string | null) => ({ group, name, folder }) satisfies Page;
