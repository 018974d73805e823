/** The languages that a person may read the portal in, each by its own name. The first is the one that its sources are written in. */
export const languages = { en: "English", ha: "Hausa", yo: "Yorùbá", ig: "Igbo" } as const;

export type Language = keyof typeof languages;

export type OtherLanguage = Exclude<Language, "en">;

export const otherLanguages = ["ha", "yo", "ig"] as const satisfies readonly OtherLanguage[];

/** The first of these tags that is a language of the portal. `ha-NG` asks for Hausa. */
export const languageOf = (tags: readonly string[]): Language =>
  (tags.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in languages) as Language) ?? "en";

/** Under this name a device keeps the choice. It stays when a person signs out: it tells nothing of anybody. */
export const LANGUAGE = "language";

/** Sentences of the server, which no screen brings: fetched after the first picture. */
export const REFUSALS = "Refusals";

/** Sentences of the first script, which every page needs. */
export const COMMON = "Common";

/** Translations by the English sentence. */
export type Sentences = Readonly<Record<string, string>>;
