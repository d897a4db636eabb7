import { prose, type DemoMentor } from '../mentor.ts'

export const mainlandEurope: DemoMentor[] = [
  {
    slug: 'tunde-adeyemi',
    name: 'Tunde Adeyemi',
    role: 'Backend Engineer, Zalando',
    company: 'Zalando',
    experience: 8,
    location: 'Berlin, Germany',
    timeZone: 'Europe/Berlin',
    languages: ['English', 'Yoruba', 'German'],
    university: 'University of Lagos',
    education: 'BSc Computer Science',
    price: 60,
    about: prose`
      I wrote payment code for a bank in Lagos for three years, then passed five interviews from my mother's dining table
      in Surulere, with a generator running outside. I moved to Berlin in January with one good coat. Since then I have
      sat on the other side of the table about seventy times, and the people who fail mostly fail in the same ten
      minutes: they start typing before they have asked anything. I can show you what an interviewer writes down while
      you talk. I can also tell you what registering an address in this city really involves.`,
    whyMentor: prose`
      Interviewing is a skill apart from engineering, and in Lagos I had nobody to practise with who had done it in
      Europe. An hour with an honest stranger would have saved me two rejections. The permit I can only describe from my
      own experience, not advice.`,
    helpWith: ['EU Blue Card', 'Tech interviews'],
    topics: ['work-visa', 'job-interviews', 'first-weeks'],
    moves: [
      {
        fromCity: 'Lagos',
        fromCountry: 'NG',
        toCity: 'Berlin',
        toCountry: 'DE',
        purpose: 'work',
        year: 2021,
        institution: 'Zalando',
      },
    ],
    sessions: [
      {
        title: 'Mock system design interview',
        minutes: 75,
        price: 75,
        description: 'Fifty minutes of interview, then my notes, unedited, and what would change my mind.',
        leaveWith: 'my notes, unedited, a yes or a no, and what would change it.',
      },
      {
        title: 'Mock coding interview',
        minutes: 60,
        price: null,
        description: 'One problem, your language, talking aloud. We stop early enough to go through it again.',
        leaveWith: 'one problem solved twice, and what I wrote down while you talked.',
      },
      {
        title: 'Reading an offer from Berlin',
        minutes: 45,
        price: 50,
        description: 'Gross to net, notice, relocation money and what rent leaves of it.',
        leaveWith: 'your monthly pay after tax and rent, and two points to negotiate.',
      },
    ],
  },
  {
    slug: 'linh-nguyen',
    name: 'Linh Nguyen',
    role: 'Product Designer, Adyen',
    company: 'Adyen',
    experience: 5,
    location: 'Amsterdam, Netherlands',
    timeZone: 'Europe/Amsterdam',
    languages: ['English', 'Vietnamese', 'Dutch'],
    university: 'Vietnam National University, Hanoi',
    education: 'BA Graphic Design',
    price: 50,
    about: prose`
      My first portfolio had nineteen projects and not one reason. Nobody in Amsterdam answered. I cut it to three, wrote
      what went wrong in each, and had four conversations within a month. That was in 2023, after two years in a studio
      in Hanoi where I did everything from icons to invoices. Now I design forms, which is mostly the craft of removing
      fields. Dutch colleagues say what they think of your work in the first minute. I found that hard and have come to
      like it, and I will do the same for you.`,
    whyMentor: prose`
      Designers from Vietnam often show too much and explain too little, because school rewards it. I did. It is quick to
      put right once somebody says it aloud. About the migrant scheme I share my own experience, not advice.`,
    helpWith: ['Portfolio review', 'Highly skilled migrant', 'Design interviews'],
    topics: ['work-visa', 'cv-and-portfolio', 'job-interviews'],
    moves: [
      {
        fromCity: 'Hanoi',
        fromCountry: 'VN',
        toCity: 'Amsterdam',
        toCountry: 'NL',
        purpose: 'work',
        year: 2023,
        institution: 'Adyen',
      },
    ],
    sessions: [
      {
        title: 'Portfolio review',
        minutes: 60,
        price: null,
        description: 'I open it cold, as a hiring manager does, and say aloud what I think as I scroll.',
        leaveWith: 'three projects to keep, the reason for each, and what to take out tonight.',
      },
      {
        title: 'Rehearse the case presentation',
        minutes: 45,
        price: null,
        description: 'You present one project for twenty minutes. I ask the questions I was asked.',
        leaveWith: 'the questions that stopped you, and the slide to cut.',
      },
    ],
  },
  {
    slug: 'lukasz-wisniewski',
    name: 'Łukasz Wiśniewski',
    role: 'Marine Engineer, ferry design office',
    experience: 11,
    location: 'Oslo, Norway',
    timeZone: 'Europe/Oslo',
    languages: ['Polish', 'Norwegian', 'English'],
    university: 'AGH University of Kraków',
    education: 'MSc Mechanical Engineering',
    price: 55,
    about: prose`
      I draw the machinery rooms of electric ferries. In Kraków I had a diploma in mechanical engineering and a job in a
      factory that made radiators; in Oslo I started as the only person in the office who could not follow the
      conversation at lunch. It took eighteen months of evening classes until I could, and that changed my work more than
      any course in engineering. As a Polish citizen I needed no permit, so ask somebody else about those. Ask me about
      the language, unions, the first tax return and how Norwegians run a meeting.`,
    whyMentor: prose`
      I lost my first year here by speaking English because everybody let me. I like to talk people out of that early,
      with a plan that fits around a full-time job.`,
    helpWith: ['Working in Norway', 'Learning Norwegian', 'Engineering CVs'],
    topics: ['first-job-abroad', 'cv-and-portfolio', 'learning-the-language'],
    moves: [
      {
        fromCity: 'Kraków',
        fromCountry: 'PL',
        toCity: 'Oslo',
        toCountry: 'NO',
        purpose: 'work',
        year: 2016,
        institution: '',
      },
    ],
    sessions: [
      {
        title: 'A language plan beside a full-time job',
        minutes: 45,
        price: 40,
        description: 'Which classes, which evenings, and what to do at lunch. We write the first twelve weeks.',
        leaveWith: 'twelve weeks of classes and evenings on one page, with a goal for each month.',
      },
      {
        title: 'Engineering jobs in Norway',
        minutes: 60,
        price: null,
        description: 'How posts are filled here, who to ring and what to leave out of the CV.',
        leaveWith: 'five firms to ring, what to say in the first minute, and a shorter CV.',
      },
    ],
  },
  {
    slug: 'rafael-santos',
    name: 'Rafael Santos',
    role: 'Graduate Accountant, audit firm',
    experience: 0,
    location: 'Lisbon, Portugal',
    timeZone: 'Europe/Lisbon',
    languages: ['Portuguese', 'English'],
    university: 'NOVA University Lisbon',
    education: 'MSc Accounting',
    price: 15,
    about: prose`
      I started my first job in September, so the search is fresh: forty applications, six replies, two interviews, one
      yes. I came from Luanda for a master's in accounting, with Portuguese as my mother tongue and the wrong idea that
      this would make everything easy. The vocabulary of an office here is not the one I grew up with, and my Angolan
      diploma had to be recognised before anyone would look at it. I can go through that file with you page by page, and
      tell you which rooms in Lisbon I saw and why I said no to eleven of them.`,
    whyMentor: prose`
      I am new at everything and charge accordingly. What I can offer is that nothing I tell you is older than a year.`,
    helpWith: ['Degree recognition', 'Rooms in Lisbon', 'First job'],
    topics: ['first-job-abroad', 'finding-a-home', 'degree-recognition'],
    moves: [
      {
        fromCity: 'Luanda',
        fromCountry: 'AO',
        toCity: 'Lisbon',
        toCountry: 'PT',
        purpose: 'study',
        year: 2024,
        institution: 'NOVA University Lisbon',
      },
    ],
    sessions: [
      {
        title: 'Renting a room in Lisbon',
        minutes: 30,
        price: null,
        description: 'Districts, deposits, contracts and the adverts I would not answer again.',
        leaveWith: 'the districts within your budget, what a fair deposit is, and adverts to leave alone.',
      },
    ],
  },
  {
    slug: 'diego-fuentes',
    name: 'Diego Fuentes',
    role: 'Architect, housing practice',
    experience: 14,
    location: 'Madrid, Spain',
    timeZone: 'Europe/Madrid',
    languages: ['Spanish', 'English', 'French'],
    university: 'Universidad de Guadalajara',
    education: 'Architecture, degree recognised in Spain in 2016',
    price: 65,
    about: prose`
      Having my Mexican degree recognised took two years and nine months, three sworn translations and one lost envelope.
      Meanwhile I built models for other people's competitions and learnt to like it. Now I lead a team of four that
      turns old office floors into flats, and every spring I read portfolios from people who are where I was in 2013. I
      know what a Madrid practice looks at first, what it pays a newcomer, and how long you can wait before waiting costs
      more than starting over somewhere else.`,
    whyMentor: prose`
      The office that first took me in did it on the word of one person who had known me for an hour. I have tried to be
      that person for others, and I say no when I cannot be.`,
    helpWith: ['Degree recognition', 'Architecture portfolios'],
    topics: ['cv-and-portfolio', 'degree-recognition'],
    moves: [
      {
        fromCity: 'Guadalajara',
        fromCountry: 'MX',
        toCity: 'Madrid',
        toCountry: 'ES',
        purpose: 'work',
        year: 2013,
        institution: '',
      },
    ],
    sessions: [],
  },
]
