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
