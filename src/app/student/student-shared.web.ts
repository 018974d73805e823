import { call } from "#kit/call/call.web.ts";
import { readStudentPermit } from "#registry/student-sign-in/student-sign-in.contract.ts";
import { ENDED, SIGN_IN } from "#registry/student-sign-in/student-sign-in.way.part.page.tsx";
import { watchSharedDevice } from "../device/shared-device.web.ts";
import { leaveForGood } from "./student-sign-in.web.ts";

let watching = false;

/** Fetched by shared devices only. */
export function watchStudentDevice(): void {
  if (watching) return;
  watching = true;
  watchSharedDevice({
    touch: () => call(readStudentPermit),
    leave: () => leaveForGood(`${SIGN_IN}#${ENDED}`),
  });
}
