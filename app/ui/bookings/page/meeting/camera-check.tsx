/** Shows the camera's picture and the microphone's level, and says what to do where the browser refuses either. */
import { useCallback, useEffect, useRef, useState } from 'react'
import * as m from '#messages/bookings'
import { useHydrated } from '../../../browser/hydrated.ts'
import { Alert } from '../../../controls/alert.tsx'
import { Button } from '../../../controls/button.tsx'
import { Notice } from '../../../controls/notice.tsx'
import { listenTo, openDevices, type DeviceProblem } from './camera-devices.ts'

type Check = { is: 'idle' | 'asking' } | { is: 'open'; stream: MediaStream } | { is: 'failed'; problem: DeviceProblem }

const WHAT_TO_DO: Record<DeviceProblem, { what: () => string; remedy: () => string }> = {
  refused: {
    what: m.cameraRefused,
    remedy: m.cameraRefusedHelp,
  },
  missing: {
    what: m.cameraMissing,
    remedy: m.cameraMissingHelp,
  },
  busy: {
    what: m.cameraBusy,
    remedy: m.cameraBusyHelp,
  },
  unsupported: {
    what: m.cameraUnsupported,
    remedy: m.cameraUnsupportedHelp,
  },
}

export function CameraCheck() {
  const [check, setCheck] = useState<Check>({ is: 'idle' })
  const stream = check.is === 'open' ? check.stream : null
  useEffect(() => () => stream?.getTracks().forEach((track) => track.stop()), [stream])

  async function start() {
    setCheck({ is: 'asking' })
    const opened = await openDevices()
    setCheck('problem' in opened ? { is: 'failed', ...opened } : { is: 'open', ...opened })
  }

  return (
    <div className="grid gap-5">
      <div className="scripted:hidden">
        <Notice>
          <p>{m.checkNeedsScripts()}</p>
        </Notice>
      </div>
      {check.is === 'failed' && (
        <Alert>
          <p className="font-semibold">{WHAT_TO_DO[check.problem].what()}</p>
          <p>{WHAT_TO_DO[check.problem].remedy()}</p>
        </Alert>
      )}
      {check.is === 'open' ? (
        <Devices stream={check.stream} onStop={() => setCheck({ is: 'idle' })} />
      ) : (
        <StartButton asking={check.is === 'asking'} again={check.is === 'failed'} onStart={() => void start()} />
      )}
    </div>
  )
}

/** Without scripts there is nothing to press. Until they run, its place is kept. */
function StartButton({ asking, again, onStart }: { asking: boolean; again: boolean; onStart: () => void }) {
  const ready = useHydrated()
  return (
    <div className={ready ? '' : 'invisible [@media(scripting:none)]:hidden'}>
      <Button onClick={onStart} disabled={asking}>
        {asking ? m.allowInBrowser() : again ? m.startAgain() : m.startCheck()}
      </Button>
    </div>
  )
}

function Devices({ stream, onStop }: { stream: MediaStream; onStop: () => void }) {
  const hasCamera = stream.getVideoTracks().length > 0
  const hasMicrophone = stream.getAudioTracks().length > 0
  const show = useCallback(
    (video: HTMLVideoElement | null) => {
      if (video) video.srcObject = stream
    },
    [stream],
  )
  return (
    <div className="grid gap-5">
      {hasCamera ? (
        <video
          ref={show}
          autoPlay
          muted
          playsInline
          aria-label={m.cameraPicture()}
          className="line aspect-video w-full -scale-x-100 rounded-card bg-shoal-1 object-cover"
        />
      ) : (
        <Notice>
          <p>{m.noCamera()}</p>
        </Notice>
      )}
      {hasMicrophone ? (
        <Level stream={stream} />
      ) : (
        <Notice>
          <p>{m.noMicrophone()}</p>
        </Notice>
      )}
      <div>
        <Button variant="secondary" onClick={onStop}>
          {m.stop()}
        </Button>
      </div>
    </div>
  )
}

function Level({ stream }: { stream: MediaStream }) {
  const meter = useRef<HTMLMeterElement>(null)
  const [heard, setHeard] = useState(false)
  useEffect(
    () =>
      listenTo(stream, (level) => {
        if (meter.current) meter.current.value = level
        if (level > HEARD) setHeard(true)
      }),
    [stream],
  )
  return (
    <div className="grid gap-2">
      <label htmlFor="microphone-level" className="font-semibold">
        {m.microphone()}
      </label>
      <meter id="microphone-level" ref={meter} min={0} max={1} className="h-6 w-full" />
      <output className="text-ink-2">{heard ? m.weHearYou() : m.saySomething()}</output>
    </div>
  )
}

const HEARD = 0.15 // Of the loudest. Speech is above it, a quiet room below.
