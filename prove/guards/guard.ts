/** One line that keeps something bad from happening, and what the test that stands for it is called. */
export interface Guard {
  readonly against: string;
  readonly file: string;
  readonly has: string;
  /** The same place without the guard. */
  readonly becomes: string;
  /** A test file, and how the name of a test in it, or of a group of tests, begins. */
  readonly shown: readonly [file: string, name: string];
}
