/** Opens camera and microphone, and measures how loud it is. In the browser only. */

/** Why neither opened. `unsupported`: an old browser, or a page without TLS. */
export type DeviceProblem = 'refused' | 'missing' | 'busy' | 'unsupported'

/** Asks for both; where one is missing, for the other alone. */
export async function openDevices(): Promise<{ stream: MediaStream } | { problem: DeviceProblem }> {
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (!devices) return { problem: 'unsupported' }
  let problem: DeviceProblem = 'missing'
  for (const wanted of [{ video: true, audio: true }, { audio: true }, { video: true }]) {
    try {
      return { stream: await devices.getUserMedia(wanted) }
    } catch (error) {
      problem = classifyError(error)
      if (problem !== 'missing') break
    }
  }
  return { problem }
}

function classifyError(error: unknown): DeviceProblem {
  switch (error instanceof DOMException ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'refused'
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'missing'
    case 'NotReadableError':
    case 'AbortError':
      return 'busy'
    default:
      return 'unsupported'
  }
}

/** Reports the loudness, from 0 to 1, with every frame until the returned function is called. */
export function listenTo(stream: MediaStream, report: (level: number) => void): () => void {
  const audio = new AudioContext()
  const analyser = audio.createAnalyser()
  audio.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  let frame = 0
  const measure = () => {
    analyser.getFloatTimeDomainData(samples)
    const loudness = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
    report(Math.min(1, loudness * GAIN))
    frame = requestAnimationFrame(measure)
  }
  measure()
  return () => {
    cancelAnimationFrame(frame)
    void audio.close()
  }
}

const GAIN = 6 // Speech near a microphone has a loudness of about 0.1.
