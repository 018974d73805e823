import type { Book } from "./book.ts";
import type { Faults } from "./faults.ts";
import type { Mailbag } from "./notify.ts";
import type { Settings } from "./settings.ts";

/** All that a deed of the sandbox works with. */
export interface Desk {
  settings: Settings;
  book: Book;
  faults: Faults;
  mailbag: Mailbag;
}
