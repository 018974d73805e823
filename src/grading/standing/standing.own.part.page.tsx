import { semesterWords } from "#calendar/session/session.rules.ts";
import { useRead } from "#kit/call/read.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { Card } from "#kit/look/card.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import { readOwnStandings } from "./standing.contract.ts";
import { consequences, proposedLooks, standingWords } from "./standing.rules.ts";

/** One's own warnings, probations and withdrawals; nothing for who is in good standing. */
export function OwnStanding() {
  const { data } = useRead(readOwnStandings);
  const [last, ...earlier] = data ?? [];
  if (!last) return null;
  return (
    <Card title="Academic standing" beside={<WordBadge look={proposedLooks[last.standing]} word={last.standing} />}>
      <p>
        {standingWords[last.standing]} after the {semesterWords(last.semester)} {last.session}:{" "}
        <strong>{last.rule}</strong>.
      </p>
      <p>{consequences[last.standing]}</p>
      {earlier.length > 0 && (
        <ul className="text-small text-soft">
          {earlier.map(({ _id, standing, rule, at }) => (
            <li key={_id}>
              {standing}, {asDay(at)}: {rule}
            </li>
          ))}
        </ul>
      )}
      <p className="text-small text-soft">
        To see how it is worked out, open the CGPA below. If you think this is wrong, ask your head of department.
      </p>
    </Card>
  );
}
