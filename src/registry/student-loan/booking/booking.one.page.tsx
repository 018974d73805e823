import { ProposalDeeds } from "#access/proposal/proposal.part.page.tsx";
import type { Choice, Row } from "#console/record/record.contract.ts";
import { useGiven } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Link } from "#kit/page/router.web.tsx";
import { studentLoans } from "../student-loan.contract.ts";
import { approveLoanBooking, declineLoanBooking, proposeLoanUndone, withdrawLoanBooking } from "./booking.contract.ts";

/** A loan that was booked wrongly is taken off the bill, by two people. */
export function LoanDeeds({ row }: { row: Row }) {
  if (row.state !== "Booked") return null;
  return (
    <ProposalDeeds
      isOwn={false}
      deeds={[
        {
          word: "Take off the bill",
          right: "student-loans.change",
          by: "anybody",
          title: `Take off the bill again: ${row._title}`,
          follows: (
            <p>
              A second person approves it, under Bookings. Then the bill owes what the loan had paid, what was credit
              pays again, and the student gets a mail with this reason. The loan rests until it is corrected.
            </p>
          ),
          draft: `loan-undo:${row._id}`,
          send: (body, attempt) => call(proposeLoanUndone, { params: { id: row._id }, body, attempt }),
        },
      ]}
    />
  );
}

/** What the reader may decide about a booking that waits. */
export function BookingDeeds({ row }: { row: Row }) {
  const { me } = useGiven();
  if (row.state !== "Proposed") return null;
  const params = { id: row._id };
  const stays = <p>{row.undoes ? "The loan stays on the bill." : "The bills stay as they are, and the loans wait."}</p>;
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
          title: row.undoes ? `Take off the bill: ${row._title}?` : `Book ${row._title}?`,
          follows: row.undoes ? (
            <p>
              Lines against the loan come to the bill, so that it is owed again; what it had made credit pays again. The
              student is written to.
            </p>
          ) : (
            <p>
              Each loan becomes a line of its student's bill, and each student is written to. What was paid already
              becomes the credit of who paid it, the student or a sponsor, and waits at Exceptions to be refunded.
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
    {row.undoes ? (
      <Link to={`${studentLoans.link}/${(row.undoes as Choice)._id}`} className="link">
        The loan
      </Link>
    ) : (
      <Link to={`${studentLoans.link}?booking=${row._id}`} className="link">
        The loans of this booking
      </Link>
    )}
  </p>
);
