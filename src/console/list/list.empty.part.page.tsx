import { LinkButton } from "#kit/look/buttons.web.tsx";
import { EmptyState } from "#kit/look/states.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import type { Coming } from "../record/record.contract.ts";
import { useRight } from "../rights/rights.given.part.page.tsx";
import type { Asked, Listed } from "./list.asked.part.page.tsx";
import { isNarrowed, whole } from "./list.query.contract.ts";

interface NothingParts {
  readonly of: Listed;
  readonly asked: Asked;
  /** Where one is added; null for who may not. */
  readonly adding: string | null;
}

/** Stands where rows will stand: nothing yet, or nothing that the filters leave. */
export function NothingThere({ of, asked, adding }: NothingParts) {
  const { query } = asked;
  const many = of.many.toLowerCase();
  const settled = query.after === "" ? of.settled?.[whole({ ...query, sort: "" })] : undefined;
  if (settled) return <EmptyState title={settled} text="What comes next will stand here." />;
  if ((isNarrowed(query) && !asked.isUsual) || query.after !== "")
    return (
      <EmptyState title="Nothing found" text="Nothing here holds what you look for. Try other words, or fewer filters.">
        <div className="flex flex-wrap justify-center gap-2">
          {adding && <LinkButton to={adding}>Add {of.one.toLowerCase()}</LinkButton>}
          <Link to={asked.to({ q: "", filters: {} })} className="button button-quiet">
            Clear filters
          </Link>
        </div>
      </EmptyState>
    );
  return (
    <EmptyState
      title={of.none?.title ?? `No ${many} yet`}
      text={of.none?.text ?? of.comes?.text ?? "As soon as there are any, they stand here."}
    >
      {adding ? (
        <LinkButton to={adding}>Add {of.one.toLowerCase()}</LinkButton>
      ) : (
        of.comes && <WhereFrom coming={of.comes} />
      )}
      {isNarrowed(query) && (
        <Link to={asked.to({ q: "", filters: {} })} className="button button-quiet">
          Look at all of them
        </Link>
      )}
    </EmptyState>
  );
}

function WhereFrom({ coming: { at, name, right } }: { coming: Coming }) {
  if (!useRight(right)) return null;
  return (
    <Link to={at} className="button button-quiet">
      {name}
    </Link>
  );
}
