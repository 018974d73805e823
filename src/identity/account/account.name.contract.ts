interface Named {
  readonly firstname: string;
  readonly middlename?: string | null | undefined;
  readonly lastname: string;
}

/** A person's names as papers have them: `Aisha Ngozi Bello`, or `Aisha Bello` without a middle name. */
export const fullName = ({ firstname, middlename, lastname }: Named): string =>
  [firstname, middlename, lastname].filter(Boolean).join(" ");

/** As the office files them, surname first: `Bello Aisha Ngozi`. */
export const filedName = ({ firstname, middlename, lastname }: Named): string =>
  [lastname, firstname, middlename].filter(Boolean).join(" ");
