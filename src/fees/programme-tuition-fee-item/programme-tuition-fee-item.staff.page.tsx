import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { programmeTuitionFeeItems } from "./programme-tuition-fee-item.contract.ts";

export const TuitionLinesPage = () => (
  <RecordScreens
    of={programmeTuitionFeeItems}
    above={
      <p className="mb-3 text-soft">
        Each line applies to one semester of its programme, at every level.{" "}
        <Link to="/staff/tuition-fees/matrix" className="link">
          The matrix
        </Link>{" "}
        shows what they come to.
      </p>
    }
  />
);
