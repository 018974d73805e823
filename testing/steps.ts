import type { Locator, Page } from "playwright-core";

/** What a person does on a page or in a dialog. Everything is found by the words that stand there. */
export interface Steps {
  /** Waits until these words can be seen. */
  sees(...words: (string | RegExp)[]): Promise<void>;
  seesHeading(name: string | RegExp): Promise<void>;
  /** Types into each field, or chooses from it, by its label. */
  fills(values: Readonly<Record<string, string>>): Promise<void>;
  /** Chooses one of a few that are all in view. */
  picks(group: string, choice: string): Promise<void>;
  presses(button: string | RegExp): Promise<void>;
  follows(link: string | RegExp): Promise<void>;
  /** Waits for the dialog and answers the steps inside it. */
  inDialog(title: string | RegExp): Promise<Steps & { readonly box: Locator }>;
  field(label: string): Locator;
  /** The sentence under a field, when there is one. */
  errorOf(label: string): Promise<string>;
}

export function stepsIn(scope: Page | Locator): Steps {
  const field = (label: string) => scope.getByLabel(labelled(label));
  return {
    field,
    async sees(...words) {
      for (const each of words) await seen(scope.getByText(each).filter({ visible: true }));
    },
    seesHeading: (name) => seen(scope.getByRole("heading", { name })),
    async fills(values) {
      for (const [label, value] of Object.entries(values)) {
        const control = field(label);
        const tag = await control.evaluate((element) => element.tagName);
        if (tag === "SELECT") await control.selectOption({ label: value });
        else await control.fill(value);
      }
    },
    picks: (group, choice) =>
      scope
        .getByRole("group", { name: labelled(group) })
        .getByRole("radio", { name: choice, exact: true })
        .check(),
    presses: (button) => scope.getByRole("button", { name: button, exact: true }).click(),
    follows: (link) => scope.getByRole("link", { name: link, exact: true }).first().click(),
    async inDialog(title) {
      const box = scope.getByRole("dialog", { name: title });
      await box.waitFor();
      return { ...stepsIn(box), box };
    },
    async errorOf(label) {
      const control = field(label);
      return control.evaluate((element) => {
        const ids = element.getAttribute("aria-describedby")?.split(" ") ?? [];
        const error = ids.find((id) => id.endsWith("-error"));
        return (error && document.getElementById(error)?.textContent?.replace(/^Error: /, "")) || "";
      });
    },
  };
}

/** Waits for the first; where it does not come, says what is there instead. */
async function seen(what: Locator): Promise<void> {
  try {
    await what.first().waitFor();
  } catch (fault) {
    const page = what.page();
    const there = await page.locator("body").innerText({ timeout: 1000 }).catch(String);
    throw new Error(`${fault instanceof Error ? fault.message : fault}\n${page.url()} shows:\n${there.slice(0, 800)}`);
  }
}

/** Space, and the signs of the marked language. */
const unseen = "[\\s\u00ad\u200b]*";

const labelled = (label: string) => {
  const words = label.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(" ", ` ${unseen}`);
  return new RegExp(`^${unseen}${words}(${unseen}\\(optional\\))?${unseen}$`);
};
