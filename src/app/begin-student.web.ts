// Stands in the document itself: what the screen shows first is on its way before any other script is there.
import { kept } from "#kit/draft/storage.web.ts";
import { KNOWN_STUDENT } from "#registry/student-sign-in/student-sign-in.way.part.page.tsx";
import { beginAhead, writtenAhead } from "./device/ahead.web.ts";

// Elsewise the first visit of every browser would begin with a refusal.
if (kept(KNOWN_STUDENT) !== null) beginAhead(writtenAhead(), {});
