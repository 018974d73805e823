import { toast } from "#kit/toast/toast.web.tsx";

/** Puts text into the clipboard and says in a toast what came of it. */
export async function copy(text: string, says: { readonly copied: string; readonly failed: string }): Promise<void> {
  // Absent on plain http, and refused by some phones.
  const copying = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"));
  await copying.then(
    () => toast("good", says.copied),
    () => toast("warn", says.failed),
  );
}
