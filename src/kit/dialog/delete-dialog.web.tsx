import { opened } from "../page/opened.web.tsx";

/** A record is deleted when the word Delete was typed exactly. The form comes when it is needed. */
export const DeleteDialog = opened(() => import("./delete-form.web.tsx").then((part) => part.DeleteForm));
