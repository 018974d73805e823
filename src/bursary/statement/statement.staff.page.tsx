import { Upload } from "lucide-react";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { NoAccess, useRight } from "#console/rights/rights.given.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { SetAside } from "./line/line.deeds.part.page.tsx";
import { LineScreen } from "./line/line.part.page.tsx";
import { linesTakenBack, missingPayments, statementLines, statements } from "./statement.contract.ts";
import { OneStatement } from "./statement.one.part.page.tsx";
import { overdueLink, StatementTabs, statementLink } from "./statement.part.page.tsx";

const ImportScreen = opened(() => import("./import/import.part.page.tsx").then((part) => part.ImportScreen));
const ThreeWaysScreen = opened(() =>
  import("./three-ways/three-ways.part.page.tsx").then((part) => part.ThreeWaysScreen),
);

/** Statements that were imported, their lines, what stands on none, and the sums three ways. */
export function StatementsPage() {
  const { pathname } = useLocation();
  const mayChange = useRight("statements.change");
  const at = (rest: string) => matched(`${statementLink}${rest}`, pathname);
  if (at("/import")) return mayChange ? <ImportScreen /> : <NoAccess name="Statements: change" />;
  if (at("/match")) return <ThreeWaysScreen />;
  if (at("/missing"))
    return (
      <RecordList of={newestFirst(missingPayments)} addAt={null} openAt={({ _id }) => `/staff/payments/${_id}`}>
        <StatementTabs />
        <AboutMissing />
      </RecordList>
    );
  if (at("/lines"))
    return (
      <RecordList
        of={lastDayFirst}
        addAt={null}
        chosenDeeds={mayChange ? (picked) => <SetAside picked={picked} /> : undefined}
      >
        <StatementTabs />
      </RecordList>
    );
  if (at("/taken-back"))
    return (
      <RecordList of={newestFirst(linesTakenBack)} addAt={null}>
        <StatementTabs />
      </RecordList>
    );
  const line = at("/lines/:id")?.id;
  if (line) return <LineScreen key={line} id={line} />;
  const id = at("/:id")?.id;
  if (id) return <OneStatement key={id} id={id} />;
  return (
    <RecordList
      of={newestFirst(statements)}
      addAt={null}
      beside={
        mayChange && (
          <Link to={`${statementLink}/import`} className="button">
            <Upload aria-hidden className="size-4" />
            Import a statement
          </Link>
        )
      }
    >
      <StatementTabs />
    </RecordList>
  );
}

/** Which of them are listed, and the way to the others. */
function AboutMissing() {
  const { search } = useLocation();
  const isOverdue = new URLSearchParams(search).get("late") === "true";
  return (
    <p className="mb-3 max-w-prose text-small text-soft">
      Booked here, and on no statement yet. Overdue is what should stand on one by now: the setting “Days until the
      statement” says when.{" "}
      <Link to={isOverdue ? missingPayments.link : overdueLink} className="link">
        {isOverdue ? "Also those that are not overdue" : "Only those that are overdue"}
      </Link>
    </p>
  );
}

const newestFirst = <L extends object>(list: L) => ({ ...list, usual: "-createdAt" });
const lastDayFirst = { ...statementLines, usual: "-day" };
