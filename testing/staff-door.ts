import { desk, type Person } from "./browser.ts";
import type { Journey } from "./journey.ts";

/** Somebody of the office who has signed in at the door, by address and password. */
export async function signsInAtDoor(
  journey: Journey,
  emailaddress: string,
  password: string,
  size = desk,
): Promise<Person> {
  const who = await journey.person({ size });
  await who.opens("/staff");
  await who.fills({ "Email Address": emailaddress, Password: password });
  await who.presses("Sign in");
  await who.page.waitForURL(/\/staff\/.+/);
  return who;
}

/** Types into a field that refers to a record, and chooses the first that is found. */
export async function chooses(who: Pick<Person, "field">, label: string, typed: string, choice: string): Promise<void> {
  const box = who.field(label);
  await box.fill(typed);
  await box.page().getByRole("option", { name: choice }).first().click();
}

/** What stands in the menu, from top to bottom. */
export const menuOf = (who: Person): Promise<string[]> =>
  who.page
    .getByRole("navigation", { name: "Pages", exact: true })
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.firstChild?.textContent ?? ""));
