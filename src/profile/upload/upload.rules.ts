/** 2 MB. Specification 5. */
export const MAX_BYTES = 2_097_152;

/** The form field names the purpose: a passport photograph, or a paper that a programme asks for. Contract 2. */
export const uploadFields = ["photo", "document"] as const;

export type UploadField = (typeof uploadFields)[number];

export const acceptedTypes: Readonly<Record<UploadField, readonly string[]>> = {
  photo: ["image/jpeg", "image/png"],
  document: ["image/jpeg", "image/png", "application/pdf"],
};

/** The sentences of Specification 5; that for documents follows them. */
export const uploadSentences = {
  nothing: "Please select a file first",
  tooLarge: "File size should not exceed 2MB",
  type: {
    photo: "Please upload a JPEG, JPG, or PNG image",
    document: "Please upload a JPEG, JPG, or PNG image, or a PDF file",
  },
} as const;

/** The sentence for a file that cannot be accepted, as far as its type and size tell; undefined when they are right. */
export function fileTrouble(field: UploadField, file: { type: string; size: number } | null): string | undefined {
  if (!file) return uploadSentences.nothing;
  if (!acceptedTypes[field].includes(file.type === "image/jpg" ? "image/jpeg" : file.type)) {
    return uploadSentences.type[field];
  }
  return file.size > MAX_BYTES ? uploadSentences.tooLarge : undefined;
}

/** 10 MB: a chapter that was scanned, or a lecture's slides with their pictures. Decision 0074. */
export const MATERIAL_BYTES = 10_485_760;

/** What students read on a phone, and what lecturers have: PDF, pictures, Word and PowerPoint without programs in them. */
export const materialTypes: readonly string[] = [
  "application/pdf",
  "image/jpeg",
  "image/png",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation",
];

export const materialSentences = {
  tooLarge:
    "A file has at most 10 MB, because students pay for every one. Split it into parts, save it as a smaller PDF, or put its text into the field Text",
  type: "Please choose a PDF, a picture (JPEG or PNG), a Word document (.docx) or slides (.pptx)",
} as const;

/** The sentence for a file that no class can be given, as far as its type and size tell; undefined for one that it can. */
export function materialTrouble(file: { readonly type: string; readonly size: number }): string | undefined {
  if (file.size > MATERIAL_BYTES) return materialSentences.tooLarge;
  return materialTypes.includes(file.type) ? undefined : materialSentences.type;
}
