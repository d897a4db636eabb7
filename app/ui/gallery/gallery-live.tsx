/** The pieces of the page /ui that do something. */
import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Countdown } from '../controls/countdown.tsx'
import { Dialog } from '../controls/dialog.tsx'

const SECONDS = 5

export function DialogPiece() {
  const [open, setOpen] = useState(false)
  return (
    <div>
      <Button onClick={() => setOpen(true)}>Open a dialog</Button>
      <Dialog open={open} onClose={() => setOpen(false)} labelledBy="gallery-dialog" bar="A dialog">
        <div className="grid justify-items-start gap-4 p-6">
          <h3 id="gallery-dialog" tabIndex={-1} className="text-xl outline-none">
            A dialog
          </h3>
          <p>It keeps the focus and gives it back. Escape, the cross and a press beside it close it.</p>
          <Button onClick={() => setOpen(false)}>Close</Button>
        </div>
      </Dialog>
    </div>
  )
}

export function CountdownPiece() {
  const [round, setRound] = useState(0)
  const [running, setRunning] = useState(false)
  const start = () => {
    setRound(round + 1)
    setRunning(true)
  }
  return (
    <div className="grid justify-items-start gap-3">
      <Countdown
        key={round}
        seconds={SECONDS}
        doing="Ending"
        said={`This ends in ${SECONDS} seconds. Press any key to stop it.`}
        running={running}
        onSign={() => setRunning(false)}
        onEnd={() => setRunning(false)}
      />
      <Button onClick={start} disabled={running}>
        Start
      </Button>
    </div>
  )
}
