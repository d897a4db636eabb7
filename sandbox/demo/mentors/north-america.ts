import { prose, type DemoMentor } from '../mentor.ts'

export const northAmerica: DemoMentor[] = [
  {
    slug: 'wanjiru-kamau',
    name: 'Wanjiru Kamau',
    role: 'Nurse Practitioner, UHN',
    company: 'UHN',
    experience: 9,
    location: 'Toronto, Canada',
    timeZone: 'America/Toronto',
    languages: ['English', 'Swahili'],
    university: 'University of Nairobi',
    education: 'BSc Nursing; nurse practitioner certificate, Ontario',
    price: 40,
    about: prose`
      In Nairobi I ran night shifts on a ward of forty beds. In Toronto my papers made me a student again: an assessment,
      an exam, a gap to fill, and some years later the exam for nurse practitioners. The order in which I did those
      things cost me about eleven months, because I waited for one answer before I asked the next question. I have the
      dates of every step on one sheet of paper. I tell people what I did and where to look it up. What applies to you,
      the regulator decides.`,
    whyMentor: prose`
      Nurses are recruited with large promises and small print. I would like you to read the small print beside somebody
      who has been through it and earns nothing from your signature. You hear my own experience, not advice.`,
    helpWith: ['Express Entry', 'Nursing licence', 'First winter'],
    topics: ['points-based-immigration', 'job-interviews', 'first-weeks', 'health-registration'],
    moves: [
      {
        fromCity: 'Nairobi',
        fromCountry: 'KE',
        toCity: 'Toronto',
        toCountry: 'CA',
        purpose: 'work',
        year: 2019,
        institution: '',
      },
    ],
    sessions: [
      {
        title: 'A nursing licence in Ontario: my order of steps',
        minutes: 60,
        price: null,
        description: 'We lay my dates beside your papers and see which steps you can start at the same time.',
        leaveWith: 'your steps on one sheet, in order, with those marked that you can start now.',
      },
      {
        title: 'Ward interview practice',
        minutes: 45,
        price: 35,
        description: 'Scenario questions as I have met them, with time to answer each one twice.',
        leaveWith: 'the answers that worked, the one to rework, and how to begin each.',
      },
      {
        title: 'Questions for a recruiter',
        minutes: 30,
        price: 25,
        description: 'Bring the contract or the letter. We make a list of what to ask before you sign.',
        leaveWith: 'a list of questions to send to the recruiter before you sign.',
      },
    ],
  },
  {
    slug: 'olena-kovalenko',
    name: 'Olena Kovalenko',
    role: 'Research Scientist, biotech company',
    experience: 7,
    location: 'Boston, United States',
    timeZone: 'America/New_York',
    languages: ['Ukrainian', 'English', 'Polish'],
    university: 'Boston University',
    education: 'PhD Chemistry',
    price: 70,
    about: prose`
      I came to Boston on a scholarship for chemistry, with a plan to be back in Kharkiv after five years. Instead I
      finished my doctorate in 2019 and looked for work outside a university, which nobody on my corridor had done. The
      change of language was the hard part: in a thesis you defend what you know, and in an interview for industry you
      say what you would do on Monday. I now hire for a laboratory of twelve. I read a research CV in about two minutes
      and can show you where my eyes go.`,
    whyMentor: prose`
      Supervisors mean well and have mostly never left a university. I can only speak for chemistry and what is close to
      it, but there I have seen both sides. I do not write references for people I have met once.`,
    helpWith: ['Leaving academia', 'Research CVs', 'US doctorates'],
    topics: ['phd-applications', 'cv-and-portfolio', 'job-interviews', 'changing-career'],
    moves: [
      {
        fromCity: 'Kharkiv',
        fromCountry: 'UA',
        toCity: 'Boston',
        toCountry: 'US',
        purpose: 'study',
        year: 2014,
        institution: 'Boston University',
      },
    ],
    sessions: [
      {
        title: 'Two-minute CV, sixty-minute talk',
        minutes: 60,
        price: null,
        description: 'I read your research CV as I would at work, then we rewrite the first half page.',
        leaveWith: 'a new first half page, and the lines at which I stopped reading.',
      },
      {
        title: 'Practise the job talk',
        minutes: 75,
        price: 85,
        description: 'You give the talk, I interrupt as a panel would, and we fix the slide that lost me.',
        leaveWith: 'a note of every interruption, and a better version of one slide.',
      },
    ],
  },
  {
    slug: 'yuting-chen',
    name: 'Yuting Chen',
    role: 'Character Animator, game studio',
    experience: 4,
    location: 'Vancouver, Canada',
    timeZone: 'America/Vancouver',
    languages: ['Mandarin', 'English'],
    university: 'Vancouver Film School',
    education: 'Diploma in 3D Animation',
    price: 35,
    about: prose`
      I animate animals. The showreel that got me hired was forty-eight seconds long and had one fox in it. The one before
      was three minutes and got me nothing, because the best shot came last. I came from Chengdu and studied in Vancouver
      for a year on my parents' savings, which is a pressure I still remember, and then worked while I learnt to talk
      about my own shots in English. I review reels with a stopwatch. If you are still choosing a school, I will tell you
      what mine cost and how much of it I use.`,
    whyMentor: prose`
      Art schools sell the dream and leave out the arithmetic. I like doing the arithmetic with people before they pay
      the deposit. If the answer is to stay home for another year and practise, I say so.`,
    helpWith: ['Showreels', 'Choosing an art school', 'Studio interviews'],
    topics: ['choosing-a-university', 'cv-and-portfolio', 'job-interviews'],
    moves: [
      {
        fromCity: 'Chengdu',
        fromCountry: 'CN',
        toCity: 'Vancouver',
        toCountry: 'CA',
        purpose: 'study',
        year: 2021,
        institution: 'Vancouver Film School',
      },
    ],
    sessions: [
      {
        title: 'Showreel review with a stopwatch',
        minutes: 30,
        price: null,
        description: 'We watch it three times and decide what goes first and what goes.',
        leaveWith: 'the order of your shots, the one to open with, and what to leave out.',
      },
      {
        title: 'Is this school worth it for you',
        minutes: 45,
        price: null,
        description: 'Fees, rent, software and what graduates of the last two years do now, in one table.',
        leaveWith: 'the table, with what the school costs you by the month and what graduates earn.',
      },
    ],
  },
  {
    slug: 'ibrahim-diallo',
    name: 'Ibrahim Diallo',
    role: 'Ocean Engineer, survey company',
    experience: 2,
    location: "St. John's, Canada",
    timeZone: 'America/St_Johns',
    languages: ['French', 'Pular', 'English'],
    university: 'Memorial University of Newfoundland',
    education: 'BEng Ocean and Naval Architectural Engineering',
    price: 22,
    about: prose`
      St. John's is foggy, windy and half an hour off from everyone else in the country. I chose it because the fees were
      lower than in the cities I had heard of, and because I wanted to work with ships. I grew up in Conakry in French
      and Pular, and sat in my first lectures here with a dictionary open in the other window. Today I plan surveys of
      the seabed from a desk, and every few months from a boat. I can tell you how student life works in a small city
      when there are nine people from your country in it, and why that was good for me.`,
    whyMentor: prose`
      When people from Guinea think of Canada they think of Montréal. There are other doors, some of them cheaper. I can
      describe one of them very exactly, in French or in English.`,
    helpWith: ['Study in English after French', 'Co-op terms', 'Small-city student life'],
    topics: ['choosing-a-university', 'bachelor-applications', 'work-while-studying', 'learning-the-language'],
    moves: [
      {
        fromCity: 'Conakry',
        fromCountry: 'GN',
        toCity: "St. John's",
        toCountry: 'CA',
        purpose: 'study',
        year: 2019,
        institution: 'Memorial University of Newfoundland',
      },
    ],
    sessions: [
      {
        title: 'Étudier en anglais après le français',
        minutes: 45,
        price: null,
        description: 'In French. How I got through the first two terms, and what I would learn beforehand.',
        leaveWith: 'a list of words and subjects to go over before the first term, in French.',
      },
      {
        title: 'How to find a co-op term',
        minutes: 45,
        price: 25,
        description: 'My three work terms: where I applied, what I wrote and what they paid.',
        leaveWith: 'the letter that got me an answer, and five employers to try in your field.',
      },
      {
        title: 'First questions, for nothing',
        minutes: 30,
        price: 0,
        description: 'In French or in English. For whoever has only begun to think about it.',
        leaveWith: 'the two or three steps to take first, and where to read about each.',
      },
    ],
  },
]
