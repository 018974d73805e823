import { CallFailure } from "#kit/call/call.web.ts";
import { useOffline } from "#kit/call/connection.web.ts";
import { useCalmRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { Badge, type BadgeLook, StateLine } from "#kit/look/badge.web.tsx";
import { LinkButton } from "#kit/look/buttons.web.tsx";
import { CardBones, Progress } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { cardsOf, type DashboardCard } from "./applicant-dashboard.cards.rules.ts";
import { type Dashboard, readDashboard } from "./applicant-dashboard.contract.ts";
import { nextStep, stepsOf } from "./applicant-dashboard.steps.rules.ts";

export function DashboardPage() {
  const { data, error, refetch } = useCalmRead(readDashboard);
  return (
    <>
      <PageHeading
        title="Student Dashboard"
        subtitle="Manage your application process and view important information"
      />
      {data ? <Board seen={data} /> : error ? <Failed failure={error} again={() => void refetch()} /> : <Loading />}
    </>
  );
}

function Board({ seen }: { seen: Dashboard }) {
  return (
    <div className="grid gap-8">
      {seen.notices > 0 && (
        <Link to="/app/notices" className="card link p-4">
          New from the college ({seen.notices})
        </Link>
      )}
      <Next seen={seen} />
      <nav aria-label="Your application">
        <ul className="grid gap-3 sm:grid-cols-2 sm:gap-4">
          {cardsOf.map((card) => (
            <li key={card.to} className="grid">
              <BoardCard card={card} seen={seen} />
            </li>
          ))}
        </ul>
      </nav>
      <p className="flex flex-wrap gap-x-6">
        <Link to="/app/qualify" className="link py-2.5">
          Do I qualify?
        </Link>
        <Link to="/app/jamb" className="link py-2.5">
          JAMB and CAPS
        </Link>
      </p>
    </div>
  );
}

/** The one thing to do now, and how far the way has been walked. */
function Next({ seen }: { seen: Dashboard }) {
  const { title, text, button, to } = nextStep(seen);
  const all = stepsOf(seen);
  const done = all.filter((step) => step.done).length;
  return (
    <section
      aria-label="Your next step"
      className="card grid gap-6 border-l-4 border-l-brand p-5 sm:p-6 md:grid-cols-[1fr_18rem] md:items-center md:gap-10"
    >
      <div>
        <p className="font-semibold text-brand text-small">Your next step</p>
        {/* No line ends inside O-Level. */}
        <h2 className="mt-1 text-title">{title.replaceAll("O-Level", "O\u2011Level")}</h2>
        <p className="mt-2 mb-5 max-w-prose text-soft">{text}</p>
        {/* The student's area is a program of its own. */}
        <LinkButton to={to} target={to === "/student" ? "_self" : undefined}>
          {button}
          <span aria-hidden>→</span>
        </LinkButton>
      </div>
      {seen.applications === 0 && (
        <Progress label={`You have completed ${done} of ${all.length} steps`} value={done} most={all.length} />
      )}
    </section>
  );
}

const edges: Readonly<Record<BadgeLook, string>> = {
  good: "border-l-good",
  info: "border-l-info",
  warn: "border-l-warn",
  bad: "border-l-bad",
  plain: "border-l-edge",
};

/**
 * The applicant's own state first; the badge that the specification gives the card is its small print, which
 * says nothing against it: "Pending" beside what is done is about what follows, and not red. */
function BoardCard({ card, seen }: { card: DashboardCard; seen: Dashboard }) {
  const { look, words, hint } = card.state(seen);
  const badge = card.badge(seen);
  return (
    <Link
      to={card.to}
      className={`card group flex flex-col gap-1.5 border-l-4 p-4 hover:border-edge hover:bg-sunk ${edges[look]}`}
    >
      <span className="font-semibold font-serif group-hover:underline sm:text-large">{card.name}</span>
      <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <StateLine look={look} words={words} />
        {look === "good" && badge !== "Complete" ? (
          <span className="text-small text-soft">Next: {badge}</span>
        ) : (
          <Badge state={badge} />
        )}
      </span>
      {hint && <span className="text-small text-soft">{hint}</span>}
    </Link>
  );
}

function Loading() {
  const offline = useOffline();
  return (
    <div aria-busy="true">
      <p role="status" className="mb-5 text-soft">
        {offline ? "You are offline. This appears by itself once you are back" : "Please wait... system loading"}
      </p>
      <CardBones />
    </div>
  );
}

/** A refusal has a sentence of its own; anything else reads as Specification 8 says. */
function Failed({ failure, again }: { failure: Error; again(): void }) {
  const refused = failure instanceof CallFailure && failure.status === 200;
  return (
    <Alert look="bad" title="Error Encountered">
      <p>{refused ? failure.message : "Failed to load dashboard data"}</p>
      <button type="button" className="button button-quiet mt-3" onClick={again}>
        Try again
      </button>
    </Alert>
  );
}
