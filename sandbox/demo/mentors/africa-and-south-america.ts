import { prose, type DemoMentor } from '../mentor.ts'

export const africaAndSouthAmerica: DemoMentor[] = [
  {
    slug: 'maria-jose-rangel',
    name: 'María José Rangel',
    role: 'Test Lead, software company',
    experience: 10,
    location: 'Santiago, Chile',
    timeZone: 'America/Santiago',
    languages: ['Spanish', 'English'],
    university: 'Universidad Simón Bolívar',
    education: 'Systems Engineering',
    price: 38,
    about: prose`
      I left Caracas in 2016 with a degree in systems engineering that I could prove only with photographs, because the
      original arrived fourteen months later. My first job in Santiago was at the counter of a copy shop. My second was
      testing software, found through a customer who kept printing bug reports. Today I lead a team of six testers. I
      help people from Latin America who have to start one or two steps below where they were and want to know how long
      that lasts, with real figures for rent, pay and papers in this city.`,
    whyMentor: prose`
      Starting lower is bearable when you know which step comes next and roughly when. Nobody could tell me. I have asked
      forty colleagues since, and I share what they answered.`,
    helpWith: ['Starting again in a new country', 'Software testing', 'Papers from home'],
    topics: ['first-job-abroad', 'changing-career', 'first-weeks', 'degree-recognition'],
    moves: [
      {
        fromCity: 'Caracas',
        fromCountry: 'VE',
        toCity: 'Santiago',
        toCountry: 'CL',
        purpose: 'work',
        year: 2016,
        institution: '',
      },
    ],
    sessions: [
      {
        title: 'Into software testing without experience',
        minutes: 60,
        price: null,
        description: 'What to learn in eight weeks, what to show for it, and how to explain the gap before it.',
        leaveWith: 'an eight-week study plan, two small projects to show, and one sentence about the gap.',
      },
      {
        title: 'The first three months in Santiago',
        minutes: 45,
        price: 30,
        description: 'Rent, phone, bank, health cover: what I paid, what I would do in another order.',
        leaveWith: 'my prices for rent, phone, bank and health cover, and your own errands in order.',
      },
    ],
  },
  {
    slug: 'yuki-tanaka',
    name: 'Yuki Tanaka',
    role: 'Logistics Manager, trading company',
    experience: 15,
    location: 'São Paulo, Brazil',
    timeZone: 'America/Sao_Paulo',
    languages: ['Japanese', 'Portuguese', 'English'],
    university: 'Osaka University',
    education: 'BA Portuguese',
    price: 58,
    about: prose`
      I came to São Paulo for two years and have stayed for fifteen. My company sends machine parts from Osaka to the port
      of Santos, and I am the person who explains each side to the other: why the container waits, and why a meeting that
      begins late can still end well. I studied Portuguese at university and could not order lunch in the first week. My
      children were born here. I talk with people who are sent abroad by an employer about contracts, schools, and what
      happens to your career at home while you are away.`,
    whyMentor: prose`
      Those who are sent abroad are asked whether they are happy to go, and they say yes. An outsider can ask the other
      questions. I was posted, extended, and then chose to stay, so I have seen all three arrangements.`,
    helpWith: ['Company postings', 'Moving with children', 'Working in Brazil'],
    topics: ['company-transfer', 'moving-with-children'],
    moves: [
      {
        fromCity: 'Osaka',
        fromCountry: 'JP',
        toCity: 'São Paulo',
        toCountry: 'BR',
        purpose: 'work',
        year: 2011,
        institution: '',
      },
    ],
    sessions: [
      {
        title: 'Before you accept a posting',
        minutes: 60,
        price: null,
        description: 'Contract, return clause, pension, school. We write down what to ask and whom.',
        leaveWith: 'a page of questions for your employer, each with the name of who can answer it.',
      },
    ],
  },
  {
    slug: 'farai-moyo',
    name: 'Farai Moyo',
    role: 'Finance Manager, food wholesaler',
    experience: 12,
    location: 'Johannesburg, South Africa',
    timeZone: 'Africa/Johannesburg',
    languages: ['English', 'Shona', 'Zulu'],
    university: 'University of the Witwatersrand',
    education: 'BCom Accounting',
    price: 42,
    about: prose`
      I took the night bus from Harare with a place at university and enough money for one term. I tutored first-years on
      Saturdays to pay for the others. The years of training after that were the hardest: long audits, little pay, and a
      permit to renew in the middle of the busiest month. I got through by planning backwards from the dates that would
      not move, and I still plan that way with everybody I talk to. I look after the books of a food wholesaler now. I
      have trained eleven juniors, seven of them from outside South Africa.`,
    whyMentor: prose`
      Somebody lent me the second term's fees and refused to be paid back. This is how I pay it back. Permits I discuss
      only as my own experience, not advice.`,
    helpWith: ['Study permit', 'Paying for university', 'Accounting training'],
    topics: ['student-visa', 'student-loans', 'job-interviews', 'work-while-studying'],
    moves: [
      {
        fromCity: 'Harare',
        fromCountry: 'ZW',
        toCity: 'Johannesburg',
        toCountry: 'ZA',
        purpose: 'study',
        year: 2010,
        institution: 'University of the Witwatersrand',
      },
    ],
    sessions: [
      {
        title: 'Plan backwards from the dates that do not move',
        minutes: 60,
        price: null,
        description: 'Deadlines, fees, renewals: we put yours on one calendar and see where it is tight.',
        leaveWith: 'one calendar with every deadline, fee and renewal, and the tight weeks marked.',
      },
      {
        title: 'Training contract interviews',
        minutes: 45,
        price: 35,
        description: 'Six questions I always ask, and what the good answers have in common.',
        leaveWith: 'answers to six questions in your own words, and the one to practise most.',
      },
      {
        title: 'A budget for the first year',
        minutes: 30,
        price: 20,
        description: 'We build it together, line by line, from what the first year cost me.',
        leaveWith: 'a sheet of twelve months with your own figures in it.',
      },
      {
        title: 'Second look',
        minutes: 30,
        price: 15,
        description: 'For people who have had a session before: what changed, and what is next.',
        leaveWith: 'your earlier plan, corrected, and one thing to do this week.',
      },
    ],
  },
  {
    slug: 'sanne-de-vries',
    name: 'Sanne de Vries',
    role: 'Agricultural Economist, research institute',
    experience: 6,
    location: 'Nairobi, Kenya',
    timeZone: 'Africa/Nairobi',
    languages: ['Dutch', 'English', 'Swahili'],
    university: 'Wageningen University',
    education: 'MSc Development Economics',
    price: 48,
    about: prose`
      Most of what is written about moving abroad assumes that you are going north. I went the other way. I work with
      dairy cooperatives around Nakuru on milk prices, from a desk in Nairobi, on a local contract with a local salary.
      That last part matters: it decides where you live, how you travel and who your friends are. My first flat was in
      the district where every foreigner lives, and I learnt nothing there. I help people who are offered work in East
      Africa compare the offer with the life it pays for, and read what the contract leaves out.`,
    whyMentor: prose`
      I have watched colleagues arrive with a good heart and leave within the year, tired and poorer. Most of it could
      have been seen in the offer. An hour beforehand is cheap.`,
    helpWith: ['Work in East Africa', 'Local contracts', 'Field research'],
    topics: ['first-job-abroad', 'finding-a-home', 'healthcare'],
    moves: [
      {
        fromCity: 'Utrecht',
        fromCountry: 'NL',
        toCity: 'Nairobi',
        toCountry: 'KE',
        purpose: 'work',
        year: 2020,
        institution: '',
      },
    ],
    sessions: [
      {
        title: 'Reading a local contract',
        minutes: 60,
        price: null,
        description: 'Pay, health cover, notice, flights: what is in it, what is missing, what you can ask for.',
        leaveWith: 'a list of what the contract leaves out, and what to ask for first.',
      },
      {
        title: 'Setting up field research',
        minutes: 60,
        price: 55,
        description: 'Partners, ethics approval, transport, and a plan for the weeks when it rains.',
        leaveWith: 'a timetable with partners and approvals in it, and a plan for the rain.',
      },
    ],
  },
]
