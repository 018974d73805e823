/** How mails, texts and notices could come to stand as they never should. */
export const messageSeeds = {
  "mail-waits-for-nobody": `insert into portal.outgoing_mail (_id, recipient, subject, "createdAt")
    values (gen_random_uuid(), 'a@example.com', 'Lost', now() - interval '2 days')`,
  "text-followed-by-nobody": `insert into portal.outgoing_sms (_id, applicant, recipient, kind, pieces, state)
    select gen_random_uuid(), _id, phonenumber, 'Offer', 1, 'Sent' from portal.applicant limit 1`,
  "texts-cost-more": `insert into portal.outgoing_sms (_id, applicant, recipient, kind, pieces, state, "askedAt", cost_kobo)
    select gen_random_uuid(), _id, phonenumber, 'Offer', 1, 'Delivered', now(), 500 from portal.applicant limit 1`,
  "notification-stands-still": notification(`now() - interval '2 hours'`),
  "notification-reached-more": [
    notification("now() + interval '1 day'"),
    `insert into portal.notification_recipient (notification, applicant)
      select n._id, a._id from portal.notification n, portal.applicant a where n.title = 'Lost' limit 1`,
  ],
};

/** A notification that is to be sent, and was written, at a time; nobody has got it. */
function notification(at: string): string {
  return `insert into portal.notification (_id, title, post, channel, audience, towhom, counted, madeby, "sendAt", "updatedAt")
    select gen_random_uuid(), 'Lost', 'Lost', 'Portal', 'Applied', 'Applied', 1, _id, ${at}, ${at} from portal.staff limit 1`;
}
