/** The pieces of the page /ui, in the order of a page: how it is typed, what is pressed, what is filled in, what is read. */
import type { ReactNode } from 'react'
import { Accordion } from '../controls/accordion.tsx'
import { AccountControls } from '../accounts/account-controls.tsx'
import { Badge } from '../controls/badge.tsx'
import { Alert } from '../controls/alert.tsx'
import { Breadcrumb } from '../controls/breadcrumb.tsx'
import { Button, ButtonLink } from '../controls/button.tsx'
import { Crossing } from '../mentors/crossing.tsx'
import { EmptyState } from '../controls/empty-state.tsx'
import { Fact, Facts } from '../layout/facts.tsx'
import { FieldPieces } from './gallery-fields.tsx'
import { CountdownPiece, DialogPiece } from './gallery-live.tsx'
import { ProgressLine } from '../layout/navigation-progress.tsx'
import { Notice } from '../controls/notice.tsx'
import { Pagination } from '../controls/pagination.tsx'
import { Portrait } from '../mentors/portrait.tsx'
import { RatingLine, RatingMark, Stars } from '../controls/rating.tsx'
import { Segmented } from '../controls/segmented.tsx'
import { SignInButton } from '../accounts/sign-in/sign-in.tsx'
import { Skeleton } from '../controls/skeleton.tsx'
import { Table } from '../controls/table.tsx'
import { Tabs } from '../controls/tabs/tabs.tsx'
import { TwoClocks } from '../time/two-clocks.tsx'

type Piece = { id: string; title: string; show: ReactNode }

const HERE = '/ui'

const GROUNDS = [
  ['deep', 'bg-deep'],
  ['shoal-1', 'bg-shoal-1'],
  ['shoal-2', 'bg-shoal-2'],
  ['shoal-3', 'bg-shoal-3'],
  ['land', 'bg-land'],
  ['green', 'bg-green'],
  ['tint', 'bg-tint'],
  ['magenta', 'bg-magenta'],
  ['ink', 'bg-ink'],
]

const MANCHESTER = { timeZone: 'Europe/London', place: 'Manchester' }

const MEMBER = {
  reader: '',
  name: 'Ananya Rao',
  initials: 'AR',
  picture: null,
  pages: ['My bookings', 'Account', 'Mentor profile', 'Mentor desk'].map((label) => ({ label, to: HERE })),
  signOut: '#profile-menu',
  saved: '',
}

