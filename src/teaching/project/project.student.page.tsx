import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { CodeField, TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { Card } from "#kit/look/card.web.tsx";
import { CardBones, EmptyState } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { EvidenceField } from "#profile/upload/upload.evidence.part.page.tsx";
import {
  depositForm,
  depositProject,
  keepProjectFile,
  proposeTitle,
  readOwnProject,
  titleForm,
} from "./project.contract.ts";
import { ProjectFacts, TitlesAlike } from "./project.part.page.tsx";

type OwnProject = NonNullable<Replied<typeof readOwnProject>["project"]>;

/** `/student/project`: from the title to the checked deposit. */
export function StudentProjectPage() {
  const read = useRead(readOwnProject);
  return (
    <>
      <PageHeading title="My project" subtitle="Title, supervisor and the deposit that NYSC asks for" />
      <Read from={read} waiting={<CardBones />}>
        {({ project, why }) =>
          project ? (
            <Project of={project} why={why} />
          ) : why ? (
            <EmptyState title="No project for you now" text={`${why}.`} />
          ) : (
            <Propose />
          )
        }
      </Read>
    </>
  );
}

function Project({ of, why }: { of: OwnProject; why: string | null }) {
  const { state, supervisor } = of;
  const isOpen = why === null;
  return (
    <div className="grid gap-6">
      <p>
        {supervisor ? (
          <>
            Your supervisor: <strong>{supervisor}</strong>
          </>
        ) : (
          "Your department has not given you a supervisor yet."
        )}
      </p>
      {state === "Checked" && (
        <Alert look="good" title="Your deposit is checked">
          <p>Keep the NERD number: NYSC asks for it.</p>
        </Alert>
      )}
      {why && (
        <Alert look="warn" title="Nothing can be sent now">
          <p>{why}.</p>
        </Alert>
      )}
      {state !== "No title" && <ProjectFacts of={of} />}
      {(state === "Proposed" || state === "Returned") && <TitlesAlike of={of} />}
      {isOpen && (state === "No title" || state === "Returned") && <Propose />}
      {isOpen && state === "Proposed" && (
        <details className="card px-5 py-3">
          <summary className="min-h-11 cursor-pointer content-center font-semibold">Change the title</summary>
          <Propose title={of.title ?? ""} />
        </details>
      )}
      {isOpen && (state === "Accepted" || state === "Deposit returned") && <Deposit of={of} />}
    </div>
  );
}

function Propose({ title = "" }: { title?: string }) {
  const reread = useReread();
  const sheet = useSheet(titleForm, { title });
  return (
    <Card title={title ? "Another title" : "Propose a title"}>
      <Form
        sheet={sheet}
        draft="project-title"
        submit="Send the title"
        send={(body, attempt) => call(proposeTitle, { body: { title: body.title.replace(/\s+/g, " ") }, attempt })}
        done={reread}
      >
        <TextArea
          {...sheet.field("title")}
          hint="What you study, where and among whom. Your supervisor accepts or returns it"
        />
      </Form>
    </Card>
  );
}

function Deposit({ of }: { of: OwnProject }) {
  const reread = useReread();
  const title = of.finaltitle ?? of.title ?? "";
  const sheet = useSheet(depositForm, { title, file: "", nerd: of.nerd ?? "", proof: "" });
  return (
    <Card title="Deposit the finished project">
      <Form
        sheet={sheet}
        draft="project-deposit"
        submit="Deposit it"
        send={(body, attempt) =>
          call(depositProject, { body: { ...body, title: body.title.replace(/\s+/g, " ") }, attempt })
        }
        done={async () => {
          await reread();
          scrollTo({ top: 0 });
        }}
      >
        <ol className="list-decimal pl-5">
          <li>Deposit your work at NERD, the National Education Repository and Databank. It gives you a number.</li>
          <li>Keep the page or paper that shows your name, the title and the number.</li>
          <li>Send your work, the number and that proof here. A second person of your department checks it.</li>
        </ol>
        <TextArea {...sheet.field("title")} />
        <EvidenceField
          {...sheet.field("file")}
          keep={keepProjectFile}
          hint="A PDF of at most 2 MB, without scanned pages"
        />
        <CodeField {...sheet.field("nerd")} hint="As it stands on the proof" />
        <EvidenceField {...sheet.field("proof")} keep={keepProjectFile} hint="A PDF or a picture of at most 2 MB" />
      </Form>
    </Card>
  );
}
