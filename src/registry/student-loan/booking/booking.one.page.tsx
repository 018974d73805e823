import { ProposalDeeds } from "#access/proposal/proposal.part.page.tsx";
import type { Choice, Row } from "#console/record/record.contract.ts";
import { useGiven } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Link } from "#kit/page/router.web.tsx";
import { studentLoans } from "../student-loan.contract.ts";
import { approveLoanBooking, declineLoanBooking, withdrawLoanBooking } from "./booking.contract.ts";

/** What the reader may decide about a booking that waits. */
export function BookingDeeds({ row }: { row: Row }) {
  const { me } = useGiven();
  if (row.state !== "Proposed") return null;
  const params = { id: row._id };
  const stays = <p>The bills stay as they are, and the loans wait.</p>;
  return (
    <ProposalDeeds
      isOwn={(row.proposedby as Choice)._id === me._id}
      deeds={[
        {
          word: "Withdraw",
          right: "student-loans.change",
          by: "proposer",
          title: `Withdraw ${row._title}?`,
          follows: stays,
          send: (attempt) => call(withdrawLoanBooking, { params, attempt }),
        },
        {
          word: "Decline",
          right: "student-loans.approve",
          by: "another",
          title: `Decline ${row._title}`,
          follows: stays,
          draft: `loans-decline:${row._id}`,
          send: (body, attempt) => call(declineLoanBooking, { params, body, attempt }),
        },
        {
          word: "Approve",
          right: "student-loans.approve",
          by: "another",
          isMain: true,
          title: `Book ${row._title}?`,
          follows: (
            <p>
              Each loan becomes a line of its student's bill, and each student is written to. What was paid already
              becomes the student's credit and waits at Exceptions to be refunded. A loan that is booked stays booked.
            </p>
          ),
          send: (attempt) => call(approveLoanBooking, { params, attempt }),
        },
      ]}
    />
  );
}

export const BookingStanding = ({ row }: { row: Row }) => (
  <p>
    <Link to={`${studentLoans.link}?booking=${row._id}`} className="link">
      The loans of this booking
    </Link>
  </p>
);
