// Stands in the document itself: what the screen shows first is on its way before any other script is there.
import { kept } from "#kit/draft/storage.web.ts";
import { beginAhead, writtenAhead } from "./device/ahead.web.ts";

const ahead = writtenAhead();
const token = kept(ahead.token ?? "");
if (token !== null) beginAhead(ahead, { authorization: `Bearer ${token}` });
else if (ahead.open) beginAhead(ahead, {});
