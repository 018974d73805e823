/** A-Level results as the form takes them. */
export const nce = {
  type: "NCE",
  results: {
    institutionName: "Federal College of Education, Zaria",
    yearOfGraduation: "2021",
    educationSubject: "Mathematics",
    educationSubjectGrade: "A",
    educationSubject2: "Physics",
    educationSubject2Grade: "B",
    educationSubject3: "Education",
    educationSubject3Grade: "C4",
  },
};

export const diploma = {
  type: "Diploma",
  results: {
    institutionName: "Kaduna Polytechnic",
    yearOfGraduation: "2020",
    courseOfStudy: "Statistics",
    classification: "Second Class Upper",
    diplomaType: "National Diploma",
    cgpa: "3.25",
  },
};
