import { useState, type ChangeEvent } from 'react'
import { likelyAddress } from '#domain/accounts/mistyped-address'
import { useHydrated } from '../../browser/hydrated.ts'
import { Button } from '../../controls/button.tsx'
import { Field, TextArea } from '../../controls/field.tsx'
import { TEXT_FIELDS, type MenteeDetails } from './mentee-details.ts'

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
            Did you mean <span className="font-semibold wrap-anywhere">{meant}</span>?
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
            Use {meant}
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
        <Field {...field('name')} label="Full name" autoComplete="name" required maxLength={120} />
      </div>
      <div>
        <Field
          {...field('email')}
          label="Email"
          hint="For your booking’s link, not your mentor."
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
        label="Phone"
        hint="For your mentor if the video fails."
        type="tel"
        autoComplete="tel"
        required
        maxLength={40}
      />
      <div className="sm:col-span-2">
        <TextArea {...field('topic')} label="What would you like to talk about?" optional maxLength={500} rows={2} />
      </div>
    </div>
  )
}
