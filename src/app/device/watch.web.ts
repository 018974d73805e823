import { ENDED, readPermit } from "#identity/session/session.contract.ts";
import { call } from "#kit/call/call.web.ts";
import { watchSharedDevice } from "./shared-device.web.ts";
import { leaveForGood } from "./storage.web.ts";

/** Fetched by shared devices only. */
export const watchDevice = (): void =>
  watchSharedDevice({ touch: () => call(readPermit), leave: () => leaveForGood(`/${ENDED}`) });
