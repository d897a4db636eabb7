/** The fourth step: the picture. For now the account's. */
import { Portrait } from '../portrait.tsx'

type StepPictureProps = {
  name: string
  signedIn: boolean
  picture: string | null
  uploaded: string | null
  onPicture: (key: string | null) => void
}

export function StepPicture({ name, picture }: StepPictureProps) {
  return (
    <div className="flex flex-wrap items-center gap-5">
      <Portrait name={name || '?'} picture={picture} size={104} className="size-26" />
      <p className="max-w-prose text-ink-2">
        {picture ? 'This picture of your account is shown.' : 'Without a picture your initials are shown.'}{' '}
        <a href="/account#picture" className="link">
          Change it in your account
        </a>
      </p>
    </div>
  )
}
