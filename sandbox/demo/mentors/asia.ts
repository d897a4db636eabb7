import { prose, type DemoMentor } from '../mentor.ts'

export const asia: DemoMentor[] = [
  {
    slug: 'imran-siddiqui',
    name: 'Imran Siddiqui',
    role: 'Site Manager, building contractor',
    experience: 20,
    location: 'Dubai, United Arab Emirates',
    timeZone: 'Asia/Dubai',
    languages: ['Urdu', 'English', 'Arabic'],
    university: 'NED University of Engineering and Technology',
    education: 'BE Civil Engineering',
    price: 80,
    about: prose`
      I have handed over nine towers and one hospital. I came to Dubai as a junior engineer in 2006 and was let go in 2009
      along with half the building trade, so I know the end of a contract from the inside: the notice, the flat that
      belongs to the job, the school fees already paid. I was back two years later and have stayed since. Engineers ask
      me about salary. I ask them about the end-of-service payment, the ticket home and who keeps which papers. Bring the
      offer you have, and we will read the parts that nobody reads.`,
    whyMentor: prose`
      I have hired a few hundred people and had to send some home. The ones who had read their contract suffered least. I
      charge a fair price and keep to the hour.`,
    helpWith: ['Contracts in the Gulf', 'Site engineering careers', 'Moving with family'],
    topics: ['first-job-abroad', 'changing-career', 'moving-with-children'],
    moves: [
      {
        fromCity: 'Karachi',
        fromCountry: 'PK',
        toCity: 'Dubai',
        toCountry: 'AE',
        purpose: 'work',
        year: 2006,
        institution: '',
      },
    ],
    sessions: [
      {
        title: 'Your offer, clause by clause',
        minutes: 60,
        price: 95,
        description: 'We read it together from the last page to the first, aloud where the money is.',
        leaveWith: 'questions for the employer, in the order in which to ask them.',
      },
      {
        title: 'From site engineer to site manager',
        minutes: 45,
        price: null,
        description: 'What changed at each step, what it paid, and which certificates were worth the fee.',
        leaveWith: 'the certificates worth their fee, and what to ask for at your next review.',
      },
    ],
  },
  {
    slug: 'sujata-gurung',
    name: 'Sujata Gurung',
    role: 'Structural Engineer, hydropower consultancy',
    experience: 6,
    location: 'Kathmandu, Nepal',
    timeZone: 'Asia/Kathmandu',
    languages: ['Nepali', 'English', 'Hindi'],
    university: 'University of New South Wales',
    education: 'MEngSc Structural Engineering',
    price: 25,
    about: prose`
      I am the one who came back. I spent six years in Sydney, two of them on a master's in structural engineering and
      four in an office near Central Station. Then a hydropower consultancy in Kathmandu offered me a third of the pay
      and the chance to build what I had studied. Nobody at home believes that the choice was free. I can tell you what
      the course taught, how I paid for it by baking bread at four in the morning, what I miss, and what it took to have
      Australian experience count for something here.`,
    whyMentor: prose`
      Nearly everyone who could tell you about going is still away. I can tell you about both directions, and I have no
      stake in which one you choose.`,
    helpWith: ["Engineering master's degrees", 'Study and part-time work', 'Going back home'],
    topics: ['choosing-a-university', 'master-applications', 'work-while-studying', 'going-back-home'],
    moves: [
      {
        fromCity: 'Kathmandu',
        fromCountry: 'NP',
        toCity: 'Sydney',
        toCountry: 'AU',
        purpose: 'study',
        year: 2018,
        institution: 'University of New South Wales',
      },
      {
        fromCity: 'Sydney',
        fromCountry: 'AU',
        toCity: 'Kathmandu',
        toCountry: 'NP',
        purpose: 'work',
        year: 2024,
        institution: '',
      },
    ],
    sessions: [
      {
        title: "Choosing an engineering master's in Australia",
        minutes: 60,
        price: null,
        description: 'Courses, fees, project choice and what employers asked me about later.',
        leaveWith: 'three courses side by side, with their fees and final projects.',
      },
      {
        title: 'Should I go back',
        minutes: 45,
        price: 30,
        description: 'Two columns, your numbers and no opinion from me until you ask for it.',
        leaveWith: 'both columns filled in with your numbers, and the question they leave open.',
      },
    ],
  },
  {
    slug: 'arjun-mehta',
    name: 'Arjun Mehta',
    role: 'Product Manager, payments company',
    experience: 11,
    location: 'Bengaluru, India',
    timeZone: 'Asia/Kolkata',
    languages: ['English', 'Hindi', 'Gujarati'],
    university: 'Carnegie Mellon University',
    education: 'MS Information Systems',
    price: 65,
    about: prose`
      I had eight years in Pittsburgh, the last six of them in a queue for permanent residence that hardly moved. In 2021
      I stopped waiting and took a job in Bengaluru. I do not tell anyone to go or to stay. I put both on paper: the
      loan, the rent, the visa dates, the parents, the salary in five years, and what you would regret. I studied
      information systems and now manage a product for small shops that take card payments. My spreadsheet for this
      decision has been used by more people than some things I have shipped.`,
    whyMentor: prose`
      I borrowed a great deal to study and know how that feels on the first of the month. Before you borrow, I would like
      you to see one honest set of figures. They are mine: own experience, not advice.`,
    helpWith: ['US student visa', 'Education loans', 'Product management', 'Returning to India'],
    topics: ['student-visa', 'permanent-residence', 'student-loans', 'job-interviews', 'going-back-home'],
    moves: [
      {
        fromCity: 'Ahmedabad',
        fromCountry: 'IN',
        toCity: 'Pittsburgh',
        toCountry: 'US',
        purpose: 'study',
        year: 2013,
        institution: 'Carnegie Mellon University',
      },
      {
        fromCity: 'Pittsburgh',
        fromCountry: 'US',
        toCity: 'Bengaluru',
        toCountry: 'IN',
        purpose: 'work',
        year: 2021,
        institution: '',
      },
    ],
    sessions: [
      {
        title: 'Go or stay, on paper',
        minutes: 75,
        price: 80,
        description: 'We fill in the spreadsheet with your numbers, and argue with the result.',
        leaveWith: 'the spreadsheet, with your own figures for going and for staying.',
      },
      {
        title: 'Product manager interview, one round',
        minutes: 60,
        price: null,
        description: 'One product question and one estimate, with feedback on how you think aloud.',
        leaveWith: 'notes on both answers, and the habit to lose first.',
      },
      {
        title: 'Which programme, which loan',
        minutes: 45,
        price: 50,
        description: 'Three programmes you are considering, side by side, with what each costs per month afterwards.',
        leaveWith: 'one table of three programmes, with the monthly payment after each.',
      },
    ],
  },
  {
    slug: 'diego-salazar',
    name: 'Diego Salazar',
    role: 'Robotics Engineer, parcel sorting company',
    experience: 5,
    location: 'Tokyo, Japan',
    timeZone: 'Asia/Tokyo',
    languages: ['Spanish', 'Japanese', 'English'],
    university: 'Tokyo Institute of Technology',
    education: 'MEng Mechanical Engineering',
    price: 52,
    about: prose`
      I arrived from Medellín with a government scholarship, six months of language school ahead of me and a suitcase half
      full of arepa flour. My professor spoke Japanese to me from the first day and never once slowed down, which I
      resented then and am grateful for now. Job hunting here has its own calendar and its own suit, and I missed it the
      first time because nobody told me that it starts a year before you finish. I test arms that sort parcels. I can
      explain the calendar, the forms, and how I passed interviews with grammar that was far from perfect.`,
    whyMentor: prose`
      There is little about studying in Japan in Spanish that is not ten years old. I answer the same five questions
      every week, and behind each there is a sixth that needs a conversation.`,
    helpWith: ['Scholarships for Japan', 'Job hunting in Japan', 'Learning Japanese'],
    topics: ['statements-and-references', 'scholarships', 'first-job-abroad', 'learning-the-language'],
    moves: [
      {
        fromCity: 'Medellín',
        fromCountry: 'CO',
        toCity: 'Tokyo',
        toCountry: 'JP',
        purpose: 'study',
        year: 2018,
        institution: 'Tokyo Institute of Technology',
      },
    ],
    sessions: [
      {
        title: 'The Japanese job-hunting calendar',
        minutes: 60,
        price: null,
        description: 'Month by month from your graduation backwards, with what to prepare for each.',
        leaveWith: 'a calendar from today to your first day at work, with what is due each month.',
      },
      {
        title: 'Research plan for a scholarship',
        minutes: 60,
        price: 45,
        description: 'Two pages that a professor will read. In Spanish or English.',
        leaveWith: 'your two pages with notes, and an opening that a professor will read to the end.',
      },
    ],
  },
]
