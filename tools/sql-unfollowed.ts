/** What the check of SQL does not follow, by the function or constant that it stands in, and why. Aim at none. */
export const unfollowed: Readonly<Record<string, string>> = {
  asMigration: "runs the migrations themselves, which make the database that all else is described on",
  nyscRows:
    "is handed to the lists that leave by a higher domain (addListRows), which run it inside a statement of theirs",
  rowOf: "reads a row of the record that a call names, whichever of the console's that is",
  isTooOld: "is a part of nyscRows",
  filtered: "no list is filtered by a field of several values, nor by one of money, yet",
};
