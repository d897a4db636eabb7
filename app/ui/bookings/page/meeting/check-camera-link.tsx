/** Leads to the page that tries camera and microphone. */
import { buttonClass } from '../../../controls/button.tsx'

/** A full load: only the document of that page may use them, and a page that comes by script keeps the rules of the one before. */
export function CheckCameraLink() {
  return (
    <a href="/check-camera" className={buttonClass('secondary')}>
      Check camera and microphone
    </a>
  )
}
