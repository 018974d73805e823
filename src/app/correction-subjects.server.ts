import type { CorrectionSubject } from "#profile/record-correction/record-correction.subject.server.ts";
import { correctedApplications } from "#selection/application-correction/application-correction.server.ts";

/** Every kind of record that can be corrected by two people. A noun's is added here, one line each. */
export const correctionSubjects: readonly CorrectionSubject[] = [correctedApplications];
