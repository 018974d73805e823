import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { Guarded } from "#console/leaving/leaving.guard.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { useCalmRead, useRead } from "#kit/call/read.web.tsx";
import { SelectFrom } from "#kit/field/choice-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { Link, useLocation, useNavigate } from "#kit/page/router.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import { releases } from "./release.contract.ts";
import { listSources, makeEntries, makeRelease, readReleaseSession } from "./release.deeds.contract.ts";
import { useTypedForm } from "./release.staff-form.part.page.tsx";

/** A new list: of offers or refusals, empty or from a frozen merit list. */
export function NewRelease() {
  const { data } = useCalmRead(readReleaseSession);
  const asked = new URLSearchParams(useLocation().search);
  if (data === undefined) return <div className="bone late h-64 max-w-3xl" />;
  const session = "_id" in data ? data : null;
  const run = session && asked.get("session") === session._id ? asked.get("run") : null;
  return <NewForm session={session} run={run ?? ""} />;
}

/** `run` is the merit list that somebody comes from. */
function NewForm({ session, run: from }: { session: { _id: string; label: string } | null; run: string }) {
  const navigate = useNavigate();
  const { sheet, labels, field, wire } = useTypedForm(makeEntries, {
    ...{ title: "", kind: "Offers", run: from, programme: "" },
    session: session?._id ?? "",
  });
  if (session) labels.set(session._id, session.label);
  const { kind, session: chosen, run } = sheet.form.watch();
  const sources = useRead(listSources, { session: String(chosen || "none") });
  const choices = (sources.data ?? []).map(({ _id, version, frozenAt, offers, refused }) => ({
    value: _id,
    label: `Run ${version}, frozen on ${asDay(frozenAt)}: ${
      kind === "Offers" ? `${count(offers)} offers` : `${count(refused)} not placed`
    }`,
  }));
  return (
    <>
      <ConsoleHeading title="New list" />
      <Guarded form={sheet.form} title="New list" />
      <div className="card max-w-3xl p-5">
        <Form
          sheet={sheet}
          draft="release:new"
          submit="Make the draft"
          beside={
            <Link to={releases.link} className="button button-quiet">
              Cancel
            </Link>
          }
          send={(typed, attempt) => call(makeRelease, { body: wire(typed) as never, attempt })}
          done={({ _id }) => {
            sheet.form.reset(sheet.form.getValues());
            navigate(`${releases.link}/${_id}`);
          }}
        >
          {field("title")}
          {field("kind")}
          {field("session")}
          <SelectFrom
            {...sheet.field("run")}
            label="Merit list"
            optional
            choices={choices}
            hint={
              choices.length === 0
                ? "This session has no frozen merit list yet. The draft begins empty: add applications to it one by one or many at once"
                : kind === "Offers"
                  ? "Everybody whom it gives a seat is put on the draft. Without one the draft begins empty"
                  : "Of those whom it does not place, the checked and the not recommended are put on the draft, in the words of the head of department or by their results. Without one it begins empty"
            }
          />
          {run ? field("programme") : null}
        </Form>
      </div>
    </>
  );
}

const count = (of: number) => of.toLocaleString("en-NG");
