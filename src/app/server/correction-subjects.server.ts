import { listsWith } from "#admission/offer/offer.server.ts";
import type { CorrectionSubject } from "#profile/record-correction/record-correction.server.ts";
import { correctedApplications } from "#selection/application-correction/application-correction.server.ts";

/** An application as the desk corrects it; what is on its way out is known to the releases alone. */
const applications: CorrectionSubject = {
  ...correctedApplications,
  stays: async (db, change) => [
    ...(await correctedApplications.stays(db, change)),
    ...(await listsWith(db, change.record)),
  ],
};

/** Every kind of record that can be corrected by two people. A noun's is added here, one line each. */
export const correctionSubjects: readonly CorrectionSubject[] = [applications];
