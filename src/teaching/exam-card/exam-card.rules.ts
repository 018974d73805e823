/** What the examinations office may permit one student. Attendance: below what is asked. Unpaid: before the fees are paid. */
export const examPermitKinds = ["Attendance", "Unpaid"] as const;

export type ExamPermitKind = (typeof examPermitKinds)[number];

export const examPermitNames: Readonly<Record<ExamPermitKind, string>> = {
  Attendance: "Sitting below the attendance that is asked",
  Unpaid: "Sitting before the fees are paid",
};
