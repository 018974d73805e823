import { LinkButton } from "#kit/buttons.web.tsx";
import { Link } from "#kit/router.web.tsx";
import { EmptyState } from "#kit/states.web.tsx";
import type { Listed } from "./list.asked.part.page.tsx";
import { isNarrowed, type Query } from "./list.query.contract.ts";

interface NothingParts {
  readonly of: Listed;
  readonly query: Query;
  /** Where one is added; null for who may not. */
  readonly adding: string | null;
}

/** Stands where rows will stand: nothing yet, or nothing that the filters leave. */
export function NothingThere({ of, query, adding }: NothingParts) {
  const many = of.many.toLowerCase();
  if (isNarrowed(query) || query.after !== "")
    return (
      <EmptyState title="Nothing found" text={`No ${many} hold what you look for. Try other words, or fewer filters.`}>
        <div className="flex flex-wrap justify-center gap-2">
          {adding && <LinkButton to={adding}>Add {of.one.toLowerCase()}</LinkButton>}
          <Link to={of.link} className="button button-quiet">
            Clear filters
          </Link>
        </div>
      </EmptyState>
    );
  return (
    <EmptyState title={`No ${many} yet`} text={`As soon as there are any, they stand here.`}>
      {adding && <LinkButton to={adding}>Add {of.one.toLowerCase()}</LinkButton>}
    </EmptyState>
  );
}
