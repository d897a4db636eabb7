import { prose, type DemoMentor } from '../mentor.ts'

export const britainAndIreland: DemoMentor[] = [
  {
    slug: 'ananya-rao',
    name: 'Ananya Rao',
    role: 'Data Scientist, NHS England',
    company: 'NHS England',
    experience: 6,
    location: 'Manchester, United Kingdom',
    timeZone: 'Europe/London',
    languages: ['English', 'Hindi', 'Marathi'],
    university: 'University of Manchester',
    education: 'MSc Data Science',
    price: 45,
    about: prose`
      I moved for an MSc with two suitcases and no offer of work. My first six weeks in Manchester went on three things
      nobody had warned me about: a bank that wanted proof of an address I could not get without a bank account, a
      deposit on a flat I had seen only on video, and a CV that was two pages too long. I had been an analyst in Mumbai
      for a year, and it took fifty-one applications to become one again. I kept notes on all of it, with dates and
      prices, and we can go through them together.`,
    whyMentor: prose`
      In my second month a woman from Pune, two years ahead of me, gave me an hour in a canteen and answered questions I
      had not known how to ask. Most of what I tell people now I first heard from her. What I say about visas is my own
      experience, not advice.`,
    helpWith: ['Skilled Worker visa', 'First UK job', 'MSc applications'],
    topics: ['work-visa', 'master-applications', 'first-job-abroad', 'cv-and-portfolio', 'finding-a-home'],
    moves: [
      {
        fromCity: 'Mumbai',
        fromCountry: 'IN',
        toCity: 'Manchester',
        toCountry: 'GB',
        purpose: 'study',
        year: 2020,
        institution: 'University of Manchester',
      },
    ],
    sessions: [
      {
        title: 'First ninety days in the UK',
        minutes: 60,
        price: 45,
        description: 'We plan your arrival week by week: address, bank, doctor, phone, and which has to come first.',
        leaveWith: 'a plan for each week, with prices, and a list of the papers to carry by hand.',
      },
      {
        title: 'CV and job search review',
        minutes: 45,
        price: 40,
        description: 'Bring your CV and two adverts you would answer. We read them the way a British recruiter does.',
        leaveWith: 'a CV of two pages at most, and a list of employers who hire from abroad.',
      },
      {
        title: 'MSc application read-through',
        minutes: 45,
        price: 30,
        description: 'We read your statement aloud and mark every line that a stranger would not follow.',
        leaveWith: 'your statement with every unclear line marked, and a new first paragraph.',
      },
    ],
  },
  {
    slug: 'noor-haddad',
    name: 'Noor Haddad',
    role: 'Biomedical Engineer, teaching hospital',
    experience: 1,
    location: 'Glasgow, United Kingdom',
    timeZone: 'Europe/London',
    languages: ['Arabic', 'English'],
    university: 'University of Strathclyde',
    education: 'MSc Biomedical Engineering',
    price: 18,
    about: prose`
      I look after infusion pumps and ventilators in a teaching hospital: I test them, repair them and write down why
      they failed. I came to Glasgow for a master's in biomedical engineering and stayed when a trainee post opened in
      the workshop where I had done my project. I wear hijab and I do not drink, and before I came I worried more about
      the social side than about the exams. Both turned out to be manageable. The Glaswegian accent took me until
      February.`,
    whyMentor: prose`
      I have been working for barely a year, so I remember what every form asked and which ones came back. People further
      on tend to forget. If you want someone senior, I am the wrong person; if you want last year's details, I have them.
      On visas that is my own experience, not advice.`,
    helpWith: ['Student visa', 'Finding a graduate post', 'Living in Scotland'],
    topics: ['student-visa', 'post-study-work', 'first-job-abroad', 'first-weeks'],
    moves: [
      {
        fromCity: 'Amman',
        fromCountry: 'JO',
        toCity: 'Glasgow',
        toCountry: 'GB',
        purpose: 'study',
        year: 2024,
        institution: 'University of Strathclyde',
      },
    ],
    sessions: [
      {
        title: "From master's project to trainee post",
        minutes: 45,
        price: null,
        description: 'How I turned a project into a job, step by step, and what in your own project could do the same.',
        leaveWith: 'three departments to write to, and the first lines about your own project.',
      },
      {
        title: 'What a year in Glasgow costs',
        minutes: 30,
        price: 15,
        description: 'My real budget for twelve months, line by line, beside yours.',
        leaveWith: 'a budget for twelve months, with your figures beside mine.',
      },
    ],
  },
  {
    slug: 'farhana-akter',
    name: 'Farhana Akter',
    role: 'PhD candidate, Trinity College',
    experience: 3,
    location: 'Dublin, Ireland',
    timeZone: 'Europe/Dublin',
    languages: ['English', 'Bangla'],
    university: 'Trinity College Dublin',
    education: 'PhD in Geography, third year',
    price: 30,
    about: prose`
      I study how river silt carries metals, first in Dhaka and since 2023 in Dublin. I wrote to thirty-four supervisors
      before one had both the funding and a project that fitted mine. I still keep the spreadsheet: who replied, how long
      it took, which first sentence worked. I also know what the stipend covers in this city, because I have lived on it
      through two changes of room and one broken boiler. My sessions are practical. We open your draft, and by the end of
      the hour you know what to cut.`,
    whyMentor: prose`
      At home I was the first in my department to apply abroad without an agent. I paid nothing for it except time, and I
      would like others to know that this is possible.`,
    helpWith: ['Scholarships', 'PhD applications', 'Writing to supervisors'],
    topics: ['phd-applications', 'statements-and-references', 'scholarships', 'finding-a-home'],
    moves: [
      {
        fromCity: 'Dhaka',
        fromCountry: 'BD',
        toCity: 'Dublin',
        toCountry: 'IE',
        purpose: 'study',
        year: 2023,
        institution: 'Trinity College Dublin',
      },
    ],
    sessions: [
      {
        title: 'First email to a supervisor',
        minutes: 30,
        price: 20,
        description: 'We write one email that says who you are and what you want to find out, in twelve lines.',
        leaveWith: 'one email of twelve lines, ready to send, and a date to ask again.',
      },
      {
        title: 'PhD proposal, one hour, one pen',
        minutes: 60,
        price: null,
        description: 'Bring up to five pages. We cut them to two and keep the question.',
        leaveWith: 'two pages with one question, and a list of what went and why.',
      },
      {
        title: 'Scholarship search',
        minutes: 45,
        price: 25,
        description: 'Where I looked, what I was refused and why.',
        leaveWith: 'a list of deadlines in your own field, with what each one asks for.',
      },
    ],
  },
]
