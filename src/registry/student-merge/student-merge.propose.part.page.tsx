import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { approverSentence } from "#access/proposal/proposal.rules.ts";
import { reasonForm } from "#console/confirm/confirm.contract.ts";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { Guarded } from "#console/leaving/leaving.guard.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { useNavigate, useSearchParams } from "#kit/page/router.web.tsx";
import { StudentSelection } from "../student/student.selection.part.page.tsx";
import { checkMerge, proposeMerge, studentMerges } from "./student-merge.contract.ts";
import { type Compared, MergeEffect, SideBySide } from "./student-merge.effect.part.page.tsx";
import { accountWords, type MergeAccount, mergeAccounts } from "./student-merge.rules.ts";

const at = (pair: Readonly<Record<string, string>>) => `${studentMerges.link}/new?${new URLSearchParams(pair)}`;

/** Proposes that two records become one: which stays, which goes, and why; what follows is read before. */
export function ProposePage() {
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const kept = address.get("kept");
  const gone = address.get("gone");
  const heading = <ConsoleHeading title="Merge two records of one person" />;
  if (!kept || !gone)
    return (
      <>
        {heading}
        <p className="mb-3 max-w-3xl">
          {kept ? "Which record goes? It leads to the one that stays from then on." : "Which record stays?"}
        </p>
        <StudentSelection
          key={kept}
          submit="Go on"
          onPicked={({ _id }) => navigate(at(kept ? { kept, gone: _id } : { kept: _id }), { replace: true })}
        />
      </>
    );
  return (
    <>
      {heading}
      <Proposal key={`${kept} ${gone}`} kept={kept} gone={gone} />
    </>
  );
}

function Proposal({ kept, gone }: { kept: string; gone: string }) {
  const [account, setAccount] = useState<MergeAccount>("kept");
  const navigate = useNavigate();
  const body = { kept, gone, account };
  const { data, error } = useQuery({
    queryKey: [checkMerge.path, body],
    queryFn: ({ signal }) => call(checkMerge, { body, signal }),
    staleTime: 0,
    gcTime: 0,
    placeholderData: (before) => before,
  });
  if (error) return <Alert look="bad">{error.message}</Alert>;
  if (!data) return <p role="status">Looking at both records. Nothing is changed yet.</p>;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <SideBySide of={data} />
        <p>
          <button
            type="button"
            className="button button-quiet"
            onClick={() => navigate(at({ kept: gone, gone: kept }), { replace: true })}
          >
            The other way about: {data.gone.matric ?? data.gone.name} stays
          </button>
        </p>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {data.accounts && <Accounts of={data} chosen={account} onChoose={setAccount} />}
        <MergeEffect of={data} isDone={false} />
        {data.approvers.length === 0 && <Alert look="warn">{approverSentence([])}.</Alert>}
        {data.stops.length === 0 && <ReasonForm body={body} of={data} />}
      </div>
    </div>
  );
}

interface AccountsParts {
  readonly of: Compared;
  readonly chosen: MergeAccount;
  onChoose(account: MergeAccount): void;
}

const Accounts = ({ of, chosen, onChoose }: AccountsParts) => (
  <fieldset aria-labelledby="account" className="card min-w-0 px-5 py-4">
    <h2 id="account" className="text-large">
      With which account does the person sign in?
    </h2>
    {mergeAccounts.map((one) => (
      <label key={one} className="flex cursor-pointer gap-3 border-line border-b py-2.5 last:border-b-0">
        <input
          type="radio"
          name="account"
          checked={chosen === one}
          onChange={() => onChoose(one)}
          className="mt-1 size-5 shrink-0"
        />
        <span className="min-w-0">
          <strong className="block">{accountWords[one]}</strong>
          <span className="break-words text-soft">{of[one].emailaddress}</span>
        </span>
      </label>
    ))}
  </fieldset>
);

interface ReasonParts {
  readonly of: Compared;
  readonly body: { readonly kept: string; readonly gone: string; readonly account: MergeAccount };
}

function ReasonForm({ body, of: { gone } }: ReasonParts) {
  const sheet = useSheet(reasonForm, { reason: "" });
  const reread = useReread();
  const navigate = useNavigate();
  return (
    <section aria-label="Propose it" className="card px-5 py-4">
      <Guarded form={sheet.form} title={`Merge ${gone.name}`} />
      <Form
        sheet={sheet}
        draft={`merge:${body.kept}:${body.gone}`}
        submit="Propose the merge"
        send={({ reason }, attempt) => call(proposeMerge, { body: { ...body, reason }, attempt })}
        done={async ({ _id }) => {
          sheet.form.reset(sheet.form.getValues());
          await reread();
          navigate(`${studentMerges.link}/${_id}`);
        }}
      >
        <TextArea {...sheet.field("reason")} hint="What shows that both are one person" />
      </Form>
    </section>
  );
}
