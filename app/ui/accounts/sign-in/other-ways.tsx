/** Signing in without a password: by a passkey if the browser supports them, by Google if the site has its keys. */
import KeyRound from 'lucide-react/icons/key-round'
import { useState } from 'react'
import * as m from '#messages/accounts'
import { localPath } from '#words/local-path'
import { Button } from '../../controls/button.tsx'
import { Alert } from '../../controls/alert.tsx'
import { useSite } from '../../layout/site.ts'
import { signInByPasskey } from './passkey.ts'

export function OtherWays({ next }: { next: string }) {
  const google = useSite()?.google ?? false
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const usePasskey = async () => {
    setProblem(null)
    setBusy(true)
    const outcome = await signInByPasskey(next)
    if ('to' in outcome) window.location.assign(outcome.to)
    else {
      setProblem(outcome.problem)
      setBusy(false)
    }
  }
  return (
    <div className={`mt-5 gap-3 border-t border-hair pt-5 ${google ? 'grid' : 'hidden scripted:grid'}`}>
      {problem && (
        <Alert>
          <p>{problem}</p>
        </Alert>
      )}
      {/* Shown from the first paint, so that nothing moves. A browser without passkeys says so on a click. */}
      <div className="hidden scripted:grid">
        <Button variant="secondary" disabled={busy} onClick={() => void usePasskey()} className="w-full">
          <KeyRound size={20} strokeWidth={1.75} aria-hidden="true" />
          {m.signInWithPasskey()}
        </Button>
      </div>
      {google && (
        <form method="post" action={localPath('/google')}>
          <input type="hidden" name="next" value={next} />
          <Button type="submit" variant="secondary" className="w-full">
            {m.continueWithGoogle()}
          </Button>
        </form>
      )}
    </div>
  )
}
