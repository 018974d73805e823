/** Where somebody stands who studies at the demo college; Open has not registered yet. */
export type Standing = "Open" | "Waiting" | "Registered";

export interface DemoStudent {
  readonly firstname: string;
  readonly middlename: string | null;
  readonly lastname: string;
  readonly gender: "Female" | "Male";
  readonly programme: string;
  readonly level: 100 | 200;
  readonly standing: Standing;
  /** Signs in, by the part of the address before the @. */
  readonly address?: string;
  readonly about?: string;
  /** Which one of the electives. */
  readonly option: string;
  /** Of courses of earlier semesters. */
  readonly failed: readonly string[];
  /** A carry-over that was left out. */
  readonly leftOut?: string;
  readonly found?: readonly string[];
  readonly note?: string;
  /** Lectures missed, of those held. */
  readonly missed?: number;
}

const student = (
  name: string,
  gender: "Female" | "Male",
  programme: string,
  level: 100 | 200,
  standing: Standing,
  more: Partial<DemoStudent> = {},
): DemoStudent => {
  const [firstname = "", middlename = null, lastname = ""] = name.split(" ");
  const option = standing === "Waiting" ? "BIO 224" : "BIO 223";
  return { firstname, middlename, lastname, gender, programme, level, standing, option, failed: [], ...more };
};

/** No such people are known. */
export const students: readonly DemoStudent[] = [
  student("Halima Sani Abubakar", "Female", "NCE-BIO-CHE", 200, "Open", {
    address: "student",
    about: "Student who registers",
    failed: ["BIO 122"],
  }),
  student("Joseph Gambo Yisa", "Male", "NCE-BIO-CHE", 200, "Registered", {
    address: "registered.student",
    about: "Student who has registered",
    missed: 1,
  }),
  student("Comfort Ladi Gwani", "Female", "NCE-BIO-CHE", 200, "Registered"),
  student("Abdullahi Umar Kutigi", "Male", "NCE-BIO-CHE", 200, "Registered", { missed: 2 }),
  student("Maryam Aliyu Saba", "Female", "NCE-BIO-ISC", 200, "Registered"),
  student("Chidinma Ada Okeke", "Female", "NCE-BIO-ISC", 200, "Registered"),
  student("Usman Bala Doko", "Male", "NCE-BIO-CHE", 100, "Registered"),
  student("Deborah Nanret Pam", "Female", "NCE-BIO-CHE", 100, "Registered"),
  student("Fatima Isah Lapai", "Female", "NCE-BIO-CHE", 200, "Waiting"),
  student("Samuel Tanko Jatau", "Male", "NCE-BIO-CHE", 200, "Waiting"),
  student("Aisha Mohammed Ndagi", "Female", "NCE-BIO-ISC", 200, "Waiting"),
  student("Emmanuel Musa Zhiri", "Male", "NCE-BIO-CHE", 200, "Waiting", {
    failed: ["BIO 211"],
    found: ["prerequisite-missing"],
    note: "I sit BIO 211 again next session. Without BIO 221 now I stay a year longer.",
  }),
  student("Hadiza Garba Wushishi", "Female", "NCE-BIO-CHE", 200, "Waiting", {
    failed: ["BIO 122"],
    leftOut: "BIO 122",
    found: ["carry-over-left"],
    note: "I am at the hospital every Tuesday afternoon until June.",
  }),
];
