import { NoAccess, useRight } from "#console/rights/rights.given.part.page.tsx";
import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { opened } from "#kit/page/opened.web.tsx";
import { useLocation } from "#kit/page/router.web.tsx";
import { intakes } from "./intake.contract.ts";
import { IntakeRules } from "./intake.entry-rules.page.tsx";

const RulesEditor = opened(() => import("./editor/editor.page.tsx").then((part) => part.RulesEditor));

export function IntakesPage() {
  const { pathname } = useLocation();
  const mayChange = useRight("intakes.change");
  const id = matched(`${intakes.link}/:id/rules`, pathname)?.id;
  if (id) return mayChange ? <RulesEditor key={id} id={id} /> : <NoAccess name="Seats and entry rules: change" />;
  return <RecordScreens of={intakes}>{(row) => <IntakeRules intake={row._id} />}</RecordScreens>;
}
