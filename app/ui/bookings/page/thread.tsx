/** What the two people of a booking write to each other, and the form to write more. Text stays text: nothing in it is a link. */
import Send from 'lucide-react/icons/send'
import { Form, useNavigation } from 'react-router'
import { MAX_MESSAGE } from '#domain/bookings/message-rule'
import * as m from '#messages/bookings'
import { localPath } from '#words/local-path'
import { Button } from '../../controls/button.tsx'
import { TextArea } from '../../controls/field.tsx'
import { Portrait } from '../../mentors/portrait.tsx'

/** `newId`: of the message that the form writes. `closed`: why no message can be written any more. `refused`: why the last was not sent. */
export type Thread = {
  reference: string
  /** The other side's first name. */
  other: string
  messages: { id: string; own: boolean; name: string; picture: string | null; at: string; when: string; body: string }[]
  newId: string
  /** Shown when there are no messages. */
  empty: string
  closed: string | null
}

type ThreadProps = { thread: Thread; typed?: string; refused?: string | undefined }

export function ThreadPart({ thread, typed = '', refused }: ThreadProps) {
  const { messages, closed, empty } = thread
  return (
    <div className="grid gap-4">
      {messages.length === 0 && <p className="text-ink-2">{empty}</p>}
      {messages.length > 0 && (
        <ol className="grid gap-4">
          {messages.map((message) => (
            <Message key={message.id} message={message} />
          ))}
        </ol>
      )}
      {closed ? <p className="note">{closed}</p> : <MessageForm {...{ thread, typed, refused }} />}
    </div>
  )
}

function Message({ message: { own, name, picture, at, when, body } }: { message: Thread['messages'][number] }) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
      <Portrait name={name} picture={picture} size={104} className="size-10 text-base" />
      <div>
        <p>
          <span className="font-semibold">{own ? m.you() : name}</span>
          <span className="note">
            {' '}
            · <time dateTime={at}>{when}</time>
          </span>
        </p>
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {body}
        </p>
      </div>
    </li>
  )
}

function MessageForm({ thread: { reference, other, newId, messages }, typed, refused }: ThreadProps) {
  const written = messages.findLast(({ own }) => own)?.id // Once it is in the thread, the field is empty again.
  const busy = useNavigation().formAction === localPath(`/bookings/${reference}/messages`)
  return (
    <Form method="post" action={`/bookings/${reference}/messages`} key={written ?? ''} className="grid gap-2.5">
      <input type="hidden" name="id" value={newId} />
      <TextArea
        id="message"
        name="body"
        label={m.writeTo({ name: other })}
        hint={m.writeToHint({ name: other })}
        error={refused}
        defaultValue={typed}
        maxLength={MAX_MESSAGE}
        required
      />
      <p>
        <Button type="submit" variant="secondary" disabled={busy}>
          <Send size={18} strokeWidth={1.75} aria-hidden="true" className="directional" /> {m.send()}
        </Button>
      </p>
    </Form>
  )
}
