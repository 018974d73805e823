/** So many references of one person are asked about at once by one process, however many are wanted. */
const LINES = 3;

/** The references that are being asked about for each applicant, once for each request. */
const taken = new Map<string, readonly string[]>();

/**
 * Does what asks the provider about a person's payment, so that nobody keeps it busy for everybody else. Answers false,
 * without asking, when the person's lines are taken by other references: what is known stands.
 */
export async function onOwnLine(applicant: string, payment: string, ask: () => Promise<boolean>): Promise<boolean> {
  const lines = taken.get(applicant) ?? [];
  if (new Set([...lines, payment]).size > LINES) return false;
  taken.set(applicant, [...lines, payment]);
  try {
    return await ask();
  } finally {
    giveBack(applicant, payment);
  }
}

function giveBack(applicant: string, payment: string): void {
  const lines = [...(taken.get(applicant) ?? [])];
  lines.splice(lines.indexOf(payment), 1);
  if (lines.length > 0) taken.set(applicant, lines);
  else taken.delete(applicant);
}
