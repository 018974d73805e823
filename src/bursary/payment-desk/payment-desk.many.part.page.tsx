import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useEffect } from "react";
import { Confirm } from "#console/confirm/confirm.ask.part.page.tsx";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { Progress } from "#kit/look/states.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { deskStateWords } from "#payments/payment-reference/payment-reference.rules.ts";
import { askAboutMany, deskPayments, MOST_ASKED, readRequery } from "./payment-desk.contract.ts";

interface AskParts {
  readonly picked: Picked;
  onAsked(requery: string): void;
}

export function AskMany({ picked, onAsked }: AskParts) {
  const { shown, show, hide } = useShown();
  const { chosen, named, done } = picked;
  const tooMany = chosen.count > MOST_ASKED;
  return (
    <>
      <button
        type="button"
        className="button"
        aria-disabled={tooMany}
        title={tooMany ? `At most ${asFigure(MOST_ASKED)} at once` : undefined}
        onClick={() => !tooMany && show()}
      >
        {tooMany ? `Ask about ${asFigure(MOST_ASKED)} at most` : `Ask about ${named}`}
      </button>
      {shown && (
        <Confirm
          title={`Ask about ${named}?`}
          submit={`Ask about ${named}`}
          send={async (attempt) => {
            const reply = await call(askAboutMany, {
              body: { ...chosen, ids: chosen.ids && [...chosen.ids] },
              attempt,
            });
            onAsked(reply._id);
            return reply;
          }}
          onHide={hide}
          onDone={done}
        >
          <p>
            The portal asks the provider about each, as its turn comes, and the list shows what it hears. Those that are
            settled are left out.
          </p>
        </Confirm>
      )}
    </>
  );
}

const EVERY_MS = 3_000;

/** How far the portal has come with asking; the list is read again whenever something has moved. */
export function RequeryProgress({ id, onHide }: { id: string; onHide(): void }) {
  const reread = useReread();
  const { data } = useQuery({
    queryKey: [readRequery.path, id],
    queryFn: ({ signal }) => call(readRequery, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && isDone(state.data) ? false : EVERY_MS),
  });
  const answered = data?.answered ?? 0;
  useEffect(() => {
    if (answered > 0) void reread();
  }, [answered, reread]);
  if (!data) return null;
  const { count, asked, moved } = data;
  const done = isDone(data);
  return (
    <section aria-label="Asked about many" className="card mb-3 grid gap-2 px-4 py-3">
      <div className="flex items-start justify-between gap-3">
        <p role="status">
          {done ? "Asked about" : "Asking about"} {asCount(count, "payment")}:{" "}
          <strong>{asFigure(answered)} answered</strong>
          {asked > answered && `, ${asFigure(asked - answered)} without an answer`}
          {moved.length === 0 && done && ". None has moved"}
        </p>
        <button type="button" className="clear shrink-0" onClick={onHide}>
          <X aria-hidden className="size-4" />
          <span className="sr-only">Hide</span>
        </button>
      </div>
      {!done && <Progress label="Asked about" value={asked} most={count} />}
      {moved.length > 0 && (
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {moved.map(({ to, count: times }) => (
            <li key={to}>
              <Link to={`${deskPayments.link}?state=${to}`} className="link figures">
                {asCount(times, "is", "are")} {deskStateWords[to]} now
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const isDone = ({ count, asked }: Replied<typeof readRequery>) => asked >= count;
