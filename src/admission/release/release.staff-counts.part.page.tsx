import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { releaseLines } from "./release.line.contract.ts";
import type { ProgrammeCount, ReleaseWhole } from "./release.whole.contract.ts";

/** What the list holds of each programme, beside the programme's seats. */
export function Counts({ of }: { of: ReleaseWhole }) {
  const isOffers = of.kind === "Offers";
  const isOut = ["Releasing", "Released", "Recalled"].includes(of.state);
  return (
    <section aria-labelledby="programmes" className="card px-5 py-4">
      <h2 id="programmes" className="text-large">
        {isOffers ? "Programmes and their seats" : "Programmes"}
      </h2>
      {of.programmes.length === 0 ? (
        <p className="mt-2 text-soft">Nobody is on this list yet.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard
        <section aria-label="Table of programmes" tabIndex={0} className="mt-2 overflow-x-auto">
          <table className="w-full border-collapse text-small">
            <thead>
              <tr className="border-ink border-b text-left align-bottom">
                <th scope="col" className="py-1 pr-3">
                  Programme
                </th>
                <Heading word="Here" />
                {isOut && <Heading word="Out" />}
                {isOut && <Heading word="Held back" />}
                {of.recalled > 0 && <Heading word="Recalled" />}
                {isOffers && <Heading word="Seats" />}
                {isOffers && <Heading word="Taken" />}
                {isOffers && <Heading word="Free" />}
                {isOffers && !isOut && <Heading word="On other lists" />}
              </tr>
            </thead>
            <tbody>
              {of.programmes.map((row) => (
                <tr key={row.programme} className="border-line border-b last:border-b-0">
                  <th scope="row" className="py-1.5 pr-3 text-left font-normal">
                    <Link to={linesOf(of._id, row)} className="link">
                      {row.title}
                    </Link>
                    {isOffers && !isOut && <Shortage of={row} session={of.session._id} />}
                  </th>
                  <Count of={row.lines} />
                  {isOut && <Count of={row.out} />}
                  {isOut && <Count of={row.held} />}
                  {of.recalled > 0 && <Count of={row.recalled} />}
                  {isOffers && <Count of={row.seats} />}
                  {isOffers && <Count of={row.taken} />}
                  {isOffers && <Count of={row.free} />}
                  {isOffers && !isOut && <Count of={row.elsewhere} />}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}

const linesOf = (release: string, { programme }: ProgrammeCount) =>
  `${releaseLines.link}?programme=${programme}&release=${release}`;

const Heading = ({ word }: { word: string }) => (
  <th scope="col" className="whitespace-nowrap py-1 pl-3 text-right">
    {word}
  </th>
);

const Count = ({ of }: { of: number | null }) => (
  <td className="figures whitespace-nowrap py-1.5 pl-3 text-right">
    {of === null ? <span className="text-bad">not said</span> : of.toLocaleString("en-NG")}
  </td>
);

/** That not everybody of a programme can go out, with the way to its seats. */
function Shortage({ of: { programme, waiting, free }, session }: { of: ProgrammeCount; session: string }) {
  const setsSeats = useRight("intakes.change");
  if (free !== null && waiting <= free) return null;
  const word =
    free === null ? "Say its seats first" : `${(waiting - free).toLocaleString("en-NG")} more than free seats`;
  return setsSeats ? (
    <Link
      to={`/staff/intakes?programme=${programme}&session=${session}`}
      className="block w-fit py-1 font-semibold text-bad underline"
    >
      {word}
    </Link>
  ) : (
    <span className="block font-semibold text-bad">{word}</span>
  );
}
