/** The sample of specification §2: a cohort that does not exist, to show what one looks like. */
export const COHORT_SAMPLE = {
  title: 'First term in Manchester',
  subtitle: 'From the letter of admission to the first exam',
  mentor: 'A mentor who studied in Manchester',
  starts: 'Monday 7 September',
  ends: 'Friday 30 October',
  mentees: 12,
  places: 15,
  commitment: '2–3 hours per week',
  audience: 'Students who have accepted a place on a taught master’s course and arrive in September.',
  welcome:
    'Welcome. Eight weeks go quickly, and the first two decide a lot. Bring your questions as they come, not when they are tidy.',
  coreSkills: ['Reading a course handbook', 'Opening a bank account', 'Finding a room without being cheated'],
  interviewPrep: ['Part-time job interviews', 'Placement applications'],
  skillsGain: ['Academic writing in British English', 'Asking a supervisor for help', 'Planning a budget for a year'],
  schedule: [
    {
      topic: 'Before you fly',
      date: 'Week 1',
      details: 'Papers, insurance, the first month’s money and what to pack.',
    },
    { topic: 'The first ten days', date: 'Week 2', details: 'Room, bank, phone, doctor: in which order, and why.' },
    { topic: 'How a course is run', date: 'Week 4', details: 'Lectures, seminars, deadlines and what a mark means.' },
    {
      topic: 'Working beside your studies',
      date: 'Week 6',
      details: 'Hours you may work, a CV that fits, where to ask.',
    },
  ],
  tasks: [
    { title: 'List your papers', description: 'Photograph each one and note when it runs out.', due: 'Week 1' },
    { title: 'Write a month’s budget', description: 'Rent, food, travel, and what you forgot.', due: 'Week 2' },
    { title: 'Meet your tutor', description: 'Book fifteen minutes and bring three questions.', due: 'Week 4' },
  ],
  resources: ['Checklist for the first ten days', 'Budget sheet for a student year', 'Words of a British university'],
  /** Per cent of the sessions that have been held. */
  progress: 40,
}
