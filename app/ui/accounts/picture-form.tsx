/** Shows, replaces and removes the member's picture. */
import { useState, type FormEvent } from 'react'
import { Form, useNavigation } from 'react-router'
import * as m from '#messages/accounts'
import { localPath } from '#words/local-path'
import { Button } from '../controls/button.tsx'
import { control, Labelled, describedBy } from '../controls/field.tsx'
import { Portrait } from '../mentors/portrait.tsx'
import { useFocusFirst } from './focus-first.ts'

type PictureFormProps = {
  name: string
  picture: string | null
  fields: Record<string, string>
  /** The page that takes it. */
  action?: string
  /** Whether it can be removed there. */
  removable?: boolean
}

const MOST_BYTES = 10 * 1024 * 1024 // The same as in `server/platform/storage/pictures.ts`.

export function PictureForm(props: PictureFormProps) {
  const { name, picture, fields, action = '/account/picture', removable = true } = props
  const [tooLarge, setTooLarge] = useState<Record<string, string> | null>(null)
  const errors = tooLarge ?? fields
  const form = useFocusFirst(errors)
  const { formAction, state } = useNavigation()
  const busy = state !== 'idle' && formAction === localPath(action)
  const file = { id: 'account-picture', hint: m.pictureHint(), error: errors['picture'] }

  // The server stops reading a larger file, and the browser would then show an error of its own.
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const chosen = new FormData(event.currentTarget).get('picture')
    const refused = chosen instanceof File && chosen.size > MOST_BYTES
    setTooLarge(refused ? { picture: m.pictureOverTenMegabytes() } : null)
    if (refused) event.preventDefault()
  }
  return (
    <div className="grid gap-5 sm:max-md:grid-cols-[auto_minmax(0,1fr)] lg:grid-cols-[auto_minmax(0,1fr)]">
      <Portrait name={name} picture={picture} size={104} className="size-20 md:size-26" />
      <div className="grid gap-4">
        <Form
          ref={form}
          method="post"
          action={action}
          encType="multipart/form-data"
          noValidate
          onSubmit={submit}
          className="grid gap-4"
        >
          <Labelled {...file} label={picture ? m.changePicture() : m.pictureOfYou()} optional={false}>
            <input
              {...describedBy(file)}
              id={file.id}
              type="file"
              name="picture"
              accept="image/jpeg,image/png,image/webp,image/avif"
              required
              className={`${control} file:me-3 file:min-h-8 file:cursor-pointer file:rounded-mark file:bg-shoal-2 file:px-3 file:font-semibold file:text-ink`}
            />
          </Labelled>
          <div>
            <Button type="submit" variant="secondary" disabled={busy}>
              {busy ? m.uploading() : m.upload()}
            </Button>
          </div>
        </Form>
        {picture && removable && (
          <Form method="post" action={action}>
            <Button type="submit" name="intent" value="remove" variant="secondary" disabled={busy}>
              {m.removePicture()}
            </Button>
          </Form>
        )}
      </div>
    </div>
  )
}
