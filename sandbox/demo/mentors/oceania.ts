import { prose, type DemoMentor } from '../mentor.ts'

export const oceania: DemoMentor[] = [
  {
    slug: 'fiona-brennan',
    name: 'Fiona Brennan',
    role: 'Marine Ecologist, island research station',
    experience: 7,
    location: 'Lord Howe Island, Australia',
    timeZone: 'Australia/Lord_Howe',
    languages: ['English', 'Irish'],
    university: 'University of Tasmania',
    education: 'PhD Marine Science',
    price: 44,
    about: prose`
      I count fish on a coral reef far south of where coral is supposed to grow, on an island with fewer than 400 people
      and a clock that moves by half an hour in summer. Before that I spent six years in Hobart, where I came from Galway
      to do a doctorate. Work as remote as this is rarely advertised. I got mine after volunteering for two seasons,
      paying my own fares, and being on the spot when somebody left. I can tell you how field science in Australia finds
      its people, what a doctorate there pays, and how to live with a supply ship that comes every two weeks.`,
    whyMentor: prose`
      Field science runs on who knows whom, and that is hardest on people from far away. I can say who reads emails, what
      to offer and when to stop volunteering.`,
    helpWith: ['Doctorates in Australia', 'Field science jobs', 'Remote places'],
    topics: ['phd-applications', 'first-job-abroad'],
    moves: [
      {
        fromCity: 'Galway',
        fromCountry: 'IE',
        toCity: 'Hobart',
        toCountry: 'AU',
        purpose: 'study',
        year: 2016,
        institution: 'University of Tasmania',
      },
    ],
    sessions: [
      {
        title: 'Finding a doctorate in field science',
        minutes: 60,
        price: null,
        description: 'Groups, funding rounds and how to write to somebody who is at sea for half the year.',
        leaveWith: 'three groups to write to, the dates of their funding, and a first email.',
      },
      {
        title: 'Could you live here',
        minutes: 30,
        price: 25,
        description: 'Half an hour of frank questions about remote places, in both directions.',
        leaveWith: 'a list of what you would miss, and a season in which to try it.',
      },
    ],
  },
  {
    slug: 'zoe-van-der-merwe',
    name: 'Zoë van der Merwe',
    role: 'Occupational Therapist, public hospital',
    experience: 4,
    location: 'Adelaide, Australia',
    timeZone: 'Australia/Adelaide',
    languages: ['English', 'Afrikaans', 'Xhosa'],
    university: 'Stellenbosch University',
    education: 'BSc Occupational Therapy',
    price: 33,
    about: prose`
      We moved because of my wife's job, not mine, so I landed in Adelaide as the one without a plan. I was an
      occupational therapist with one year of practice in Cape Town and a registration that meant nothing here yet. For
      ten months I could work only as an assistant, under somebody younger than me. I did not enjoy it, and I learnt the
      system from below, which has been useful every day since. I talk with partners who follow, because guides are
      written for the person with the contract. There is a good deal you can start before you leave.`,
    whyMentor: prose`
      The person who follows is usually the one who packs, rents, enrols and waits. I would like that work to be seen and
      shortened. I know health professions best, but much of it is the same for teachers and social workers.`,
    helpWith: ['Moving as a partner', 'Health registration', 'Work while you wait'],
    topics: ['first-weeks', 'health-registration', 'moving-as-a-partner'],
    moves: [
      {
        fromCity: 'Cape Town',
        fromCountry: 'ZA',
        toCity: 'Adelaide',
        toCountry: 'AU',
        purpose: 'family',
        year: 2022,
        institution: '',
      },
    ],
    sessions: [
      {
        title: 'A plan for the partner who follows',
        minutes: 60,
        price: null,
        description: 'What you can start from home, what has to wait, and what to do with the months between.',
        leaveWith: 'two lists, before you leave and after, and one thing to do each month.',
      },
      {
        title: 'Health registration: my file',
        minutes: 45,
        price: 28,
        description: 'I show you mine, page by page, and where it was sent back.',
        leaveWith: 'a list of every page in order, and the two that are often sent back.',
      },
    ],
  },
  {
    slug: 'jomar-villanueva',
    name: 'Jomar Villanueva',
    role: 'Registered Nurse, aged care home',
    experience: 3,
    location: 'Auckland, New Zealand',
    timeZone: 'Pacific/Auckland',
    languages: ['Filipino', 'Cebuano', 'English'],
    university: 'Cebu Normal University',
    education: 'BSc Nursing',
    price: 20,
    about: prose`
      I work nights in an aged care home in South Auckland, with twenty-six residents and one other nurse. I moved from
      Cebu in 2024 after a year on a medical ward. The agency that brought me here was honest. I have since met people
      whose agency was not, so I know which questions would have shown the difference. I can walk you through my own
      file: the language test, the competence course, the first payslip and what was taken off it. I send money home
      every month and have made most of the mistakes with transfers once.`,
    whyMentor: prose`
      My older sister went to Riyadh before there was anybody to ask, and paid for it. I had her to ask. You can have
      both of us, since I usually check with her.`,
    helpWith: ['Nursing abroad', 'Recruitment agencies', 'Sending money home'],
    topics: ['language-tests', 'sending-money-home', 'health-registration'],
    moves: [
      {
        fromCity: 'Cebu',
        fromCountry: 'PH',
        toCity: 'Auckland',
        toCountry: 'NZ',
        purpose: 'work',
        year: 2024,
        institution: '',
      },
    ],
    sessions: [
      {
        title: 'Questions to ask an agency',
        minutes: 30,
        price: 15,
        description: 'Twelve questions, the answers I would want in writing, and when to walk away.',
        leaveWith: 'twelve questions to send to the agency, and the answers that mean no.',
      },
      {
        title: 'Nursing in New Zealand: my file',
        minutes: 60,
        price: null,
        description: 'Every document in the order I needed it, with what each one cost.',
        leaveWith: 'a list of every document in order, with its price and how long it took me.',
      },
    ],
  },
  {
    slug: 'harpreet-gill',
    name: 'Harpreet Gill',
    role: 'Electrician, own firm',
    experience: 12,
    location: 'Melbourne, Australia',
    timeZone: 'Australia/Melbourne',
    languages: ['Punjabi', 'Hindi', 'English'],
    university: 'RMIT University',
    education: 'Certificate III in Electrotechnology',
    price: 28,
    about: prose`
      Everyone in my class in Ludhiana wanted to be an engineer. I came to Melbourne for a business diploma I did not like,
      drove a taxi at night to pay for it, and at twenty-four became the oldest apprentice on a building site. Nobody had
      told me that a trade was open to somebody like me. I have had my own firm since 2020: four people and two vans. I
      speak with students who are unsure of the course they paid for, and with tradespeople from abroad about licences,
      tools, first employers, and how to price a job so that it feeds you.`,
    whyMentor: prose`
      I changed course late, and people told me I was wasting my parents' money. They come to dinner now. I listen first
      and I do not push anybody into a van.`,
    helpWith: ['Trades and licences', 'Changing course', 'Starting a small firm'],
    topics: ['changing-career', 'starting-a-business', 'work-while-studying', 'trade-licences'],
    moves: [
      {
        fromCity: 'Ludhiana',
        fromCountry: 'IN',
        toCity: 'Melbourne',
        toCountry: 'AU',
        purpose: 'study',
        year: 2011,
        institution: '',
      },
    ],
    sessions: [
      {
        title: 'Is a trade for you',
        minutes: 45,
        price: null,
        description: 'What an apprentice earns, does and is shouted at for, year by year.',
        leaveWith: 'the pay of each year, the courses that count, and whom to ask for a trial week.',
      },
      {
        title: 'Pricing your first jobs',
        minutes: 60,
        price: 40,
        description: 'Bring a real quote. We add what you forgot: driving, insurance, the second visit.',
        leaveWith: 'your own quote, priced again, and a list to check the next one against.',
      },
    ],
  },
]
