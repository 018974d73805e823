import { brand, contact } from "#reference/brand/brand.rules.ts";

interface Section {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

/** What a person is told before giving any data. Nigeria Data Protection Act 2023, sections 24 to 27 and 34 to 38. */
export const privacyNotice = (): readonly Section[] => [
  {
    title: "Who keeps your data",
    paragraphs: [
      `${brand.name} decides what is done with the data you give on this portal. Write to the ${contact.office} at ${contact.emailaddress} or ${contact.address} with any question about it.`,
    ],
  },
  {
    title: "What we ask for, and why",
    paragraphs: [
      "Your name, email address, phone number and JAMB admission number, so that you have an account of your own and we can reach you.",
      "Your bio data, parents or guardians, examination results, passport photograph and documents, so that the college can decide on your application and, if you are admitted, register you.",
      "Your payments and their references, so that fees are credited to you and nobody else.",
      "Where and with which browser you are signed in, so that you see it in your account and can end it. It is forgotten once the sign-in has ended.",
      "Religion is sensitive data. It is asked for registration statistics only, plays no part in the decision, and is left out of lists unless an officer is permitted to see it.",
      "We need this data to carry out the admission you ask for. Without it we cannot consider an application.",
    ],
  },
  {
    title: "Who sees it",
    paragraphs: [
      "Officers of the college whose work is admission, and only what their work needs. Each look-up that changes something is recorded with the officer's name.",
      "The payment provider receives your name, email address, phone number and the amount when you make a payment reference. JAMB and the supervising agencies receive what the law obliges the college to report.",
      "Where the sign-in page offers another account, such as Google's, and you choose it, its provider learns that you use this portal and tells us your name and email address.",
      "We sell nothing and show no advertisements.",
    ],
  },
  {
    title: "Parents and guardians",
    paragraphs: [
      "You give us the names, phone numbers and addresses of your parents or guardians. Tell them that you did. We contact them about your application only. If you are under 18, ask one of them to read this notice with you.",
    ],
  },
  {
    title: "How long we keep it",
    paragraphs: [
      "An account that is not verified is deleted after 30 days. The papers of applicants who are not admitted are kept for six months after the session closes. The papers of students, and records of payments, are kept as long as the law and the college's regulations ask.",
    ],
  },
  {
    title: "Your rights",
    paragraphs: [
      "You may ask to see, correct, take away or delete your data, and object to its use. We answer within 30 days. What the law obliges us to keep, such as payments, we keep apart and say so.",
      "If you are not content with our answer you may complain to the Nigeria Data Protection Commission.",
    ],
  },
  {
    title: "How it is protected",
    paragraphs: [
      "Passwords are kept in a form that cannot be read back. The connection is encrypted, photographs and documents are shown by links that last ten minutes, and a sign-in ends by itself when it is not used.",
      "What you have typed and not sent yet stays on your own phone or computer for up to seven days, until you send it or choose Sign Out. Passwords never stay there.",
      "On a shared device, say so when you sign in, so that nothing stays there, and choose Sign Out when you are done.",
    ],
  },
];
