import { requirements } from "#applications/requirement/requirement.record.contract.ts";
import { askFrontDesk } from "#calendar/front-desk/front-desk.contract.ts";
import { intakes } from "#calendar/intake/intake.contract.ts";
import { ProgrammesPage } from "#college/programme/programme.staff.page.tsx";
import { useGiven } from "#console/rights/rights.given.part.page.tsx";
import { applicationFeeItems } from "#fees/application-fee-item/application-fee-item.record.contract.ts";
import { programmeTuitionFeeItems } from "#fees/programme-tuition-fee-item/programme-tuition-fee-item.contract.ts";
import { tuitionFeeItems } from "#fees/tuition-fee-item/tuition-fee-item.contract.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Link } from "#kit/page/router.web.tsx";

export const ProgrammesScreen = () => <ProgrammesPage>{({ _id }) => <Ways programme={_id} />}</ProgrammesPage>;

const ways = [
  { of: intakes, link: intakes.link, name: intakes.many },
  { of: requirements, link: requirements.link, name: requirements.many },
  { of: applicationFeeItems, link: applicationFeeItems.link, name: applicationFeeItems.many },
  { of: tuitionFeeItems, link: `${tuitionFeeItems.link}/matrix`, name: "Tuition, class by class" },
  { of: programmeTuitionFeeItems, link: programmeTuitionFeeItems.link, name: programmeTuitionFeeItems.many },
] as const;

/** What the session that admits holds of a programme, as far as the reader may open it. */
function Ways({ programme }: { programme: string }) {
  const { rights } = useGiven();
  const read = useRead(askFrontDesk);
  const open = ways.filter(({ of }) => rights.has(of.page));
  if (open.length === 0) return null;
  return (
    <Read from={read} waiting={<div className="bone late mt-3 h-16" />}>
      {({ admission: { session } }) => (
        <section aria-labelledby="ways" className="card px-5 py-4">
          <h2 id="ways" className="text-large">
            {session ? `In ${session.name}, which admits` : "In every session"}
          </h2>
          <ul className="mt-1 flex flex-wrap gap-x-6">
            {open.map(({ link, name }) => (
              <li key={link}>
                <Link
                  to={`${link}?${new URLSearchParams({ ...(session && { session: session._id }), programme })}`}
                  className="link inline-flex min-h-(--row) items-center py-1"
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Read>
  );
}
