import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { ReadRecord } from "#console/record/record.read.part.page.tsx";
import { LabelledReference } from "#console/reference/reference.labelled.part.page.tsx";
import { useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { Link, useNavigate, useSearchParams } from "#kit/page/router.web.tsx";
import { tuitionFeeItems } from "./tuition-fee-item.contract.ts";
import { readTuitionMatrix, type TuitionMatrix } from "./tuition-fee-item.matrix.contract.ts";
import { MatrixTable } from "./tuition-fee-item.table.part.page.tsx";

const { link } = tuitionFeeItems;

/** Every class of one programme in one session; both stand in the address. */
export function MatrixScreen() {
  const [asked] = useSearchParams();
  const [session, programme] = [asked.get("session") ?? "", asked.get("programme") ?? ""];
  return (
    <>
      <ConsoleHeading title="Tuition matrix">
        <Link to={link} className="button button-quiet">
          Back to the list
        </Link>
      </ConsoleHeading>
      <div className="mb-4 grid gap-4 sm:grid-cols-2">
        <Chosen name="session" label="Session" other={{ programme }} />
        <Chosen name="programme" label="Programme" other={{ session }} />
      </div>
      {programme ? (
        <Matrix session={session} programme={programme} />
      ) : (
        <p className="text-soft">
          Choose a programme to see what each class pays, to which service, and what is lacking.
        </p>
      )}
    </>
  );
}

interface ChosenParts {
  readonly name: "session" | "programme";
  readonly label: string;
  /** What else the address holds. */
  readonly other: Readonly<Record<string, string>>;
}

function Chosen({ name, label, other }: ChosenParts) {
  const [asked] = useSearchParams();
  const navigate = useNavigate();
  return (
    <LabelledReference
      noun={name}
      label={label}
      held={asked.get(name) ?? ""}
      placeholder={name === "session" ? "The one that admits" : "Type to find it"}
      onChoose={(_id) => {
        const held = Object.entries({ ...other, [name]: _id }).filter(([, value]) => value !== "");
        navigate(`${link}/matrix?${new URLSearchParams(held)}`, { replace: true });
      }}
    />
  );
}

function Matrix({ session, programme }: { session: string; programme: string }) {
  const query = new URLSearchParams({ ...(session && { session }), programme });
  const read = useRead({ ...readTuitionMatrix, path: `${readTuitionMatrix.path}?${query}` });
  return (
    <ReadRecord from={read} of={tuitionFeeItems}>
      {(matrix) => (
        <>
          <Standing of={matrix} />
          <MatrixTable of={matrix} />
        </>
      )}
    </ReadRecord>
  );
}

function Standing({ of: { programme, session, cells, holes } }: { of: TuitionMatrix }) {
  return (
    <div className="mb-4">
      {holes === 0 ? (
        <Alert look="good">
          Every class of {programme.label} can pay in {session.label}.
        </Alert>
      ) : (
        <Alert look="warn">
          {holes} of {cells.length} classes of {programme.label} cannot pay in {session.label} yet. Press one to put it
          right.
        </Alert>
      )}
    </div>
  );
}
