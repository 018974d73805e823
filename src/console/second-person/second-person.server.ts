import { Refusal } from "#kit/wire/refusal.server.ts";
import type { Officer } from "../scope/scope.server.ts";

/** Refuses whoever proposed something to approve it too: two people decide. 403. The table has the same rule as a constraint. */
export function requireAnother({ staff }: Pick<Officer, "staff">, proposedby: string): void {
  if (staff === proposedby)
    throw new Refusal(
      "another-must-decide",
      403,
      "You proposed this yourself, so somebody else must approve it. Ask a colleague who may",
    );
}
