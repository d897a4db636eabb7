/** The fourth step: a picture. */
import { Portrait } from '../../portrait.tsx'
import { ChoosePicture } from './choose-picture.tsx'

type StepPictureProps = {
  name: string
  signedIn: boolean
  picture: string | null
  /** What is shown if none is chosen here. */
  accountPicture: boolean
  /** Why a picture was refused, on a page without scripts. */
  uploaded: string | null
  /** `key`: null after the one chosen here was removed. */
  onPicture: (key: string | null) => void
}

export function StepPicture(props: StepPictureProps) {
  const { name, signedIn, picture, accountPicture, uploaded, onPicture } = props
  if (!signedIn) {
    return (
      <p className="max-w-prose text-ink-2">
        You need an account to add a picture. Sign in on the next step and add one before you send the application.
        Until then we show your initials.
      </p>
    )
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-center gap-5">
        <Portrait name={name || '?'} picture={picture} size={104} className="size-26" />
        <p className="max-w-80 text-ink-2">
          {picture === null
            ? 'Without a picture we show your initials.'
            : accountPicture
              ? 'We show your account picture until you choose another one.'
              : 'We show this picture.'}
        </p>
      </div>
      <ChoosePicture
        path="/become-a-mentor/picture"
        label="A picture of you"
        picture={accountPicture ? null : picture}
        uploaded={uploaded}
        onPicture={onPicture}
      />
    </div>
  )
}
