/**
 * The version that people accept now: it changes with every change of the text, and who accepted which, and when, is
 * kept. Apart from the text, which only its own page loads.
 */
export const PRIVACY_VERSION = "2026-11-3";
