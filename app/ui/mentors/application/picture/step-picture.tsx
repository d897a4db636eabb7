/** The fourth step: a picture. */
import * as m from '#messages/application'
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
    return <p className="max-w-prose text-ink-2">{m.pictureNeedsAccount()}</p>
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-center gap-5">
        <Portrait name={name || '?'} picture={picture} size={104} className="size-26" />
        <p className="max-w-80 text-ink-2">
          {picture === null ? m.initialsShown() : accountPicture ? m.accountPictureUsed() : m.pictureShown()}
        </p>
      </div>
      <ChoosePicture
        path="/become-a-mentor/picture"
        label={m.pictureOfYou()}
        picture={accountPicture ? null : picture}
        uploaded={uploaded}
        onPicture={onPicture}
      />
    </div>
  )
}
