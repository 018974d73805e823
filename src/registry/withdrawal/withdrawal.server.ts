import type { FastifyInstance } from "fastify";
import { staff } from "#access/permission/permission.server.ts";
import { handleProposal } from "#access/proposal/proposal.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { proposeWithdrawal, readWithdrawable, readWithdrawalFile } from "./withdrawal.contract.ts";
import { decideWithdrawalCalls, withdrawalProposal } from "./withdrawal.decide.server.ts";
import { impossibleWithdrawals } from "./withdrawal.impossible.server.ts";
import { withdrawalTemplates } from "./withdrawal.mail.server.ts";
import { proposeToWithdraw } from "./withdrawal.propose.server.ts";
import {
  ownWithdrawals,
  proposedWithdrawals,
  refundsToPay,
  unpayableRefunds,
  withdrawable,
  withdrawalFile,
  withdrawalRules,
} from "./withdrawal.read.server.ts";

export function withdrawalCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  const right = "withdrawals.change";

  handle(app, readWithdrawable, staff(right), ({ who, params }) => withdrawable(db, who, params.id));
  handle(app, readWithdrawalFile, staff("withdrawals"), ({ who, params }) => withdrawalFile(db, who, params.id));
  handleProposal(app, withdrawalProposal, proposeWithdrawal, { right, propose: proposeToWithdraw });
  decideWithdrawalCalls(app);
}

export const withdrawalNoun: Noun = {
  name: "withdrawal",
  templates: withdrawalTemplates,
  calls: withdrawalCalls,
  listings: [withdrawalRules],
  ownRows: [ownWithdrawals],
  impossible: impossibleWithdrawals,
  waiting: [
    {
      right: "withdrawals.approve",
      rows: ({ staff: member }) => proposedWithdrawals(member),
      one: "One withdrawal waits for your approval.",
      many: "withdrawals wait for your approval.",
      deed: "See the withdrawals",
      link: "/staff/withdrawals?state=Proposed",
    },
    {
      right: "withdrawals.approve",
      rows: ({ staff: member }) => unpayableRefunds(member),
      one: "One refund could not be paid out, and waits for your word.",
      many: "refunds could not be paid out, and wait for your word.",
      deed: "See the refunds",
      link: "/staff/withdrawals?state=Not%20payable",
    },
    {
      right: "withdrawals.change",
      rows: refundsToPay,
      one: "One refund is agreed to, and not paid out yet.",
      many: "refunds are agreed to, and not paid out yet.",
      deed: "See the refunds",
      link: "/staff/withdrawals?state=Approved",
    },
  ],
};
