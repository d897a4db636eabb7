import { useState, type ChangeEvent } from 'react'
import { likelyAddress } from '#domain/accounts/mistyped-address'
import * as m from '#messages/bookings'
import { useHydrated } from '../../browser/hydrated.ts'
import { Button } from '../../controls/button.tsx'
import { Field, TextArea } from '../../controls/field.tsx'
import { TEXT_FIELDS, type MenteeDetails } from './mentee-details.ts'
import { rich } from '../../rich.tsx'

type DetailsFieldsProps = {
  typed: MenteeDetails
  /** What is wrong, by field name. */
  errors: Record<string, string>
  /** The server has questioned the email address. */
  doubtful: boolean
  onType: (change: Partial<MenteeDetails>) => void
}

type EmailQuestionProps = {
  /** The address; null while it is being typed. */
  typed: string | null
  /** The visitor has gone on after reading the question: the server need not ask any more. */
  isRequired: boolean
  onTake: (address: string) => void
}

/** Asks about an address that is probably mistyped. */
function EmailQuestion({ typed, isRequired, onTake }: EmailQuestionProps) {
  const meant = typed && likelyAddress(typed)
  const scripted = useHydrated()
  return (
    <div aria-live="polite">
      {meant && (
        <div className="grid justify-items-start gap-2 pt-2">
          <p>
            {rich(
              m.didYouMean({ meant, address: (text) => <span className="font-semibold wrap-anywhere">{text}</span> }),
            )}
          </p>
          {isRequired && <input type="hidden" name="emailAsked" value={typed} />}
          <Button
            type={scripted ? 'button' : 'submit'} // Enter in a field is to press Pay.
            variant="secondary"
            name="emailInstead"
            value={meant}
            onClick={() => scripted && onTake(meant)}
            className="scroll-mb-52 text-start wrap-anywhere"
          >
            {m.takeAddress({ address: meant })}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Name, email, phone and topic. */
export function DetailsFields({ typed, errors, doubtful, onType }: DetailsFieldsProps) {
  const field = (name: (typeof TEXT_FIELDS)[number]) => ({
    id: `booking-${name}`,
    name,
    value: typed[name],
    error: errors[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onType({ [name]: event.target.value }),
  })
  const [isTyping, setTyping] = useState(false)
  /** The address that was in the field when the visitor went on to another one. */
  const [left, setLeft] = useState<string | null>(null)
  return (
    <div
      onFocus={({ target }) => {
        if (/^(name|phone|topic)$/.test(target.getAttribute('name') ?? '')) setLeft(typed.email)
      }}
      className="form-fields sm:grid-cols-2 sm:items-start"
    >
      <div className="sm:col-span-2">
        <Field {...field('name')} label={m.fullName()} autoComplete="name" required maxLength={120} />
      </div>
      <div>
        <Field
          {...field('email')}
          label={m.email()}
          hint={m.emailHint()}
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          onFocus={() => setTyping(true)}
          onBlur={() => setTyping(false)}
        />
        <EmailQuestion
          typed={isTyping && !doubtful ? null : typed.email}
          isRequired={doubtful || left === typed.email}
          onTake={(email) => {
            onType({ email })
            document.getElementById('booking-email')?.focus()
          }}
        />
      </div>
      <Field
        {...field('phone')}
        label={m.phone()}
        hint={m.phoneHint()}
        type="tel"
        autoComplete="tel"
        required
        maxLength={40}
      />
      <div className="sm:col-span-2">
        <TextArea {...field('topic')} label={m.topicQuestion()} optional maxLength={500} rows={2} />
      </div>
    </div>
  )
}
