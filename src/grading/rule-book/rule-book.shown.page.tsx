import { CopyPlus } from "lucide-react";
import { type ReactNode, useId } from "react";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { Dialog } from "#kit/dialog/dialog.web.tsx";
import { TextField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { Link, useNavigate } from "#kit/page/router.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { copyForm, copyProfile, readBook } from "../result-profile/result-profile.book.contract.ts";
import { profileUses, readCohorts, resultProfiles } from "../result-profile/result-profile.contract.ts";
import { rangeOf, ruleInWords } from "../result-profile/result-profile.rules.ts";
import { Scale } from "./rule-book.scale.page.tsx";
import { TryScore } from "./rule-book.try.page.tsx";

type Book = Replied<typeof readBook>;

const waiting = <div className="bone late h-40" />;

/** All rules of one profile, what a score comes to by them, and who is graded by them. */
export function RuleBook({ id }: { id: string }) {
  return (
    <Read from={useRead(readBook, { id })} waiting={waiting}>
      {(book) => (
        <>
          <Part title="Bands">
            {book.troubles.length > 0 && (
              <Alert look="warn" title="Nobody can be graded by it yet">
                <ul>
                  {book.troubles.map((trouble) => (
                    <li key={trouble}>{trouble}</li>
                  ))}
                </ul>
              </Alert>
            )}
            {book.form.bands.length > 0 && <Bands book={book} />}
          </Part>
          <Part title="Try a score">
            <TryScore book={book} />
          </Part>
          <Part title="Classes of pass">
            <Lines none="No class of pass is named." list={classLines(book)} />
          </Part>
          <Part title="Standing">
            <Lines none="No rule warns of a low average." list={book.form.standings.map((rule) => ruleInWords(rule))} />
          </Part>
          <Part title="Where it is used">
            <Uses book={book} />
          </Part>
        </>
      )}
    </Read>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="card grid gap-3 px-5 py-4">
      <h2 id={id} className="text-large">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Bands({ book: { form, passmark } }: { book: Book }) {
  return (
    <>
      <Scale bands={form.bands} passmark={passmark} />
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Grade</th>
            <th scope="col" className="right">
              Scores
            </th>
            <th scope="col" className="right">
              Points
            </th>
          </tr>
        </thead>
        <tbody>
          {form.bands.map(({ grade, from, to, point }) => (
            <tr key={grade}>
              <td>{grade}</td>
              <td className="right">{rangeOf(from, to)}</td>
              <td className="right">{point}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** From one average up to below the next. */
const classLines = ({ form: { classes } }: Book): string[] =>
  classes.map(({ name, from }, at) => {
    const above = classes[at - 1];
    return `${name}: a CGPA from ${from.toFixed(2)}${above ? ` to below ${above.from.toFixed(2)}` : ""}`;
  });

function Lines({ list, none }: { list: readonly string[]; none: string }) {
  if (list.length === 0) return <p className="text-soft">{none}</p>;
  return (
    <ul className="figures grid gap-1">
      {list.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function Uses({ book: { uses, copiedfrom, copies } }: { book: Book }) {
  return (
    <>
      {uses.length === 0 ? (
        <p className="text-soft">Nobody is graded by it yet.</p>
      ) : (
        <ul className="grid gap-1">
          {uses.map(({ _id, session, programme }) => (
            <li key={_id}>
              <Link to={`${profileUses.link}/${_id}`} className="link">
                {programme ?? "Every programme without its own"}
              </Link>
              , from the entrants of {session} on
            </li>
          ))}
        </ul>
      )}
      <p>
        <Link to={profileUses.link} className="link">
          Who is graded by which
        </Link>
      </p>
      {(copiedfrom ? [copiedfrom] : []).map(({ _id, name }) => (
        <p key={_id}>
          Copied from{" "}
          <Link to={`${resultProfiles.link}/${_id}`} className="link">
            {name}
          </Link>
        </p>
      ))}
      {copies.map(({ _id, name }) => (
        <p key={_id}>
          A later version is{" "}
          <Link to={`${resultProfiles.link}/${_id}`} className="link">
            {name}
          </Link>
        </p>
      ))}
    </>
  );
}

/** The next version, with all rules of this one. */
export function CopyProfile({ id }: { id: string }) {
  const { shown, show, hide } = useShown();
  const { data } = useRead(readBook, { id });
  return (
    <>
      <button type="button" className="button button-quiet" disabled={!data} onClick={show}>
        <CopyPlus aria-hidden className="size-4" />
        Copy as a new version
      </button>
      {shown && data && <Copying id={id} name={data.name} next={data.nextname} onHide={hide} />}
    </>
  );
}

function Copying({ id, name, next, onHide }: { id: string; name: string; next: string; onHide(): void }) {
  const sheet = useSheet(copyForm, { name: next });
  const navigate = useNavigate();
  const reread = useReread();
  return (
    <Dialog title={`Copy ${name} as a new version`} onHide={onHide}>
      <div className="grid gap-4">
        <p>It begins with all rules of {name}. Nobody is graded by it until you name it for a session of entry.</p>
        <Form
          sheet={sheet}
          draft={null}
          submit="Copy"
          send={(body, attempt) => call(copyProfile, { params: { id }, body, attempt })}
          done={({ _id }) => {
            onHide();
            void reread();
            navigate(`${resultProfiles.link}/${_id}`);
          }}
        >
          <TextField {...sheet.field("name")} label="Name" />
        </Form>
      </div>
    </Dialog>
  );
}

/** By which profile the entrants of each session are graded. */
export function Cohorts() {
  return (
    <Read from={useRead(readCohorts)} waiting={waiting}>
      {(sessions) => (
        <section aria-label="Who is graded by which" className="card mb-4 grid gap-3 px-5 py-4">
          <p className="text-soft">
            Cohorts keep the profile that was named for them. Another one is named for a later session of entry.
          </p>
          <dl className="grid gap-2">
            {sessions.map(({ session, lines }) => (
              <div key={session} className="grid gap-x-4 sm:grid-cols-[13rem_minmax(0,1fr)]">
                <dt className="font-semibold">Entrants of {session}</dt>
                {lines.map(({ profile, count, programmes }) => (
                  <dd key={profile?._id ?? "none"} className="sm:col-start-2">
                    {profile ? (
                      <Link to={`${resultProfiles.link}/${profile._id}`} className="link">
                        {profile.name}
                      </Link>
                    ) : (
                      <strong className="text-bad">No profile: nothing of theirs is graded</strong>
                    )}
                    <span className="text-soft">
                      {" "}
                      {programmes === null ? `${count} programmes` : programmes.join(", ")}
                    </span>
                  </dd>
                ))}
              </div>
            ))}
          </dl>
        </section>
      )}
    </Read>
  );
}
