import { StartPage } from "#applications/application/application.page.tsx";
import { opened } from "#kit/page/opened.web.tsx";

const JambChoiceAlert = opened(() =>
  import("#selection/jamb/jamb.choice.part.page.tsx").then((part) => part.JambChoiceAlert),
);

/** Applying, with what JAMB's list says of the programme that is applied to. */
export const StartScreen = () => <StartPage>{(programme) => <JambChoiceAlert programme={programme} />}</StartPage>;
