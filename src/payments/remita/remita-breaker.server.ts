const failuresBeforeRest = 5;

/** Counts what goes wrong in a row and says when to leave the provider alone. */
export interface Breaker {
  /** True when a call may go out. After a rest one call at a time may, until one succeeds. */
  mayAsk(): boolean;
  succeeded(): void;
  failed(): void;
}

/** Rests after five failures in a row, then lets one call through at a time. `restMs` is in milliseconds. */
export function breaker(restMs: number): Breaker {
  let failures = 0;
  let restsUntil = 0;
  return {
    mayAsk() {
      if (failures < failuresBeforeRest) return true;
      const now = performance.now();
      if (now < restsUntil) return false;
      restsUntil = now + restMs;
      return true;
    },
    succeeded() {
      failures = 0;
    },
    failed() {
      failures += 1;
      if (failures >= failuresBeforeRest) restsUntil = performance.now() + restMs;
    },
  };
}
