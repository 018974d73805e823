import type { ReactNode } from "react";
import type { Row } from "#console/record/record.contract.ts";
import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { programmes } from "./programme.record.contract.ts";

/** `children` are further sections on the page of one programme. */
export const ProgrammesPage = ({ children }: { children?: (row: Row) => ReactNode }) => (
  <RecordScreens of={programmes}>{children}</RecordScreens>
);
