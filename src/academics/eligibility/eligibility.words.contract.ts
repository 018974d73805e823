export const UNTYPED = "Add your O-Level results first, then we can tell";
export const UNPUBLISHED = "The college has not published the entry rules";
