/** Names of the topics that the product begins with, and of their groups, in the reader's language. */
import * as m from '#messages/topics'

/** By code: the name as it is stored, and as it is read. */
export const TOPIC_NAMES: Record<string, [stored: string, name: () => string]> = {
  'student-visa': ['Student visa', m.studentVisa],
  'work-visa': ['Work visa or permit', m.workVisa],
  'post-study-work': ['Staying to work after a degree', m.postStudyWork],
  'permanent-residence': ['Permanent residence', m.permanentResidence],
  'points-based-immigration': ['Points-based immigration', m.pointsBasedImmigration],
  'choosing-a-university': ['Choosing a university', m.choosingAUniversity],
  'bachelor-applications': ["Bachelor's applications", m.bachelorApplications],
  'master-applications': ["Master's applications", m.masterApplications],
  'phd-applications': ['PhD applications', m.phdApplications],
  'statements-and-references': ['Statements and references', m.statementsAndReferences],
  'language-tests': ['Language tests', m.languageTests],
  scholarships: ['Scholarships', m.scholarships],
  'student-loans': ['Loans and paying for study', m.studentLoans],
  'sending-money-home': ['Sending money home', m.sendingMoneyHome],
  'first-job-abroad': ['First job abroad', m.firstJobAbroad],
  'cv-and-portfolio': ['CV and portfolio', m.cvAndPortfolio],
  'job-interviews': ['Job interviews', m.jobInterviews],
  'changing-career': ['Changing career', m.changingCareer],
  'company-transfer': ['Moving with an employer', m.companyTransfer],
  'starting-a-business': ['Starting a business', m.startingABusiness],
  'work-while-studying': ['Work while studying', m.workWhileStudying],
  'finding-a-home': ['Finding a home', m.findingAHome],
  'first-weeks': ['The first weeks', m.firstWeeks],
  'learning-the-language': ['Learning the language', m.learningTheLanguage],
  healthcare: ['Healthcare and insurance', m.healthcare],
  'going-back-home': ['Going back home', m.goingBackHome],
  'degree-recognition': ['Recognition of a degree', m.degreeRecognition],
  'health-registration': ['Registration in a health profession', m.healthRegistration],
  'trade-licences': ['Trade and professional licences', m.tradeLicences],
  'moving-with-children': ['Moving with children', m.movingWithChildren],
  'moving-as-a-partner': ['Moving as a partner', m.movingAsAPartner],
}

const GROUP_NAMES: Record<string, () => string> = {
  'Visas and permits': m.visasAndPermits,
  'University applications': m.universityApplications,
  'Scholarships and money': m.scholarshipsAndMoney,
  'Job search': m.jobSearch,
  'Housing and settling in': m.housingAndSettlingIn,
  'Licences and registrations': m.licencesAndRegistrations,
  Family: m.family,
}

/** A topic that an admin added or renamed is shown as it is stored. */
export function describeTopic({ code, label }: { code: string; label: string }): string {
  const known = TOPIC_NAMES[code]
  return known?.[0] === label ? known[1]() : label
}

/** The same for a group of topics. */
export const describeTopicGroup = (group: string): string => GROUP_NAMES[group]?.() ?? group
