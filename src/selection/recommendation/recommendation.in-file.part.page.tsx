import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { useRead, useReread } from "#kit/call/read.web.tsx";
import { readDecisions, readDesk } from "./recommendation.deeds.contract.ts";
import { Deeds } from "./recommendation.dialog.page.tsx";
import { type Standing, standings } from "./recommendation.reasons.contract.ts";

/** An application as its file shows it. */
interface InFile {
  readonly _id: string;
  readonly name: string;
  readonly state: string;
}

/** The decision where the file is read, for who may decide or countersign. */
export function DecideInFile({ file }: { file: InFile }) {
  const mayDecide = useRight("recommendations.change");
  const mayAnswer = useRight("recommendations.approve");
  const standing = standings.find((known) => known === file.state);
  if (!standing || !(mayDecide || mayAnswer)) return null;
  return <Decide file={file} standing={standing} />;
}

function Decide({ file: { _id, name }, standing }: { file: InFile; standing: Standing }) {
  const desk = useRead(readDesk).data;
  const decided = useRead(readDecisions, { id: _id }).data;
  const reread = useReread();
  if (!desk || !decided) return null;
  const inForce = decided.find(({ stands }) => stands);
  const answer = inForce ? (inForce.answer?.answer ?? "Not yet") : "";
  const picked = { chosen: { ids: [_id], count: 1 }, named: name, done: reread };
  return (
    <Deeds picked={picked} standing={standing} answer={answer} seenAt={inForce?.at ?? desk.now} asked={desk.asked} />
  );
}
