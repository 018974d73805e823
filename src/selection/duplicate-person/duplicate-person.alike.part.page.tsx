import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { duplicatePairs, readAlike } from "./duplicate-person.contract.ts";

const Alike = ({ application }: { application: string }) => {
  const { data } = useRead(readAlike, { id: application });
  const standing = data?.filter(({ state }) => state !== "Different") ?? [];
  if (standing.length === 0) return null;
  return (
    <div className="mb-4">
      <Alert look="warn" title="This may be one of two accounts of the same person">
        <ul>
          {standing.map(({ _id, name, reasons, strength, state }) => (
            <li key={_id}>
              <Link to={`${duplicatePairs.link}/${_id}`} className="link">
                {name}
              </Link>
              : {reasons} ({strength.toLowerCase()}, {state.toLowerCase()})
            </li>
          ))}
        </ul>
      </Alert>
    </div>
  );
};

/** In an applicant's file: who is like this applicant. Nothing for who may not know, and where nobody is. */
export function AlikeApplicants({ application }: { application: string }) {
  return useRight("duplicate-persons") ? <Alike application={application} /> : null;
}