export const GALLERY: Piece[] = [
  {
    id: 'colours',
    title: 'Colours',
    show: (
      <ul className="grid grid-cols-3 gap-3 sm:grid-cols-5 lg:grid-cols-9">
        {GROUNDS.map(([name, ground]) => (
          <li key={name} className="text-sm">
            <span className={`line mb-1 block h-14 rounded-control ${ground}`} />
            {name}
          </li>
        ))}
      </ul>
    ),
  },
  {
    id: 'type',
    title: 'Type',
    show: (
      <div className="grid gap-3">
        <p className="text-4xl font-semibold tracking-tight md:text-5xl">
          Someone has <em className="font-place font-normal text-magenta">made the crossing</em>
        </p>
        <p className="text-3xl font-semibold tracking-tight">A page’s title</p>
        <p className="text-2xl font-semibold tracking-tight">A part of it</p>
        <p className="text-xl font-semibold">A card’s name</p>
        <p className="lead">A sentence that says what the page is.</p>
        <p className="max-w-prose">
          Text, with{' '}
          <a href={HERE} className="link">
            a link
          </a>{' '}
          in it. Secondary text is <span className="text-ink-2">like this</span>, and <span className="note">this</span>{' '}
          when small.
        </p>
      </div>
    ),
  },
  {
    id: 'buttons',
    title: 'Buttons',
    show: (
      <>
        <Row>
          <Button>Primary</Button>
          <Button variant="secondary">Secondary</Button>
          <ButtonLink to={HERE}>A link</ButtonLink>
          <ButtonLink to={HERE} variant="secondary">
            A secondary link
          </ButtonLink>
        </Row>
        <Row>
          <Button disabled>Disabled</Button>
          <Button variant="secondary" disabled>
            Disabled
          </Button>
          <Button disabled>Processing...</Button>
        </Row>
      </>
    ),
  },
  { id: 'fields', title: 'Fields, select and checkbox', show: <FieldPieces /> },
  {
    id: 'segmented',
    title: 'Segmented control',
    show: (
      <>
        <Segmented
          legend="Minimum experience"
          name="gallery-experience"
          options={['Any', '1+', '3+', '5+', '7+'].map((label) => ({ value: label, label }))}
          defaultValue="5+"
        />
        <Segmented
          legend="Disabled"
          name="gallery-disabled"
          options={['First', 'Second'].map((label) => ({ value: label, label }))}
          defaultValue="First"
          disabled
        />
      </>
    ),
  },
  { id: 'dialog', title: 'Dialog', show: <DialogPiece /> },
  {
    id: 'profile-menu',
    title: 'Header, signed out and signed in',
    show: (
      <Row>
        <SignInButton className="whitespace-nowrap" />
        <span className="flex items-center gap-2">
          <AccountControls session={MEMBER} />
        </span>
      </Row>
    ),
  },
  {
    id: 'tabs',
    title: 'Tabs',
    show: (
      <Tabs
        label="A sample of tabs"
        parts={['Arriving', 'Working', 'Staying'].map((title) => ({
          id: `part-${title.toLowerCase()}`,
          title,
          content: <p>What there is to say about {title.toLowerCase()}.</p>,
        }))}
      />
    ),
  },
  {
    id: 'accordion',
    title: 'Accordion',
    show: (
      <Accordion
        opened="Open"
        items={[
          { title: 'Open', content: <p>Its answer.</p> },
          { title: 'Closed', content: <p>Found all the same when you search the page.</p> },
        ]}
      />
    ),
  },
  {
    id: 'alerts',
    title: 'Alert and notice',
    show: (
      <>
        <Alert>
          <p>Nothing was booked. The payment service does not answer; what you typed is kept. Try again in a minute.</p>
        </Alert>
        <Notice>
          Ananya has this hour held for you until <strong className="font-semibold">15:04</strong>.
        </Notice>
        <Notice good>Your session is booked. The confirmation is on its way.</Notice>
      </>
    ),
  },
  {
    id: 'badges',
    title: 'Badge and rating',
    show: (
      <Row>
        <Badge>Skilled Worker visa</Badge>
        <Badge ground="accent">Sample</Badge>
        <Badge ground="good">Confirmed</Badge>
        <RatingMark rating={{ average: 4.9, count: 38 }} />
        <RatingLine rating={{ average: 4.9, count: 38 }} />
        <Stars given={4} />
      </Row>
    ),
  },
  {
    id: 'places',
    title: 'Portrait, leg and two clocks',
    show: (
      <Row>
        {['Ananya Rao', 'Tunde Adeyemi', 'Linh Nguyen', 'Zoë'].map((name) => (
          <Portrait key={name} name={name} picture={null} size={104} className="size-18" />
        ))}
        <Crossing leg={{ from: 'Mumbai', to: 'Manchester' }} className="text-xl" />
        <TwoClocks at={new Date('2026-11-24T15:30:00Z')} zone="Asia/Kolkata" other={MANCHESTER} />
        <TwoClocks at={new Date('2026-11-24T18:30:00Z')} zone="Asia/Kolkata" other={MANCHESTER} />
      </Row>
    ),
  },
  {
    id: 'table',
    title: 'Table and facts',
    show: (
      <>
        <Table
          caption="Sessions"
          columns={[{ label: 'Session' }, { label: 'Length' }, { label: 'Price', number: true }]}
          rows={[
            ['First ninety days in the UK', '60 minutes', '£45'],
            ['CV and job search review', '45 minutes', '£40'],
            ['MSc application read-through', '45 minutes', '£110'],
          ]}
        />
        <Facts>
          <Fact name="Speaks">English, Hindi, Marathi</Fact>
          <Fact name="Experience">6 years</Fact>
        </Facts>
      </>
    ),
  },
  {
    id: 'empty',
    title: 'Empty state',
    show: (
      <EmptyState heading="h3" title="No mentor by that name" text="Try a part of the name, or see everyone.">
        <ButtonLink variant="secondary" to="/mentors">
          Clear search
        </ButtonLink>
      </EmptyState>
    ),
  },
  {
    id: 'loading',
    title: 'Skeleton and progress',
    show: (
      <>
        <Skeleton className="h-20" />
        {/* A window of its own for the line. */}
        <div className="line-b pt-6 contain-layout">
          <ProgressLine />
        </div>
      </>
    ),
  },
  {
    id: 'pagination',
    title: 'Pagination and breadcrumb',
    show: (
      <>
        <Pagination previous="/mentors" next={HERE} />
        <Breadcrumb above={[{ label: 'Cohorts', to: '/cohorts' }]} here="First term in Manchester" />
      </>
    ),
  },
  { id: 'countdown', title: 'Countdown', show: <CountdownPiece /> },
]

function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-4">{children}</div>
}
