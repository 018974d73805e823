import { page } from "./permission.groups.rules.ts";

/** Pages about students, courses and teaching of which one right opens and another changes what stands there. */
export const studiesChanged = {
  students: page("students", "Students", "Who studies here, and who did", "registry/student-file"),
  clearance: page("students", "Clearance", "Who has shown what, at which office", "registry/clearance"),
  "clearance-items": page(
    "students",
    "Clearance items",
    "What is asked before somebody becomes a student",
    "registry/clearance-item",
  ),
  "student-status": page(
    "students",
    "Changes of status",
    "Deferral, suspension, return and whatever else ends or begins",
    "registry/status-change",
  ),
  "student-merges": page(
    "students",
    "Merges of records",
    "Two records of one person become one, by two people",
    "registry/student-merge",
  ),
  invitations: page(
    "students",
    "Invitations",
    "Who was sent a link to choose a password, and who has one",
    "registry/student-invitation",
  ),
  "past-marks": page("students", "Past marks", "What was given before the portal kept results", "registry/past-mark"),
  "hand-over": page("students", "Hand-over", "Accepted applicants become students", "registry/hand-over"),
  "matric-counters": page(
    "students",
    "Matric counters",
    "How a programme's entrants are counted",
    "registry/matriculation",
  ),
  "service-orders": page(
    "students",
    "Service orders",
    "Services that students have ordered, from payment to collection",
    "registry/service-order",
  ),
  holds: page("students", "Holds", "What keeps students from something, and where they go", "registry/hold"),
  "outgoing-lists": page(
    "students",
    "Lists that leave",
    "Lists for JAMB, NCCE, NELFUND and lecturers, signed off and kept",
    "registry/outgoing-list",
  ),
  "matriculation-answers": page(
    "students",
    "Matriculation answers",
    "What JAMB said of each student in the National Matriculation List",
    "registry/outgoing-list/answer",
  ),
  "tuition-accounts": page(
    "students",
    "Tuition accounts",
    "What each student owes and has paid",
    "registry/tuition-account",
  ),
  "student-loans": page(
    "students",
    "Student loans",
    "NELFUND's loans: brought in, booked on the bills, paid by the fund",
    "registry/student-loan",
  ),
  "past-debts": page(
    "students",
    "Debts brought in",
    "What students owe from before the portal kept the bills",
    "registry/past-debt",
  ),
  "bill-adjustments": page(
    "students",
    "Changes of bills",
    "Waivers, scholarships, changes and debts brought in, by two people",
    "registry/bill-adjustment",
  ),
  sponsors: page("students", "Sponsors", "Bodies that pay for students", "registry/sponsor"),
  sponsorships: page(
    "students",
    "Sponsorships",
    "What a sponsor pays for a list of students, by two people and one payment",
    "registry/sponsorship",
  ),
  courses: page("courses", "Courses", "What each programme teaches, by level and semester", "registry/course"),
  "registration-permits": page(
    "courses",
    "Permits to register",
    "Who may register late, unpaid or above the units, and why",
    "registry/registration-permit",
  ),
  "course-allocations": page(
    "teaching",
    "Allocation",
    "Who teaches which class, and how much each lecturer has",
    "teaching/course-allocation",
  ),
} as const;
