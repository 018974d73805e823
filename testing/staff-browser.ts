import { desk, type Person } from "./browser.ts";
import type { Journey } from "./journey.ts";
import type { StaffMember } from "./staff.ts";

/** A member of staff at a desk, whose browser is signed in. */
export async function staffAt(journey: Journey, member: StaffMember, size = desk): Promise<Person> {
  const who = await journey.person({ size });
  const [name = "", value = ""] = member.cookie.split("=");
  await who.context.addCookies([{ name, value, url: journey.url, httpOnly: true, sameSite: "Strict" }]);
  return who;
}
