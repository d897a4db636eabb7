/**
 * Replaces React Router's module of the same name in the browser's build (`vite.config.ts`), for when the frame itself cannot
 * be drawn, as with data of a later version. React Router's own page has a script, which Trusted Types refuse: nothing would
 * be left on the screen. Decision 0017.
 */
import { Component, type ReactNode } from 'react'
import { createPath, type Location } from 'react-router'
import { currentTag } from '../../../messages/runtime.ts'
import stylesUrl from '../styles/styles.css?url'

type Words = { title: string; text: string; again: string }

let readWords = (): Words => ({ title: '', text: '', again: '' })

/** For the frame, when it starts: this module is in a script without messages, which all languages share. */
export function setFailedFrameWords(read: () => Words): void {
  readWords = read
}

type Props = { location: Location; children: ReactNode }
type State = { location: Location; failed: boolean }

/** Around everything that the router draws. Another address is another try. */
export class RemixErrorBoundary extends Component<Props, State> {
  override state: State = { location: this.props.location, failed: false }

  static getDerivedStateFromError = () => ({ failed: true })

  static getDerivedStateFromProps({ location }: Props, state: State): State | null {
    return location === state.location ? null : { location, failed: false }
  }

  override render() {
    return this.state.failed ? <FailedFrame address={createPath(this.props.location)} /> : this.props.children
  }
}

/** Nothing of the site but its style: whatever else it has may be what failed. */
function FailedFrame({ address }: { address: string }) {
  const { title, text, again } = readWords()
  return (
    <html lang={currentTag()}>
      <head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <link rel="stylesheet" href={stylesUrl} />
      </head>
      <body>
        <main className="page grid justify-items-start gap-4 py-10">
          <h1 className="page-title">{title}</h1>
          <p>{text}</p>
          <a href={address} className="link">
            {again}
          </a>
        </main>
      </body>
    </html>
  )
}

/** Ours has its own. */
export const RemixRootDefaultErrorBoundary = () => null
