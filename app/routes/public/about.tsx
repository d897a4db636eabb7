/** /about, the specification's /contat — why this exists, who takes part, and where to go next. */
import { ButtonLink } from '../../ui/button.tsx'
import { COMMUNITY_FIGURES, Figures } from '../../ui/figures.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Part, ProsePage } from '../../ui/prose.tsx'
import { useSite } from '../../ui/site.ts'

export default function About() {
  const name = useSite()?.name ?? 'Landfall'
  return (
    <ProsePage
      title={`About ${name}`}
      lead="Moving to another country is mostly small questions that nobody around you can answer. Somebody who made the same move last year can answer them in an hour."
    >
      <PageHead
        title="About"
        description={`Why ${name} exists: an hour with somebody who has already made the move you are about to make.`}
        path="/about"
      />
      <div className="max-w-3xl">
        <Part title="Our mission">
          <p className="text-lg">
            We want nobody to cross a border on rumours. Which papers to bring, what a fair rent is, how a first term or
            a first job really begins: the people who know are those who did it. We find them, read what they say about
            themselves, and make it easy to sit down with one of them.
          </p>
          <p className="text-lg">
            Mentors set their own prices and subjects. They speak of their own experience; they are not lawyers, and
            what they say about visas is not legal advice.
          </p>
        </Part>
      </div>
      <section aria-labelledby="community" className="mt-12">
        <h2 id="community" className="text-2xl">
          The community
        </h2>
        <div className="mt-4 max-w-4xl">
          <Figures figures={COMMUNITY_FIGURES} />
        </div>
      </section>
      <div className="max-w-3xl">
        <Part id="accounts" title="Accounts">
          <p className="text-lg">
            Signing up and applying to be a mentor open soon. Booking needs no account: choose a mentor and a time, pay,
            and the confirmation comes by email.
          </p>
        </Part>
        <Part title="Where to go next">
          <div className="flex flex-wrap gap-3">
            <ButtonLink to="/mentors">Find a Mentor</ButtonLink>
            <ButtonLink to="/mentors" variant="secondary">
              See who has made your move
            </ButtonLink>
          </div>
        </Part>
      </div>
    </ProsePage>
  )
}
